import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { startApp } from './harness/app.ts'
import { addUser, openBrowser } from './harness/browser.ts'

test('a form is refused without its token, with the token of another session, and from another site', async (t) => {
  const app = await startApp(t)
  const [ana, bo] = [await addUser(app, 'viewer'), await addUser(app, 'admin')]
  const [browser, other] = [openBrowser(app.url), openBrowser(app.url)]
  const loginToken = (await browser.go('/login')).csrf()
  await browser.logIn(ana.email)
  await other.logIn(bo.email)
  const own = (await browser.go('/account')).csrf()
  const foreign = (await other.go('/account')).csrf()
  const origin = new URL(app.url).origin
  const token = { name: 'Script', role: 'viewer', days: '30' }
  const refused: [string, Record<string, string>, Record<string, string>][] = [
    ['no token', {}, { origin }],
    ['an empty one', { _csrf: '' }, { origin }],
    ['one that is too long', { _csrf: `${own}0` }, { origin }],
    ['one of another alphabet', { _csrf: 'é'.repeat(64) }, { origin }],
    ['that of another session', { _csrf: foreign }, { origin }],
    ['that of the login form', { _csrf: loginToken }, { origin }],
    ['another site', { _csrf: own }, { origin: 'https://evil.example' }],
    ['no site that it names', { _csrf: own }, { origin: 'null' }],
    ['another port', { _csrf: own }, { origin: 'http://127.0.0.1:1' }],
    ['another site, as the browser says', { _csrf: own }, { 'sec-fetch-site': 'cross-site' }],
    ['a neighbour, as the browser says', { _csrf: own }, { 'sec-fetch-site': 'same-site' }],
  ]
  for (const [name, field, headers] of refused) {
    const answer = await browser.post('/account/tokens', { ...token, ...field }, headers)
    assert.equal(answer.status, 403, name)
    assert.match(answer.headers.get('content-type')!, /^text\/html/, name)
  }
  const json = JSON.stringify({ ...token, _csrf: own })
  const disguised = { origin: 'https://evil.example', 'content-type': 'text/plain' }
  assert.equal((await browser.post('/account/tokens', json, disguised)).status, 403)
  assert.deepEqual(await app.rows('select id from access_tokens'), [])

  const header = await browser.post('/account/tokens', token, { origin, 'x-csrf-token': own })
  assert.equal(header.status, 201)
  assert.equal((await browser.post('/account/tokens', { ...token, name: 'Other', _csrf: own })).status, 201)
})

test('strangers cannot be logged in, or set up a service, from another site', async (t) => {
  const app = await startApp(t)
  const ana = await addUser(app, 'viewer')
  const browser = openBrowser(app.url)
  const own = (await browser.go('/login')).csrf()
  const foreign = (await openBrowser(app.url).go('/login')).csrf()
  const credentials = { email: ana.email, password: 'a quiet harbour at dawn' }
  for (const path of ['/login', '/setup', `/invitation/${'a'.repeat(64)}`, `/password-reset/${'a'.repeat(64)}`]) {
    assert.equal((await browser.post(path, credentials)).status, 403, path)
    assert.equal((await browser.post(path, { ...credentials, _csrf: foreign })).status, 403, path)
    const elsewhere = { origin: 'https://evil.example' }
    assert.equal((await browser.post(path, { ...credentials, _csrf: own }, elsewhere)).status, 403, path)
  }
  assert.deepEqual(await app.rows('select id from sessions'), [])
})

test('a form of a session that has ended leads to the login and does nothing', async (t) => {
  const app = await startApp(t)
  const ana = await addUser(app, 'viewer')
  const browser = openBrowser(app.url)
  await browser.logIn(ana.email)
  const token = (await browser.go('/account')).csrf()
  await app.rows('delete from sessions')
  const answer = await browser.post('/account/tokens', { name: 'Script', role: 'viewer', days: '30', _csrf: token })
  assert.deepEqual([answer.status, answer.headers.get('location')], [303, '/login?ended=unsaved'])
  assert.deepEqual(await app.rows('select id from access_tokens'), [])
})

test('GET requests change nothing, and only form bodies are accepted as forms', async (t) => {
  const app = await startApp(t)
  const ana = await addUser(app, 'viewer')
  const browser = openBrowser(app.url)
  await browser.logIn(ana.email)
  for (const path of ['/logout', '/account/password', '/account/tokens', '/account/tokens/1/revocation']) {
    const answer = await browser.go(path)
    assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'POST'], path)
  }
  const own = (await browser.go('/account')).csrf()
  for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x']) {
    assert.equal((await browser.post('/logout', '{}', { 'content-type': type, 'x-csrf-token': own })).status, 415, type)
  }
  assert.equal((await browser.go('/account')).path, '/account')
})

test('every form is made by the helper that adds the token', () => {
  const folder = join(import.meta.dirname, '../src')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  const withForm = files.filter((file) =>
    /<form(?![^>]*method="get")[\s>]/i.test(readFileSync(join(folder, file), 'utf8')),
  )
  // Search forms change nothing and use GET.
  assert.deepEqual(withForm, ['console/frame/forms/forms.ts'])
})
