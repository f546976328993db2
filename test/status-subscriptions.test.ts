import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BY_COMMAND } from '../src/core/audit-log/record-change.ts'
import { createSite } from '../src/core/sites/manage-sites.ts'
import { openLog } from '../src/platform/log.ts'
import { openBrowser } from './harness/browser.ts'
import { textOf } from './harness/page-text.ts'
import { PASSWORD } from './harness/people.ts'
import { addMember } from './harness/site-worlds.ts'
import { read, STATUS_PAGE, startStatusPage } from './harness/status-page.ts'
import {
  askFor,
  FORM,
  hereOf,
  linksIn,
  offered,
  PUBLIC,
  postForm,
  startWithMail,
  subscribed,
  writeNotice,
} from './harness/subscribers.ts'

test('tokens of links and addresses of subscribers are in no log, and tokens and the address of the page in no row', async (t) => {
  const lines: string[] = []
  const log = openLog('trace', { write: (line: string) => void lines.push(line) })
  const { app, url, head, mail } = await startWithMail(t, {}, { log })
  const link = await subscribed(app, url, mail, 'ana@example.org')
  mail.answers = { rcptTo: '550 5.1.1 No ana@example.org here' }
  await writeNotice(head)
  await app.leap({ seconds: 10 })
  await postForm(hereOf(app, link), { action: 'nothing' })
  const secrets = [link, url].map((address) => address.split('/').at(-1)!)
  const rows = await app.rows<{ row: string }>('select s::text as row from status_subscriptions as s')
  assert.ok(lines.some((line) => line.includes('a mail to a subscriber could not be sent')))
  for (const secret of secrets) assert.ok(!`${lines.join()}${JSON.stringify(rows)}`.includes(secret))
  assert.doesNotMatch(lines.join(), /ana@/)
})

test('an unconfirmed subscription is forgotten after a day', async (t) => {
  const { app, url, mail } = await startWithMail(t)
  await askFor(app, url, 'ana@example.org')
  await app.leap({ seconds: 10 })
  await app.leap({ seconds: 86_400 })
  assert.equal((await postForm(hereOf(app, linksIn(mail)[0]!), { action: 'confirm' })).status, 404)
  assert.deepEqual(await app.rows('select id from status_subscriptions'), [])
})

test('the form is there only while the page has subscribers, a mail server and a public address', async (t) => {
  const { app, url, head, mail } = await startWithMail(t)
  await subscribed(app, url, mail, 'ana@example.org')
  await head('PUT', STATUS_PAGE, await offered(head, false))
  assert.doesNotMatch((await read(app, url)).text, FORM)
  assert.equal((await askFor(app, url, 'ben@example.org')).status, 404)
  await writeNotice(head)
  await app.leap({ seconds: 10 })
  await head('PUT', STATUS_PAGE, await offered(head, true))
  await app.leap({ seconds: 10 })
  assert.deepEqual(mail.mails, [], 'what happened meanwhile is no news')
  const local = await startWithMail(t, { PUBLIC_URL: 'http://localhost:8080' })
  assert.doesNotMatch((await read(local.app, local.url)).text, FORM)
  const alone = await startStatusPage(t, { env: { PUBLIC_URL: PUBLIC } })
  assert.equal((await alone.head('PUT', STATUS_PAGE, await offered(alone.head, true))).status, 200)
  assert.doesNotMatch((await read(alone.app, alone.url)).text, FORM)
  assert.equal((await read(alone.app, `${alone.url}?subscription=form`)).status, 404)
})

test('without scripts, the page with the form is not loaded again while somebody types', async (t) => {
  const { app, url } = await startWithMail(t)
  const renews = /http-equiv="refresh"/
  assert.match((await read(app, url)).text, renews)
  const form = await read(app, `${url}?subscription=form`)
  assert.match(form.text, /<input id="email"/)
  assert.doesNotMatch(form.text, renews)
  assert.doesNotMatch((await askFor(app, url, 'ana')).text, renews)
  assert.match(form.headers.get('cache-control')!, /max-age/)
})

test('no address of more than one mailbox is taken, and what was typed is shown again', async (t) => {
  const { app, url, mail } = await startWithMail(t)
  for (const email of ['ana', 'a@example.org, b@example.org', 'a@example.org\r\nBcc: b@example.org', '"><b>@x']) {
    const refused = await askFor(app, url, email)
    assert.equal(refused.status, 400, email)
    assert.match(refused.text, /aria-invalid="true"[\s\S]*role="alert">[^<]+</)
    assert.doesNotMatch(refused.text, /"><b>@x/)
  }
  await app.leap({ seconds: 10 })
  assert.deepEqual(mail.mails, [])
})

test('an address asks five times a minute, and a page has 5,000 subscribers at most, 500 of them unconfirmed', async (t) => {
  const { app, url } = await startWithMail(t)
  await app.rows(
    `insert into status_subscriptions (site_id, email, language, token_hash, sealed, state, next_try_at, created_at)
     select 1, n || '@example.org', 'en', 'hash ' || n, '', 'confirmed', $1, $1 from generate_series(1, 5000) as n`,
    [app.now()],
  )
  for (const email of ['new@example.org', '7@example.org']) {
    const full = await askFor(app, url, email)
    assert.deepEqual([full.status, /has 5000 subscribers already/.test(full.text)], [409, true])
  }
  await app.rows(`update status_subscriptions set state = 'mailed' where id <= 500`)
  await app.rows('delete from status_subscriptions where id > 4500')
  assert.match((await askFor(app, url, 'new@example.org')).text, /wait to be confirmed; try again tomorrow/)
  await app.rows('delete from status_subscriptions where id = 1')
  assert.equal((await askFor(app, url, 'new@example.org')).status, 303)
  const statuses = []
  for (let n = 0; n < 2; n += 1) statuses.push((await askFor(app, url, 'new@example.org')).status)
  assert.deepEqual(statuses, [409, 429])
})

test('a renewed address ends all subscriptions, and so does a deleted page', async (t) => {
  const { app, url, head, mail } = await startWithMail(t)
  const link = await subscribed(app, url, mail, 'ana@example.org')
  const { url: renewed } = (await head('POST', `${STATUS_PAGE}/secret`)).body.data
  assert.equal((await fetch(hereOf(app, link))).status, 404)
  await subscribed(app, renewed, mail, 'ana@example.org')
  await head('DELETE', STATUS_PAGE)
  assert.deepEqual(await app.rows('select id from status_subscriptions'), [])
})

test('administrators of the site see how many there are and remove one by its address; others neither', async (t) => {
  const { app, url, mail } = await startWithMail(t)
  await subscribed(app, url, mail, 'ana@example.org')
  const south = await createSite(app.service.db, { name: 'South', notes: '' }, BY_COMMAND, app.now())
  const enter = async (siteId: number, email: string) => {
    await addMember(app, siteId, email, 'admin')
    const browser = openBrowser(app.url)
    await browser.go('/login')
    await browser.send('/login', { email, password: PASSWORD })
    return browser
  }
  const foreign = await enter(south, 'south@example.org')
  assert.equal((await foreign.go('/sites/1/status-page')).status, 404)
  const _csrf = (await foreign.go('/account')).csrf()
  const remove = '/sites/1/status-page/subscribers/removal'
  assert.equal((await foreign.post(remove, { _csrf, email: 'ana@example.org' })).status, 404)
  const own = await enter(1, 'own@example.org')
  const shown = await own.go('/sites/1/status-page')
  assert.match(textOf(shown.text), /1 confirmed subscriber\b/)
  assert.doesNotMatch(shown.text, /ana@example/)
  const unknown = await own.fillIn(remove, 'Remove subscriber', { Email: 'ben@example.org' })
  assert.deepEqual([unknown.status, /not among the confirmed subscribers/.test(textOf(unknown.text))], [400, true])
  const removed = await own.fillIn(remove, 'Remove subscriber', { Email: ' Ana@Example.org' })
  assert.match(textOf(removed.text), /Subscriber removed\..*0 confirmed subscribers/)
  const [entry] = await app.rows(`select before from audit_entries where action = 'status_page.subscriber_removed'`)
  assert.deepEqual(entry, { before: { subscriber: 'An…@Example.org' } })
})
