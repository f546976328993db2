import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AuditEntry } from '../src/core/audit-log/audit-entry.ts'
import { BY_COMMAND, recordChange } from '../src/core/audit-log/record-change.ts'
import { newDeviceOf } from '../src/core/devices/device-bodies.ts'
import { recordLoginFailure } from '../src/core/people/login/login-failures.ts'
import { startApp, type TestApp } from './harness/app.ts'
import { openBrowserAs } from './harness/browser.ts'
import { PASSWORD } from './harness/people.ts'
import { startReceiver } from './harness/receiver.ts'

const logInAs = (app: TestApp, email: string, password = PASSWORD) =>
  app.call('POST', '/api/mobile/login', { email, password })

/** Entries of one action, oldest first. */
async function entriesOf(app: TestApp, action: string): Promise<AuditEntry[]> {
  const admin = await app.logIn('admin')
  const { status, body } = await admin('GET', `/api/admin/audit?action=${action}&limit=500`)
  assert.equal(status, 200)
  return body.data.toReversed()
}

const emailOf = async (call: Awaited<ReturnType<TestApp['logIn']>>): Promise<string> =>
  (await call('GET', '/api/mobile/me')).body.data.email

test('each change of configuration says who made it, from where, and what was before and after', async (t) => {
  const app = await startApp(t)
  const call = await app.logIn('admin')
  const email = await emailOf(call)
  const device = { name: 'Boiler', module: 'factory' as const, tags: ['cellar'] }
  const { id } = (await call('POST', '/api/admin/devices', device)).body.data
  await call('PATCH', `/api/admin/devices/${id}`, { enabled: false })
  await call('PATCH', `/api/admin/devices/${id}`, { enabled: false })
  await call('POST', `/api/admin/devices/${id}/token`, { overlap_s: 60 })
  await call('PATCH', '/api/admin/devices/999', { enabled: false })

  const entries = (await entriesOf(app, 'device.*')).filter((entry) => entry.actor.email === email)
  assert.deepEqual(
    entries.map(({ action, before, after }) => ({ action, before, after: after && { ...after, token_hint: '' } })),
    [
      {
        action: 'device.created',
        before: null,
        after: { ...newDeviceOf(device), site_id: 1, token_hint: '' },
      },
      { action: 'device.updated', before: { enabled: true }, after: { enabled: false, token_hint: '' } },
      {
        action: 'device.token_rotated',
        before: { token_hint: entries[2]?.before?.token_hint },
        after: { token_hint: '', previous_token_until: entries[2]?.after?.previous_token_until },
      },
    ],
  )
  for (const { at, actor, via, address, subject } of entries) {
    assert.equal(actor.type, 'user')
    assert.deepEqual(
      [via, address, subject],
      ['token', '127.0.0.1', { type: 'device', id: String(id), name: 'Boiler' }],
    )
    assert.equal(at, app.now().toISOString())
  }
})

test('changes of users and webhooks and actions of the service are in the audit log too', async (t) => {
  const app = await startApp(t)
  const call = await app.logIn('admin')
  const receiver = await startReceiver(t)
  receiver.answerWith(410)
  const hook = { name: 'Pager', url: receiver.url, events: ['device.offline'] }
  const webhook = (await call('POST', '/api/admin/webhooks', hook)).body.data
  await call('POST', '/api/admin/users', { email: 'New@Example.org', password: PASSWORD, role: 'viewer' })
  const sensor = await app.createDevice({ offline_after_s: 60 })
  await sensor.send({ metrics: { gas_ppm: 1 } })
  await app.fastForward({ minutes: 2 })

  const [created] = await entriesOf(app, 'webhook.created')
  assert.partialDeepStrictEqual(created?.after, { ...hook, min_severity: 'info', modules: [], tags: [] })
  const [disabled] = await entriesOf(app, 'webhook.disabled')
  assert.deepEqual(disabled?.actor, { type: 'system', id: null, email: null, name: null })
  assert.deepEqual(disabled?.subject, { type: 'webhook', id: String(webhook.id), name: 'Pager' })
  const user = (await entriesOf(app, 'user.created')).find(({ via }) => via === 'token')
  assert.deepEqual(user?.after, { email: 'new@example.org', role: 'viewer' })
  const rules = await entriesOf(app, 'rule.created')
  assert.ok(rules.length > 10 && rules.every(({ actor, after }) => actor.type === 'system' && after?.condition))
})

test('actions on alerts and incidents are in the audit log once', async (t) => {
  const app = await startApp(t)
  const call = await app.logIn('operator')
  const monitor = await app.createDevice({ module: 'health' })
  await monitor.send({ metrics: { systolic: 185 } })
  const [{ incident_id: id }] = (await call('GET', '/api/mobile/incidents')).body.data
  const [{ alert_id, title }] = (await call('GET', '/api/mobile/alerts')).body.data
  const incident = `/api/mobile/incidents/${id}`
  await call('POST', `/api/mobile/alerts/${alert_id}/acknowledgement`)
  await call('POST', `${incident}/notes`, { text: 'On my way' })
  for (const path of ['acknowledgement', 'acknowledgement', 'resolution', 'resolution']) {
    assert.equal((await call('POST', `${incident}/${path}`)).status, 200)
  }
  const said = ({ action, before, after }: AuditEntry) => [action, before, after]
  assert.deepEqual((await entriesOf(app, 'incident.*')).map(said), [
    // With its only alert.
    ['incident.acknowledged', { status: 'open' }, { status: 'acknowledged' }],
    ['incident.note_added', null, { text: 'On my way' }],
    ['incident.resolved', { status: 'acknowledged' }, { status: 'resolved', resolution: 'manual', note: null }],
  ])
  const alerts = await entriesOf(app, 'alert.*')
  assert.deepEqual(alerts.map(said), [
    ['alert.acknowledged', { status: 'firing' }, { status: 'acknowledged' }],
    ['alert.resolved', { status: 'acknowledged' }, { status: 'resolved' }],
  ])
  assert.deepEqual(alerts[0]?.subject, { type: 'alert', id: String(alert_id), name: title })
})

test('logins are in the audit log, without the email of unknown accounts', async (t) => {
  const app = await startApp(t)
  const call = await app.logIn('viewer')
  const email = await emailOf(call)
  await logInAs(app, email, 'wrong')
  await logInAs(app, 'p@ssword in the wrong field', 'x')
  await call('POST', '/api/mobile/logout')
  const failed = await entriesOf(app, 'login.failed')
  const { id } = (await entriesOf(app, 'login.succeeded'))[0]!.actor
  assert.deepEqual(
    failed.map(({ actor, via, address, subject, after }) => [actor.type, via, address, subject, after]),
    [
      ['unknown', 'token', '127.0.0.1', { type: 'user', id: String(id), name: email }, { count: 1 }],
      ['unknown', 'token', '127.0.0.1', { type: 'user', id: 'unknown', name: null }, { count: 1 }],
    ],
  )
  assert.equal((await entriesOf(app, 'logout'))[0]?.actor.email, email)
  const counted = await app.rows<{ account: string }>('select account from login_failures')
  assert.deepEqual(
    counted.map(({ account }) => account.length),
    [4, 4],
    'sixteen bits of a digest',
  )
})

test('failed logins are counted by account, so that many of them do not hide others', async (t) => {
  const app = await startApp(t)
  const call = await app.logIn('viewer')
  const email = await emailOf(call)
  const [{ id: userId }] = (await app.rows<{ id: number }>('select id from users where email = $1', [email])) as [
    { id: number },
  ]
  const fail = (to: string, id: number | null, address: string) =>
    recordLoginFailure(app.service.db, { email: to, userId: id, address, via: 'session' }, app.now())
  for (let n = 0; n < 120; n += 1) await fail(`guess${n}@example.org`, null, `10.0.0.${n % 30}`)
  for (let n = 0; n < 21; n += 1) await fail(email, userId, `10.1.0.${n % 7}`)
  const said = async () =>
    (await entriesOf(app, 'login.failed')).map(({ subject, address, after }) => [subject.name, address, after?.count])
  const atOnce = await said()
  assert.deepEqual(
    atOnce.filter(([name]) => name === email).map(([, address]) => address),
    [0, 1, 2, 3, 4].map((n) => `10.1.0.${n}`),
    'each address once, the first five at once',
  )
  assert.equal(atOnce.filter(([name]) => name === null).length, 20)

  await app.leap({ seconds: 1_260 })
  const later = (await said()).slice(atOnce.length)
  const counts = (name: string | null) => [...atOnce, ...later].filter((entry) => entry[0] === name)
  const total = (name: string | null) => counts(name).reduce((sum, entry) => sum + Number(entry[2]), 0)
  assert.deepEqual([total(email), total(null)], [21, 120], 'all are counted')
  assert.deepEqual([counts(email).length, counts(null).length], [11, 41], 'at most one more for each address, and one')
  assert.equal(later.filter(([name, address]) => name === null && address === null).length, 1)
  const browser = await openBrowserAs(app, 'admin')
  assert.match((await browser.go('/audit?action=login.failed')).text, /Failed to log in × 30/)
  await app.leap({ seconds: 660 })
  assert.equal((await said()).length, atOnce.length + later.length, 'told once')
})

test('an entry keeps the email of a deleted person', async (t) => {
  const app = await startApp(t)
  const call = await app.logIn('operator')
  const email = await emailOf(call)
  await call('POST', '/api/admin/devices', { name: 'Boiler', module: 'factory' })
  await app.rows('delete from users where email = $1', [email])
  assert.equal((await entriesOf(app, 'device.created')).at(-1)?.actor.email, email)
})

test('no secret is in the log', async (t) => {
  const app = await startApp(t)
  const call = await app.logIn('admin')
  const { id, token } = (await call('POST', '/api/admin/devices', { name: 'Boiler', module: 'factory' })).body.data
  const rotated = (await call('POST', `/api/admin/devices/${id}/token`)).body.data.token
  const hook = { name: 'Pager', url: 'http://127.0.0.1:9/' }
  const { secret } = (await call('POST', '/api/admin/webhooks', hook)).body.data
  await call('POST', '/api/admin/users', { email: 'new@example.org', password: PASSWORD, role: 'viewer' })
  const login = await logInAs(app, 'new@example.org')
  const [log] = await app.rows<{ text: string }>('select json_agg(e)::text as text from audit_entries as e')
  for (const kept of [token, rotated, secret, secret.slice(6), PASSWORD, login.body.data.token, '$2b$']) {
    assert.ok(!log!.text.includes(kept), kept)
  }
  assert.doesNotMatch(log!.text, /[0-9a-f]{64}/, 'not even the hash of one')
})

test('an entry can be neither changed nor, within a year, deleted', async (t) => {
  const app = await startApp(t, { env: { AUDIT_RETENTION_DAYS: '400' } })
  const subject = { type: 'device', id: 7, name: 'a\0\ud800' }
  const change = (action: string, daysAgo: number) =>
    recordChange(
      app.service.db,
      BY_COMMAND,
      { action, subject, before: null, after: {} },
      new Date(app.now().getTime() - daysAgo * 86_400_000),
    )
  await change('device.young', 1)
  await change('device.kept', 399)
  await change('device.old', 401)
  for (const attempt of [
    "update audit_entries set actor_email = 'x'",
    'delete from audit_entries',
    'truncate audit_entries',
  ]) {
    await assert.rejects(app.rows(attempt), /append-only/, attempt)
  }
  await app.runJobs()
  const left = await entriesOf(app, 'device.*')
  assert.deepEqual(
    left.map(({ action, subject }) => [action, subject.name]),
    [
      ['device.young', 'a\ufffd'],
      ['device.kept', 'a\ufffd'],
    ],
  )
})
