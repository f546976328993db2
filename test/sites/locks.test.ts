import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import sql, { raw } from 'sql-template-tag'
import { BY_COMMAND } from '../../src/core/audit-log/record-change.ts'
import { cellOfSite } from '../../src/core/cells/find-cell.ts'
import { createSite } from '../../src/core/sites/manage-sites.ts'
import { pathTo } from '../../src/platform/database/database.ts'
import { type Answer, startApp, type TestApp } from '../harness/app.ts'
import { cleanUp } from '../harness/cleanup.ts'
import { PASSWORD } from '../harness/people.ts'
import { addMember } from '../harness/site-worlds.ts'

test('what somebody asks for out of reach waits for nothing of that device, and so cannot delay its readings', async (t) => {
  const app = await startApp(t)
  const south = await createSite(app.service.db, { name: 'South', notes: '' }, BY_COMMAND, app.now())
  const monitor = await app.createDevice({ module: 'health' })
  await monitor.send({ metrics: { systolic: 190 } })
  await addMember(app, south, 'ana@example.org', 'operator')
  const login = await app.call('POST', '/api/mobile/login', { email: 'ana@example.org', password: PASSWORD })
  const headers = { authorization: `Bearer ${login.body.data.token}`, 'content-type': 'application/json' }
  const reading = await begun(t, app)
  await reading.query('select from device_states where device_id = $1 for update', [monitor.id])
  await reading.query('select from devices where id = $1 for update', [monitor.id])
  for (const [method, path, body] of [
    ['POST', '/api/mobile/alerts/1/acknowledgement'],
    ['POST', '/api/mobile/incidents/1/acknowledgement'],
    ['PATCH', `/api/admin/devices/${monitor.id}`, { notes: 'x' }],
    ['DELETE', `/api/admin/devices/${monitor.id}`],
    ['PUT', `/api/admin/devices/${monitor.id}/attributes`, { limit: 1 }],
    ['POST', `/api/admin/devices/${monitor.id}/token`],
    ['POST', `/api/admin/devices/${monitor.id}/move`, { site_id: south }],
    ['POST', `/api/admin/devices/${monitor.id}/handover`, { site_id: south }],
  ] as const) {
    const signal = AbortSignal.timeout(10_000)
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const { authorization } = headers
    const asked = { method, signal, headers: body === undefined ? { authorization } : headers, ...sent }
    const answer = await fetch(`${app.url}${path}`, asked)
    assert.equal(answer.status, 404, path)
  }
})

/** The transactions that wait for the end of others. */
const waiting = async (app: TestApp) =>
  (
    await app.rows(
      'select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0',
    )
  ).length

/** The status of the answer, or 'waits' if it does before there is one. */
async function statusUnless(asked: Promise<Answer>, waits: () => Promise<boolean>): Promise<number | 'waits'> {
  let status: number | null = null
  const answered = asked.then((answer) => (status = answer.status))
  while (status === null) {
    if (await waits()) return 'waits'
    await Promise.race([answered, sleep(20)])
  }
  return status
}

async function begun(t: TestContext, app: TestApp): Promise<pg.Client> {
  const client = new pg.Client(app.connection)
  await client.connect()
  cleanUp(t, () => client.end())
  await client.query('begin')
  return client
}

test('a reading that opens an incident does not wait for an administrator who changes its site', async (t) => {
  const app = await startApp(t)
  const admin = await app.logIn('admin')
  const [boiler, monitor] = [
    await app.createDevice({ module: 'factory' }),
    await app.createDevice({ module: 'health' }),
  ]
  const other = await begun(t, app)
  await other.query('select from devices where id = $1 for no key update', [boiler.id])
  const devices = [{ device_id: boiler.id, label: 'Boiler' }]
  const saved = admin('PUT', '/api/admin/sites/1/status-page', { title: 'Services', devices })
  while ((await waiting(app)) === 0) await sleep(20)
  const answered = await statusUnless(
    monitor.send({ metrics: { systolic: 190 } }),
    async () => (await waiting(app)) > 1,
  )
  await other.query('rollback')
  assert.equal(answered, 200)
  assert.equal((await app.rows('select from incidents')).length, 1)
  assert.equal((await saved).status, 201)
})

test('a device moves without a look at assignments of other devices', async (t) => {
  const app = await startApp(t)
  const admin = await app.logIn('admin')
  const south = await createSite(app.service.db, { name: 'South', notes: '' }, BY_COMMAND, app.now())
  const [theirs, moving] = [await app.createDevice({ module: 'health', site_id: south }), await app.createDevice()]
  await theirs.send({ metrics: { systolic: 190 } })
  const { email } = await app.logIn('viewer')
  const cell = await cellOfSite(app.service.db, south)
  for (const table of ['alerts', 'incidents']) {
    await app.service.db
      .inCell(cell)
      .query(sql`update ${raw(table)} set assigned_to = (select id from users where email = ${email})`)
  }
  const reading = await begun(t, app)
  await reading.query(`set local search_path to ${pathTo(cell)}`)
  await reading.query('select from device_states where device_id = $1 for no key update', [theirs.id])
  const moved = admin('POST', `/api/admin/devices/${moving.id}/move`, { site_id: south })
  const answered = await statusUnless(moved, async () => (await waiting(app)) > 0)
  await reading.query('rollback')
  assert.equal(answered, 200)
  const assigned = 'select from alerts join incidents as i using (incident_id) where i.assigned_to = alerts.assigned_to'
  assert.equal((await app.rows(assigned)).length, 1)
})
