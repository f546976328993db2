import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../harness/app.ts'
import { openBrowser, openBrowserAs } from '../harness/browser.ts'
import { startMailServer } from '../harness/mail-server.ts'
import { textOf } from '../harness/page-text.ts'
import { addSite, browserOf } from '../harness/sites.ts'

/** A Saturday. */
const STARTS = new Date('2026-02-28T12:00:00.000Z')

test('whoever asks for it gets a report every Monday by mail, once, in their language, until they stop it', async (t) => {
  const mail = await startMailServer(t)
  const env = { SMTP_URL: mail.url, SMTP_FROM: 'Tocsin <a@example.org>', PUBLIC_URL: 'https://tocsin.example.org' }
  const app = await startApp(t, { startsAt: STARTS, env })
  const person = await app.logIn('viewer')
  const browser = openBrowser(app.url)
  await browser.logIn(person.email)
  const device = await app.createDevice({ name: 'Pump 1', tags: ['hall'] })
  await device.send({ battery: 50 })
  assert.match(
    textOf((await browser.go('/reports/availability?tag=hall')).text),
    /You have no verified mail address yet/,
  )
  const methods = '/api/mobile/me/contact-methods'
  const { id } = (await person('POST', methods, { kind: 'email', address: 'ana@example.org' })).body.data
  await app.runJobs()
  const [code] = /\b\d{6}\b/.exec(mail.mails.pop()!.mail.subject!)!
  assert.equal((await person('POST', `${methods}/${id}/verification`, { code })).status, 200)
  await browser.go('/reports/availability?tag=hall')
  const added = await browser.fillIn('/reports/availability/weekly', 'Send me this report every Monday')
  assert.match(textOf(added.text), /You get this report from next Monday on\. .*You get this report every Monday\./)
  await app.rows(`update users set preferences = preferences || '{"language":"de","zone":"Europe/Ljubljana"}'`)
  const at = async (time: string) => {
    app.setClock({ seconds: (Date.parse(time) - app.now().getTime()) / 1_000 })
    await app.runJobs()
    await app.runJobs()
    return mail.mails.splice(0).map(({ mail: { subject, text } }) => ({ subject, text }))
  }
  assert.deepEqual(await at('2026-03-02T06:59:00Z'), [])
  const [first, ...others] = await at('2026-03-02T07:00:30Z')
  assert.equal(others.length, 0)
  assert.equal(first!.subject, 'Verfügbarkeit, 23. Feb. – 1. März 2026')
  assert.match(first!.text!, /Schlagwort: hall\s+Pump 1: Online [\d,]+\s%, Zeit offline \d+\s/u)
  assert.match(
    first!.text!,
    /https:\/\/tocsin\.example\.org\/reports\/availability\?from=2026-02-22T23%3A00%3A00\.000Z/,
  )
  assert.deepEqual(await at('2026-03-03T07:00:00Z'), [])
  // A service that was away for weeks sends the last one.
  assert.equal((await at('2026-03-24T07:00:00Z')).length, 1)
  await browser.logIn(person.email)
  await browser.go('/reports/availability')
  const [own] = await app.rows<{ id: number }>('select id from weekly_reports')
  const removed = await browser.send(`/reports/weekly/${own!.id}/removal`)
  assert.match(textOf(removed.text), /Sie bekommen diesen Bericht nicht mehr/)
  assert.deepEqual(await at('2026-04-20T07:00:00Z'), [])
  const actions = await app.rows<{ action: string }>(
    "select action from audit_entries where action like 'weekly_report%' order by id",
  )
  assert.deepEqual(
    actions.map(({ action }) => action),
    ['weekly_report.created', 'weekly_report.deleted'],
  )
})

test('a weekly report of a site that its reader has left is not sent, and nobody stops that of another person', async (t) => {
  const mail = await startMailServer(t)
  const app = await startApp(t, { startsAt: STARTS, env: { SMTP_URL: mail.url, SMTP_FROM: 'Tocsin <a@example.org>' } })
  const south = await addSite(app, 'South')
  const member = await browserOf(app, south, 'viewer')
  await member.go(`/reports/availability?site=${south}`)
  await app.rows(`
    insert into contact_methods (user_id, kind, label, state, address_sealed, fingerprint, address_hint, created_at, details)
    select user_id, 'email', 'Mail', 'verified', '\\x00', '\\x00', 'x', now(), 'full' from site_members`)
  await member.go(`/reports/availability?site=${south}`)
  await member.fillIn('/reports/availability/weekly', 'Send me this report every Monday')
  const [own] = await app.rows<{ id: number; site_id: number }>('select id, site_id from weekly_reports')
  assert.equal(own!.site_id, south)
  const other = await openBrowserAs(app, 'admin')
  const _csrf = (await other.go('/reports')).csrf()
  const refused = await other.post(`/reports/weekly/${own!.id}/removal`, { _csrf }, { origin: app.url })
  assert.equal(refused.status, 404)
  await app.rows('delete from site_members')
  app.setClock({ seconds: 3 * 86_400 })
  await app.runJobs()
  assert.deepEqual(await app.rows("select from notifications where reason = 'report'"), [])
})

test('a weekly report that cannot be read is tried again after an hour, and keeps no other from being sent', async (t) => {
  const mail = await startMailServer(t)
  const app = await startApp(t, { startsAt: STARTS, env: { SMTP_URL: mail.url, SMTP_FROM: 'Tocsin <a@example.org>' } })
  await app.logIn('viewer')
  await app.rows(`
    insert into contact_methods (user_id, kind, label, state, address_sealed, fingerprint, address_hint, created_at, details)
    select id, 'email', 'Mail', 'verified', '\\x00', '\\x00', 'x', now(), 'full' from users`)
  await app.rows(`
    insert into weekly_reports (user_id, kind, next_at, created_at)
    select id, kind, '2026-03-02T07:00Z', now() from users, unnest('{gone,response}'::text[]) as kind`)
  app.setClock({ seconds: 3 * 86_400 })
  const { step } = app.service.jobs.find(({ name }) => name === 'send weekly reports')!
  await assert.rejects(step(app.now()))
  assert.equal(await step(app.now()), true)
  assert.equal(await step(app.now()), false)
  assert.equal((await app.rows("select from notifications where reason = 'report'")).length, 1)
  app.setClock({ seconds: 3_600 })
  await assert.rejects(step(app.now()))
})

test('a person gets at most twenty reports every Monday, and asking for one of them again changes nothing', async (t) => {
  const app = await startApp(t, { startsAt: STARTS })
  const browser = await openBrowserAs(app, 'viewer')
  await app.rows(`
    insert into weekly_reports (user_id, kind, tag, next_at, created_at)
    select id, 'fuel', 'tag-' || n, now(), now() from users, generate_series(1, 20) as n`)
  const ask = async (tag: string) => {
    const _csrf = (await browser.go('/account')).csrf()
    return browser.post('/reports/fuel/weekly', { _csrf, site: 'all', tag }, { origin: app.url })
  }
  const refused = await ask('another')
  assert.equal(refused.status, 409)
  assert.match(textOf(refused.text), /You get 20 reports every Monday already/)
  assert.equal((await ask('tag-7')).status, 303)
  assert.equal((await app.rows('select from weekly_reports')).length, 20)
})
