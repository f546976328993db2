import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textOf } from './harness/page-text.ts'
import { read } from './harness/status-page.ts'
import {
  askFor,
  FORM,
  hereOf,
  INCIDENT,
  linksIn,
  NOTICES,
  PUBLIC,
  postForm,
  startWithMail,
  subjects,
  subscribed,
  writeNotice,
} from './harness/subscribers.ts'

test('a visitor subscribes, confirms by a link, and gets one mail for a notice and one for its update', async (t) => {
  const { app, url, head, mail } = await startWithMail(t)
  await writeNotice(head, { ...INCIDENT, title: 'Before' })
  assert.match((await read(app, url)).text, FORM)
  const asked = await askFor(app, url, 'Ana@example.org')
  assert.equal(asked.status, 303)
  assert.match(textOf((await read(app, `${PUBLIC}${asked.headers.get('location')}`)).text), /Check your inbox/)
  await app.leap({ seconds: 10 })
  assert.deepEqual(subjects(mail), ['Ana@example.org: Hospital services: Confirm subscription'])
  const link = linksIn(mail)[0]!
  assert.ok(link.startsWith(PUBLIC))
  // Programs that look at links change nothing, however often they do.
  for (const _ of [1, 2]) {
    const shown = await fetch(hereOf(app, link))
    assert.equal(shown.headers.get('referrer-policy'), 'no-referrer')
    assert.match(
      textOf(await shown.text()),
      /Updates of “Hospital services” will be sent to Ana@example.org\. ?Confirm/,
    )
  }
  await writeNotice(head, { ...INCIDENT, title: 'Too early' })
  await app.leap({ seconds: 10 })
  assert.equal(mail.mails.length, 1)
  // Pressing the button twice is not unsubscribing.
  for (const _ of [1, 2]) assert.equal((await postForm(hereOf(app, link), { action: 'confirm' })).status, 303)
  await app.leap({ seconds: 10 })
  assert.equal(mail.mails.length, 1)
  const id = await writeNotice(head)
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
  const answers = [await askFor(app, url, 'ana@example.org')]
  await app.leap({ seconds: 10 })
  answers.push(await askFor(app, url, 'ANA@example.org'))
  await app.leap({ seconds: 10 })
  assert.equal(mail.mails.length, 1)
  await app.leap({ seconds: 3_600 })
  answers.push(await askFor(app, url, 'ana@example.org'))
  await app.leap({ seconds: 10 })
  assert.equal(mail.mails.length, 2)
  const [first, second] = linksIn(mail)
  assert.equal(first, second)
  await postForm(hereOf(app, second!), { action: 'confirm' })
  await app.leap({ seconds: 7_200 })
  answers.push(await askFor(app, url, 'ana@example.org'))
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
  const id = await writeNotice(head, { kind: 'maintenance', title: 'New pump', text: 'Cold.', ...times })
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
  await writeNotice(head)
  await app.leap({ seconds: 10 })
  for (const { to, mail: one } of mail.mails) {
    const raw = one.headerLines.map(({ line }) => line.replaceAll(/\r?\n\s+/g, ' '))
    const own = String(to) === 'ana@example.org' ? ana : ben
    assert.ok(raw.includes(`List-Unsubscribe: <${own}>`), raw.join('\n'))
    assert.ok(raw.includes('List-Unsubscribe-Post: List-Unsubscribe=One-Click'))
  }
  for (const _ of [1, 2]) {
    assert.match(textOf((await postForm(hereOf(app, ana), { 'List-Unsubscribe': 'One-Click' })).text), /Unsubscribed/)
  }
  const body = new FormData()
  body.append('List-Unsubscribe', 'One-Click')
  assert.equal((await fetch(hereOf(app, ben), { method: 'POST', body })).status, 200)
  assert.equal((await postForm(hereOf(app, ben), {})).status, 400)
  mail.mails.length = 0
  await writeNotice(head)
  await app.leap({ seconds: 100 })
  assert.deepEqual(mail.mails, [])
  assert.equal((await fetch(hereOf(app, ana))).status, 404)
})

test('a mail server that is away for two days loses nothing, and one mail then has all of it', async (t) => {
  const { app, url, head, mail } = await startWithMail(t)
  await subscribed(app, url, mail, 'ana@example.org')
  mail.answers = { mailFrom: '451 4.3.0 Not now' }
  await writeNotice(head, { ...INCIDENT, title: 'First' })
  await app.leap({ seconds: 10 })
  const second = await writeNotice(head, { ...INCIDENT, title: 'Second' })
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
  await writeNotice(head)
  mail.answers = { rcptTo: '550 5.1.1 No such user' }
  for (let hour = 0; hour < 24; hour += 6) await app.leap({ seconds: 21_600 })
  mail.answers = {}
  await app.leap({ seconds: 3_600 })
  assert.equal(mail.mails.length, 1)
  mail.answers = { rcptTo: '550 5.1.1 No such user' }
  await askFor(app, url, 'mistyped@example.org')
  await app.leap({ seconds: 10 })
  assert.deepEqual(await app.rows('select email from status_subscriptions'), [{ email: 'ana@example.org' }])
  await writeNotice(head)
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
  await writeNotice(head)
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
  await writeNotice(head)
  // As it stands between taking it and noting that it was sent.
  await app.rows(`update status_subscriptions set next_try_at = $1::timestamptz + interval '5 minutes'`, [app.now()])
  await app.leap({ seconds: 100 })
  assert.equal(mail.mails.length, 0)
  await app.leap({ seconds: 300 })
  assert.equal(mail.mails.length, 1)
})
