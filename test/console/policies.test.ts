import assert from 'node:assert/strict'
import { test } from 'node:test'
import { savePreferences } from '../../src/core/people/preferences/preferences.ts'
import { startApp } from '../harness/app.ts'
import { addUser, openBrowser, openBrowserAs } from '../harness/browser.ts'

const LIST = '/escalation-policies'
const fields = { name: 'Ward 3', tags: 'ward-3', min_severity: 'warning', rounds: '5', warning_rounds: '0' }
const steps = { steps: '2', wait_0: '', targets_0: 'role:operator', wait_1: '2 min', targets_1: 'role:admin' }

/** Text without tags, with plain spaces. */
const plain = (text: string) =>
  text
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .replaceAll('\u202f', ' ')

test('the policy of the first start is shown in sentences, to viewers without any button', async (t) => {
  const app = await startApp(t)
  const viewer = await openBrowserAs(app, 'viewer')
  const page = await viewer.go(LIST)
  const text = plain(page.text)
  assert.match(text, /Everyone/)
  assert.match(text, /At once: whoever is on call\. After 5 min: operators\. After 10 min: administrators\./)
  assert.match(text, /3 rounds, 5 min apart\. Warnings: one round\./)
  assert.doesNotMatch(page.text, /action="\/escalation-policies/)
  assert.equal((await viewer.go(`${LIST}/1`)).status, 403)
})

test('an administrator creates a policy step by step, without scripts', async (t) => {
  const app = await startApp(t)
  const browser = await openBrowserAs(app, 'admin')
  await browser.go(`${LIST}/new`)
  const more = await browser.send(LIST, { ...fields, ...steps, steps: '2', what: 'add' })
  assert.match(more.text, /name="steps" value="3"/)
  assert.match(more.text, /name="wait_2" type="text" value="5 min"/)
  assert.match(more.text, /name="targets_1" value="role:admin" checked/)
  const less = await browser.send(LIST, { ...fields, ...steps, steps: '3', what: 'remove-2' })
  assert.match(less.text, /name="steps" value="2"/)
  const saved = await browser.send(LIST, { ...fields, ...steps, what: 'save' })
  assert.match(saved.text, /Policy created\./)
  const text = plain(saved.text)
  assert.match(
    text,
    /Ward 3 .*tags: ward-3 · from severity warning .*At once: operators\. After 2 min: administrators\./,
  )
  assert.match(text, /5 rounds, 5 min apart\. Warnings notify nobody\./)
  const [row] = await app.rows(
    'select name, scope, rounds, warning_rounds, steps from escalation_policies limit 1 offset 1',
  )
  assert.deepEqual(row, {
    name: 'Ward 3',
    scope: { modules: [], tags: ['ward-3'], min_severity: 'warning', rule_keys: [] },
    rounds: 5,
    warning_rounds: 0,
    steps: [
      { wait_s: 0, targets: [{ type: 'role', role: 'operator' }] },
      { wait_s: 120, targets: [{ type: 'role', role: 'admin' }] },
    ],
  })
})

test('a form with mistakes keeps what was typed and says what is wrong', async (t) => {
  const app = await startApp(t)
  const browser = await openBrowserAs(app, 'admin')
  await browser.go(`${LIST}/new`)
  const unnamed = await browser.send(LIST, { ...fields, ...steps, name: ' ' })
  assert.equal(unnamed.status, 400)
  assert.match(unnamed.text, /id="name-error">This must not be empty/)
  const slow = await browser.send(LIST, { ...fields, ...steps, wait_1: 'soon' })
  assert.match(slow.text, /id="wait_1-error">This must be a time such as 5 min/)
  assert.match(slow.text, /value="soon"/)
  const { targets_1: _, ...nobody } = steps
  const empty = await browser.send(LIST, { ...fields, ...nobody })
  assert.match(empty.text, /id="targets_1-error">This needs somebody to notify/)
  const gone = await browser.send(LIST, { ...fields, ...steps, targets_1: 'user:999' })
  assert.match(gone.text, /class="notice bad"[^>]*>This is no person/)
  assert.deepEqual(await app.rows('select name from escalation_policies'), [{ name: 'Everyone' }])
})

test('two administrators do not overwrite each other', async (t) => {
  const app = await startApp(t)
  const [ana, tom] = [await openBrowserAs(app, 'admin'), await openBrowserAs(app, 'admin')]
  for (const browser of [ana, tom]) assert.match((await browser.go(`${LIST}/1`)).text, /name="version" value="1"/)
  const changed = { name: 'All', rounds: '2', warning_rounds: '1', ...steps, version: '1', what: 'save' }
  assert.match((await ana.send(`${LIST}/1`, changed)).text, /Policy saved/)
  const late = await tom.send(`${LIST}/1`, { ...changed, name: 'Team' })
  assert.equal(late.status, 409)
  assert.match(late.text, /has been changed meanwhile \(version 2\)/)
  assert.match(late.text, /value="Team"/)
  assert.match(late.text, /Show the current version/)
  assert.deepEqual(await app.rows('select name, version from escalation_policies'), [{ name: 'All', version: 2 }])
})

test('policies are moved and deleted, but not the last one', async (t) => {
  const app = await startApp(t)
  const browser = await openBrowserAs(app, 'admin')
  for (const name of ['First', 'Second']) {
    await browser.go(`${LIST}/new`)
    await browser.send(LIST, { ...fields, ...steps, name })
  }
  const order = async () =>
    (await app.rows<{ name: string }>('select name from escalation_policies order by is_last, position')).map(
      ({ name }) => name,
    )
  assert.deepEqual(await order(), ['First', 'Second', 'Everyone'])
  await browser.go(LIST)
  assert.match((await browser.send(`${LIST}/3/position`, { version: '1', position: '1' })).text, /Order saved/)
  assert.deepEqual(await order(), ['Second', 'First', 'Everyone'])
  const behind = await browser.send(`${LIST}/3/position`, { version: '1', position: '2' })
  assert.deepEqual([behind.status, await order()], [409, ['Second', 'First', 'Everyone']])
  assert.doesNotMatch((await browser.go(`${LIST}/1`)).text, /\/removal|name="tags"/)
  await browser.go(`${LIST}/2`)
  assert.match((await browser.send(`${LIST}/2/removal`)).text, /Policy deleted/)
  assert.deepEqual(await order(), ['Second', 'Everyone'])
})

test('a German reader has the policies in German', async (t) => {
  const app = await startApp(t)
  const { id, email } = await addUser(app, 'admin')
  await savePreferences(app.service.db, id, { language: 'de' })
  const browser = openBrowser(app.url)
  await browser.logIn(email)
  const text = plain((await browser.go(LIST)).text)
  assert.match(text, /Sofort: wer in Bereitschaft ist\. Nach 5 min: alle mit der Rolle Bediener\./)
  await browser.go(`${LIST}/new`)
  assert.match((await browser.send(LIST, { ...fields, steps: '1' })).text, /Diese Angabe braucht jemanden/)
})
