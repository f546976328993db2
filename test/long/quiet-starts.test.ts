import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { BY_COMMAND } from '../../src/core/audit-log/record-change.ts'
import { DEMO_INTERVAL_S } from '../../src/fleet/demo/demo-fleet.ts'
import { loadDemo } from '../../src/fleet/demo/manage-demo.ts'
import { cleanUp } from '../harness/cleanup.ts'
import { databaseUrl, emptyDatabase, urlOf } from '../harness/database.ts'
import { startPushService } from '../harness/push-service.ts'
import { declare, startReachableApp } from '../harness/reachable.ts'
import { startReceiver } from '../harness/receiver.ts'
import { type Served, servedProgram } from '../harness/served.ts'
import { type Call, collapse, logIn, subscribe, titlesOf, until } from '../harness/served-people.ts'

const RELEASED = join(import.meta.dirname, 'released/0.1.0.backup')
const ANA = { email: 'ana@example.org', password: 'a quiet harbour at dawn' }

const declareBy = async (call: Call, title: string): Promise<number> =>
  (await call('POST', '/api/mobile/incidents', { title, severity: 'critical' })).incident_id

/** Whether the second step of the escalation has been taken. */
const isEscalated = async (call: Call, id: number): Promise<true | undefined> => {
  const { timeline } = await call('GET', `/api/mobile/incidents/${id}`)
  return timeline.some(({ kind }: { kind: string }) => kind === 'escalated') ? true : undefined
}

async function restored(t: TestContext, file: string, env: Record<string, string>): Promise<Served> {
  const copy = await servedProgram(t, { ...env, DATABASE_URL: urlOf(await emptyDatabase(t)) })
  const { code, stdout, stderr } = await copy.run('restore', file, '--json')
  assert.equal(code, 0, stderr)
  assert.deepEqual(JSON.parse(stdout).cancelled, { runs: 1, notifications: 1 })
  await copy.start()
  return copy
}

test('a backup that is restored beside the running service notifies nobody of what the service notifies of', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-drill-'))
  cleanUp(t, () => rmSync(folder, { recursive: true, force: true }))
  const [push, receiver] = [await startPushService(t), await startReceiver(t)]
  const env = { PUSH_ALLOWED_ORIGINS: push.origin }
  const admin = { ADMIN_EMAIL: ANA.email, ADMIN_PASSWORD: ANA.password }
  const served = await servedProgram(t, { ...env, ...admin, DATABASE_URL: await databaseUrl(t) })
  await served.start()
  const ana = await logIn(served, ANA)
  const events = ['incident.created', 'incident.acknowledged']
  await ana('POST', '/api/admin/webhooks', { name: 'Desk', url: receiver.url, events })
  const { browser: phone } = await subscribe(ana, push)
  const me = await ana('GET', '/api/mobile/me')
  const targets = [{ type: 'user', id: me.id }]
  const stepsWith = (wait_s: number) => ({
    steps: [
      { wait_s: 0, targets },
      { wait_s, targets },
    ],
  })
  // The second step is not taken before the backup, however slow the machine is.
  const policy = await ana('POST', '/api/admin/escalation-policies', { name: 'Evening', ...stepsWith(3_600) })
  const hurry = (call: Call) => call('PATCH', `/api/admin/escalation-policies/${policy.id}`, stepsWith(3))
  // Notifications that wait for their next attempt are in the backup, too.
  push.status = 503
  const old = await collapse(served, ana, 'Bed 1')
  await until('an attempt', async () => {
    const [first] = await ana('GET', `/api/mobile/incidents/${old}/notifications`)
    return first.state === 'retrying' ? true : undefined
  })
  const file = join(folder, 'tocsin.backup')
  assert.equal((await served.run('backup', file)).code, 0)
  await ana('POST', `/api/mobile/incidents/${old}/acknowledgement`)
  push.status = 201
  await until('the event of the acknowledgement', () => receiver.received('incident.acknowledged')[0])
  const before = [phone.received.length, receiver.requests.length]

  const drill = await restored(t, file, { ...env, OUTBOUND: 'off' })
  const there = await logIn(drill, ANA)
  assert.equal((await there('GET', `/api/mobile/incidents/${old}`)).status, 'open')
  await hurry(there)
  const tried = await declareBy(there, 'Only a drill')
  await until('the second step', () => isEscalated(there, tried))
  assert.deepEqual([phone.received.length, receiver.requests.length], before)
  await drill.stop()

  // In place of the service, a copy notifies of what is new only.
  await served.stop()
  const replacement = await restored(t, file, env)
  const again = await logIn(replacement, ANA)
  await hurry(again)
  const id = await declareBy(again, 'Smell of gas')
  await until('two messages', () => titlesOf(phone, id)[1])
  assert.deepEqual(titlesOf(phone, old), [])
})

test('the demo fleet notifies nobody, whatever happens to it', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const [ana, admin] = [await addReachable(), await addReachable('admin')]
  await loadDemo(app.service.db, BY_COMMAND, app.now())
  await app.runJobs()
  // By steps of the fleet: between them, nothing happens here that a second would tell from five.
  for (let seconds = 0; seconds < 20 * 60; seconds += DEMO_INTERVAL_S) await app.leap({ seconds: DEMO_INTERVAL_S })
  const incidents: { severity: string }[] = (await ana.call('GET', '/api/mobile/incidents?limit=100')).body.data
  assert.ok(incidents.some(({ severity }) => severity === 'critical') && incidents.length > 3)
  assert.deepEqual([...ana.titles(), ...admin.titles()], [])
})

test('an upgrade from 0.1.0 notifies nobody of what was open before, also once people can be reached', async (t) => {
  const connection = await emptyDatabase(t)
  const command = await servedProgram(t, { DATABASE_URL: urlOf(connection) })
  assert.equal((await command.run('restore', RELEASED)).code, 0)
  const { app, addReachable } = await startReachableApp(t, { connection, startsAt: new Date('2026-11-23T08:05:00Z') })
  const receiver = await startReceiver(t)
  await app.createWebhook({ url: receiver.url })
  await app.fastForward({ minutes: 20 })
  const open = await app.rows<{ incident_id: number }>(`select incident_id from incidents where status <> 'resolved'`)
  assert.ok(open.length > 1)
  assert.deepEqual(await app.rows('select from escalation_runs union all select from notifications'), [])

  const ana = await addReachable('admin')
  await app.fastForward({ minutes: 30 })
  assert.deepEqual(ana.titles(), [])
  assert.deepEqual(receiver.received('incident.nobody_told'), [])
  await declare(ana)
  await app.runJobs()
  assert.deepEqual(ana.titles(), ['Visitor has fallen'])
})
