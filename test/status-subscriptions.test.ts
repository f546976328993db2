import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { BY_COMMAND } from '../src/core/audit-log/record-change.ts'
import { createSite } from '../src/core/sites/manage-sites.ts'
import { openLog } from '../src/platform/log.ts'
import type { AppOptions, Person, TestApp } from './harness/app.ts'
import { openBrowser } from './harness/browser.ts'
import { type MailServer, startMailServer } from './harness/mail-server.ts'
import { textOf } from './harness/page-text.ts'
import { PASSWORD } from './harness/people.ts'
import { addMember } from './harness/site-worlds.ts'
import { read, STATUS_PAGE, startStatusPage } from './harness/status-page.ts'

const NOTICES = `${STATUS_PAGE}/notices`
const INCIDENT = { kind: 'incident', title: 'No warm water', text: 'We are looking into it.' }
const PUBLIC = 'https://status.example.org'
const FORM = /Get updates by email/

async function startWithMail(t: TestContext, env: Record<string, string> = {}, options: AppOptions = {}) {
  const mail = await startMailServer(t)
  const set = { SMTP_URL: mail.url, SMTP_FROM: 'Tocsin <alerts@example.org>', PUBLIC_URL: PUBLIC, ...env }
  const scene = await startStatusPage(t, { env: set, ...options })
  assert.equal((await scene.head('PUT', STATUS_PAGE, await offered(scene.head, true))).status, 200)
  return { ...scene, mail }
}

/** The page as it is, with or without subscribers. */
async function offered(head: Person, subscription: boolean) {
  const { title, devices, tags } = (await head('GET', STATUS_PAGE)).body.data
  return { title, devices, tags, subscription }
}

const at = (app: TestApp, url: string) => `${app.url}${new URL(url).pathname}`

async function post(address: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const answer = await fetch(address, {
    ...{ method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' },
    headers: { accept: 'text/html', ...headers },
  })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

const ask = (app: TestApp, url: string, email: string, fields: Record<string, string> = {}, headers = {}) =>
  post(at(app, url), { email, ...fields }, headers)

const linksIn = ({ mails }: MailServer) =>
  mails.map(({ mail }) => /\bhttps:\/\/\S+\/status\/subscription\/[0-9a-f]{64}/.exec(mail.text!)![0])

async function subscribed(app: TestApp, url: string, mail: MailServer, email: string, fields = {}, headers = {}) {
  await ask(app, url, email, fields, headers)
  await app.leap({ seconds: 10 })
  const link = linksIn(mail).at(-1)!
  assert.equal((await post(at(app, link), { action: 'confirm' })).status, 303)
  mail.mails.length = 0
  return link
}

const write = async (head: Person, body: object = INCIDENT): Promise<number> =>
  (await head('POST', NOTICES, body)).body.data.id

const subjects = ({ mails }: MailServer) => mails.map(({ to, mail }) => `${to}: ${mail.subject}`)

test('a visitor subscribes, confirms by a link, and gets one mail for a notice and one for its update', async (t) => {
  const { app, url, head, mail } = await startWithMail(t)
  await write(head, { ...INCIDENT, title: 'Before' })
  assert.match((await read(app, url)).text, FORM)
  const asked = await ask(app, url, 'Ana@example.org')
  assert.equal(asked.status, 303)
  assert.match(textOf((await read(app, `${PUBLIC}${asked.headers.get('location')}`)).text), /Check your inbox/)
  await app.leap({ seconds: 10 })
  assert.deepEqual(subjects(mail), ['Ana@example.org: Hospital services: Confirm subscription'])
  const link = linksIn(mail)[0]!
  assert.ok(link.startsWith(PUBLIC))
  // Programs that look at links change nothing, however often they do.
  for (const _ of [1, 2]) {
    const shown = await fetch(at(app, link))
    assert.equal(shown.headers.get('referrer-policy'), 'no-referrer')
    assert.match(
      textOf(await shown.text()),
      /Updates of “Hospital services” will be sent to Ana@example.org\. ?Confirm/,
    )
  }
  await write(head, { ...INCIDENT, title: 'Too early' })
  await app.leap({ seconds: 10 })
  assert.equal(mail.mails.length, 1)
  // Pressing the button twice is not unsubscribing.
  for (const _ of [1, 2]) assert.equal((await post(at(app, link), { action: 'confirm' })).status, 303)
  await app.leap({ seconds: 10 })
  assert.equal(mail.mails.length, 1)
  const id = await write(head)
  await app.leap({ seconds: 10 })
  await app.leap({ seconds: 100 })
  assert.deepEqual(subjects(mail).slice(1), ['Ana@example.org: Hospital services: No warm water'])
  const told = mail.mails[1]!.mail
  assert.match(
    told.text!,
    /^No warm water\n\nIncident · Investigating\nWe are looking into it\.\n\nOpen the status page: /,
  )
  assert.ok(told.text!.includes(`${PUBLIC}${new URL(url).pathname}\n`), 'a link to the page')
  assert.ok(told.text!.includes(`Unsubscribe: ${link}\n`))
  assert.equal(told.headers.get('list')?.constructor, Object)
  await head('POST', `${NOTICES}/${id}/updates`, { state: 'identified', text: 'The pump.' })
  await app.leap({ seconds: 10 })
  assert.equal(mail.mails.length, 3)
  assert.match(mail.mails[2]!.mail.text!, /Incident · Identified\n1 Mar 2026, .* UTC: Identified\nThe pump\.\n/)
  assert.doesNotMatch(mail.mails[2]!.mail.text!, /looking into it/)
  assert.doesNotMatch(mail.mails.map(({ mail: one }) => one.text).join(), /Secret|admin-/)
})

test('the answer is the same for unknown, waiting and confirmed addresses, and only a waiting one gets another mail, an hour later', async (t) => {
  const { app, url, mail } = await startWithMail(t)
  const answers = [await ask(app, url, 'ana@example.org')]
  await app.leap({ seconds: 10 })
  answers.push(await ask(app, url, 'ANA@example.org'))
  await app.leap({ seconds: 10 })
  assert.equal(mail.mails.length, 1)
  await app.leap({ seconds: 3_600 })
  answers.push(await ask(app, url, 'ana@example.org'))
  await app.leap({ seconds: 10 })
  assert.equal(mail.mails.length, 2)
  const [first, second] = linksIn(mail)
  assert.equal(first, second)
  await post(at(app, second!), { action: 'confirm' })
  await app.leap({ seconds: 7_200 })
  answers.push(await ask(app, url, 'ana@example.org'))
  await app.leap({ seconds: 10 })
  assert.equal(mail.mails.length, 2)
  assert.equal(
    new Set(answers.map(({ status, headers, text }) => `${status} ${headers.get('location')} ${text}`)).size,
    1,
  )
})

test('mails are in the language and the zone of the visitor, with the planned time, also when that moves', async (t) => {
  const { app, url, head, mail } = await startWithMail(t)
  await subscribed(app, url, mail, 'ana@example.org', { zone: 'Europe/Berlin' }, { 'accept-language': 'de' })
  await subscribed(app, url, mail, 'ben@example.org', { zone: 'Mars/Base' })
  const times = { starts_at: '2026-03-02T20:00:00Z', ends_at: '2026-03-02T22:00:00Z' }
  const id = await write(head, { kind: 'maintenance', title: 'New pump', text: 'Cold.', ...times })
  await app.leap({ seconds: 10 })
  const texts = () => Object.fromEntries(mail.mails.map(({ to, mail: one }) => [String(to), one.text!]))
  assert.match(
    texts()['ana@example.org']!,
    /Wartung · Geplant\nGeplant: 2\. März 2026, 21:00 MEZ – .*23:00 MEZ\nCold\./,
  )
  assert.match(
    texts()['ben@example.org']!,
    /Maintenance · Scheduled\nPlanned: 2 Mar 2026, 20:00 UTC – .*22:00 UTC\nCold\./,
  )
  await head('PATCH', `${NOTICES}/${id}`, { text: 'Very cold.' })
  await app.leap({ seconds: 10 })
  assert.equal(mail.mails.length, 2)
  await head('PATCH', `${NOTICES}/${id}`, { ends_at: '2026-03-02T23:30:00Z' })
  await app.leap({ seconds: 10 })
  assert.equal(mail.mails.length, 4)
  assert.match(texts()['ben@example.org']!, /23:30 UTC\nVery cold\./)
})

test('a program unsubscribes with one click, in either form, and the second time is answered like the first', async (t) => {
  const { app, url, head, mail } = await startWithMail(t)
  const ana = await subscribed(app, url, mail, 'ana@example.org')
  const ben = await subscribed(app, url, mail, 'ben@example.org')
  await write(head)
  await app.leap({ seconds: 10 })
  for (const { to, mail: one } of mail.mails) {
    const raw = one.headerLines.map(({ line }) => line.replaceAll(/\r?\n\s+/g, ' '))
    const own = String(to) === 'ana@example.org' ? ana : ben
    assert.ok(raw.includes(`List-Unsubscribe: <${own}>`), raw.join('\n'))
    assert.ok(raw.includes('List-Unsubscribe-Post: List-Unsubscribe=One-Click'))
  }
  for (const _ of [1, 2]) {
    assert.match(textOf((await post(at(app, ana), { 'List-Unsubscribe': 'One-Click' })).text), /Unsubscribed/)
  }
  const body = new FormData()
  body.append('List-Unsubscribe', 'One-Click')
  assert.equal((await fetch(at(app, ben), { method: 'POST', body })).status, 200)
  assert.equal((await post(at(app, ben), {})).status, 400)
  mail.mails.length = 0
  await write(head)
  await app.leap({ seconds: 100 })
  assert.deepEqual(mail.mails, [])
  assert.equal((await fetch(at(app, ana))).status, 404)
})

test('a mail server that is away for two days loses nothing, and one mail then has all of it', async (t) => {
  const { app, url, head, mail } = await startWithMail(t)
  await subscribed(app, url, mail, 'ana@example.org')
  mail.answers = { mailFrom: '451 4.3.0 Not now' }
  await write(head, { ...INCIDENT, title: 'First' })
  await app.leap({ seconds: 10 })
  const second = await write(head, { ...INCIDENT, title: 'Second' })
  for (let hour = 0; hour < 48; hour += 6) await app.leap({ seconds: 21_600 })
  await head('POST', `${NOTICES}/${second}/updates`, { state: 'resolved' })
  mail.answers = {}
  await app.leap({ seconds: 3_600 })
  assert.deepEqual(subjects(mail), ['ana@example.org: Hospital services: Second and 1 more'])
  assert.match(mail.mails[0]!.mail.text!, /First\n.*Investigating\n.*\n\nSecond\n.*Resolved\n/)
  await app.leap({ seconds: 7_200 })
  assert.equal(mail.mails.length, 1)
})

test('a mailbox that is unknown for three days is removed, and one that was for a day is not', async (t) => {
  const { app, url, head, mail } = await startWithMail(t)
  await subscribed(app, url, mail, 'ana@example.org')
  await write(head)
  mail.answers = { rcptTo: '550 5.1.1 No such user' }
  for (let hour = 0; hour < 24; hour += 6) await app.leap({ seconds: 21_600 })
  mail.answers = {}
  await app.leap({ seconds: 3_600 })
  assert.equal(mail.mails.length, 1)
  mail.answers = { rcptTo: '550 5.1.1 No such user' }
  await ask(app, url, 'mistyped@example.org')
  await app.leap({ seconds: 10 })
  assert.deepEqual(await app.rows('select email from status_subscriptions'), [{ email: 'ana@example.org' }])
  await write(head)
  for (let hour = 0; hour < 78; hour += 6) await app.leap({ seconds: 21_600 })
  assert.deepEqual(await app.rows('select id from status_subscriptions'), [])
})

test('several nodes at once send each subscriber one mail', async (t) => {
  const { app, url, head, mail } = await startWithMail(t)
  await subscribed(app, url, mail, 'ana@example.org')
  await app.rows(
    `insert into status_subscriptions (site_id, email, language, token_hash, sealed, state, told_through, next_try_at, created_at)
     select 1, n || '@example.org', 'en', 'hash ' || n, sealed, 'confirmed', 0, $1, $1
     from status_subscriptions, generate_series(1, 24) as n`,
    [app.now()],
  )
  await write(head)
  const job = app.service.jobs.find(({ name }) => name === 'mail subscribers of status pages')!
  const node = async () => {
    while (await job.step(app.now()));
  }
  await Promise.all([node(), node(), node()])
  assert.equal(mail.mails.length, 25)
  assert.equal(new Set(mail.mails.map(({ to }) => String(to))).size, 25)
})

test('a node that was killed after sending sends at most once more', async (t) => {
  const { app, url, head, mail } = await startWithMail(t)
  await subscribed(app, url, mail, 'ana@example.org')
  await write(head)
  // As it stands between taking it and noting that it was sent.
  await app.rows(`update status_subscriptions set next_try_at = $1::timestamptz + interval '5 minutes'`, [app.now()])
  await app.leap({ seconds: 100 })
  assert.equal(mail.mails.length, 0)
  await app.leap({ seconds: 300 })
  assert.equal(mail.mails.length, 1)
})

test('tokens of links and addresses of subscribers are in no log, and tokens and the address of the page in no row', async (t) => {
  const lines: string[] = []
  const log = openLog('trace', { write: (line: string) => void lines.push(line) })
  const { app, url, head, mail } = await startWithMail(t, {}, { log })
  const link = await subscribed(app, url, mail, 'ana@example.org')
  mail.answers = { rcptTo: '550 5.1.1 No ana@example.org here' }
  await write(head)
  await app.leap({ seconds: 10 })
  await post(at(app, link), { action: 'nothing' })
  const secrets = [link, url].map((address) => address.split('/').at(-1)!)
  const rows = await app.rows<{ row: string }>('select s::text as row from status_subscriptions as s')
  assert.ok(lines.some((line) => line.includes('a mail to a subscriber could not be sent')))
  for (const secret of secrets) assert.ok(!`${lines.join()}${JSON.stringify(rows)}`.includes(secret))
  assert.doesNotMatch(lines.join(), /ana@/)
})

test('an unconfirmed subscription is forgotten after a day', async (t) => {
  const { app, url, mail } = await startWithMail(t)
  await ask(app, url, 'ana@example.org')
  await app.leap({ seconds: 10 })
  await app.leap({ seconds: 86_400 })
  assert.equal((await post(at(app, linksIn(mail)[0]!), { action: 'confirm' })).status, 404)
  assert.deepEqual(await app.rows('select id from status_subscriptions'), [])
})

test('the form is there only while the page has subscribers, a mail server and a public address', async (t) => {
  const { app, url, head, mail } = await startWithMail(t)
  await subscribed(app, url, mail, 'ana@example.org')
  await head('PUT', STATUS_PAGE, await offered(head, false))
  assert.doesNotMatch((await read(app, url)).text, FORM)
  assert.equal((await ask(app, url, 'ben@example.org')).status, 404)
  await write(head)
  await app.leap({ seconds: 10 })
  await head('PUT', STATUS_PAGE, await offered(head, true))
  await app.leap({ seconds: 10 })
  assert.deepEqual(mail.mails, [], 'what happened meanwhile is no news')
  const local = await startWithMail(t, { PUBLIC_URL: 'http://localhost:8080' })
  assert.doesNotMatch((await read(local.app, local.url)).text, FORM)
  const alone = await startStatusPage(t, { env: { PUBLIC_URL: PUBLIC } })
  assert.equal((await alone.head('PUT', STATUS_PAGE, await offered(alone.head, true))).status, 200)
  assert.doesNotMatch((await read(alone.app, alone.url)).text, FORM)
})

test('no address of more than one mailbox is taken, and what was typed is shown again', async (t) => {
  const { app, url, mail } = await startWithMail(t)
  for (const email of ['ana', 'a@example.org, b@example.org', 'a@example.org\r\nBcc: b@example.org', '"><b>@x']) {
    const refused = await ask(app, url, email)
    assert.equal(refused.status, 400, email)
    assert.match(refused.text, /<details open>[\s\S]*role="alert">[^<]+</)
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
    const full = await ask(app, url, email)
    assert.deepEqual([full.status, /has 5000 subscribers already/.test(full.text)], [409, true])
  }
  await app.rows(`update status_subscriptions set state = 'mailed' where id <= 500`)
  await app.rows('delete from status_subscriptions where id > 4500')
  assert.match((await ask(app, url, 'new@example.org')).text, /wait to be confirmed; try again tomorrow/)
  await app.rows('delete from status_subscriptions where id = 1')
  assert.equal((await ask(app, url, 'new@example.org')).status, 303)
  const statuses = []
  for (let n = 0; n < 2; n += 1) statuses.push((await ask(app, url, 'new@example.org')).status)
  assert.deepEqual(statuses, [409, 429])
})

test('a renewed address ends all subscriptions, and so does a deleted page', async (t) => {
  const { app, url, head, mail } = await startWithMail(t)
  const link = await subscribed(app, url, mail, 'ana@example.org')
  const { url: renewed } = (await head('POST', `${STATUS_PAGE}/secret`)).body.data
  assert.equal((await fetch(at(app, link))).status, 404)
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
