import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BY_COMMAND } from '../../src/core/audit-log/record-change.ts'
import { createSite } from '../../src/core/sites/manage-sites.ts'
import { type Person, startApp, type TestApp } from '../harness/app.ts'
import { PASSWORD } from '../harness/people.ts'
import { addMember, BEGIN } from '../harness/site-worlds.ts'

async function startTwoSites(t: Parameters<typeof startApp>[0]) {
  const app = await startApp(t, { startsAt: BEGIN })
  const south = await createSite(app.service.db, { name: 'South', notes: '' }, BY_COMMAND, app.now())
  const head = await app.logIn('admin')
  return { app, south, head, north: await personOf(app, 1, 'north'), souths: await personOf(app, south, 'south') }
}

async function personOf(app: TestApp, siteId: number, name: string): Promise<Person['authorization']> {
  await addMember(app, siteId, `${name}@example.org`, 'operator')
  const login = await app.call('POST', '/api/mobile/login', { email: `${name}@example.org`, password: PASSWORD })
  return `Bearer ${login.body.data.token}`
}

async function get(app: TestApp, authorization: string, path: string) {
  const answer = await fetch(`${app.url}${path}`, { headers: { authorization } })
  return { status: answer.status, data: ((await answer.json()) as { data: never }).data }
}

test('a device moves with its history, alerts and incidents', async (t) => {
  const { app, south, head, north, souths } = await startTwoSites(t)
  const monitor = await app.createDevice({ name: 'Monitor', module: 'health' })
  await monitor.send({ metrics: { systolic: 190 } })
  const paths = ['devices/1', 'devices/1/readings', 'alerts/1', 'incidents/1'].map((path) => `/api/mobile/${path}`)
  for (const path of paths) {
    assert.equal((await get(app, north, path)).status, 200, path)
    assert.equal((await get(app, souths, path)).status, 404, path)
  }
  const moved = await head('POST', '/api/admin/devices/1/move', { site_id: south })
  assert.deepEqual([moved.status, moved.body.data.site], [200, { id: south, name: 'South' }])
  for (const path of paths) {
    assert.equal((await get(app, north, path)).status, 404, path)
    assert.equal((await get(app, souths, path)).status, 200, path)
  }
  // Its next readings belong there too, and go on with the same incident.
  await monitor.send({ metrics: { systolic: 195 } })
  assert.deepEqual(await app.rows('select distinct site_id from incidents'), [{ site_id: south }])
})

test('both sites find a move in their audit log', async (t) => {
  const { app, south, head } = await startTwoSites(t)
  await app.createDevice({ name: 'Monitor' })
  await head('POST', '/api/admin/devices/1/move', { site_id: south })
  const entries = await app.rows<{ site_id: number }>(
    `select site_id from audit_entries where action = 'device.moved' order by id`,
  )
  assert.deepEqual(entries, [{ site_id: 1 }, { site_id: south }])
})

test('a move needs an operator in both sites, and another site', async (t) => {
  const { app, south, head, north } = await startTwoSites(t)
  await app.createDevice({ name: 'Monitor' })
  const move = async (authorization: string, site_id: number) => {
    const headers = { authorization, 'content-type': 'application/json' }
    const body = JSON.stringify({ site_id })
    return (await fetch(`${app.url}/api/admin/devices/1/move`, { method: 'POST', headers, body })).status
  }
  assert.equal(await move(north, south), 400)
  assert.equal(await move(north, 999), 400)
  assert.equal((await head('POST', '/api/admin/devices/1/move', { site_id: 1 })).status, 409)
  assert.equal((await head('POST', '/api/admin/devices/99/move', { site_id: south })).status, 404)
})

test('a device of an open incident about several devices cannot move alone', async (t) => {
  const { app, south, head } = await startTwoSites(t)
  const [one, other] = [await app.createDevice({ module: 'health' }), await app.createDevice({ module: 'health' })]
  await one.send({ metrics: { systolic: 190 } })
  await other.send({ metrics: { systolic: 190 } })
  await head('POST', '/api/mobile/incidents/1/merge', { incident_ids: [2] })
  const refused = await head('POST', '/api/admin/devices/1/move', { site_id: south })
  assert.equal(refused.status, 409)
  assert.match(refused.body.message, /Incident 1 is about more than this device/)
  await head('POST', '/api/mobile/incidents/1/resolution', { resolution: 'manual' })
  assert.equal((await head('POST', '/api/admin/devices/1/move', { site_id: south })).status, 200)
  const { body } = await head('GET', '/api/mobile/incidents/1')
  assert.equal(body.data.devices.length, 2)
})

test('a device that is handed over begins anew elsewhere with its token, and leaves its past', async (t) => {
  const { app, south, head, north, souths } = await startTwoSites(t)
  const monitor = await app.createDevice({ name: 'Monitor', module: 'health', tags: ['bed 3'] })
  await monitor.send({ metrics: { systolic: 190 } })
  const given = await head('POST', '/api/admin/devices/1/handover', { site_id: south })
  assert.equal(given.status, 201)
  const { id, name, tags, site, status } = given.body.data
  assert.deepEqual(
    { name, tags, site, status },
    {
      name: 'Monitor',
      tags: ['bed 3'],
      site: { id: south, name: 'South' },
      status: 'never_seen',
    },
  )
  assert.equal((await monitor.send({ metrics: { systolic: 120 } })).status, 200)
  const counts = await app.rows('select device_id, count(*)::integer from reading_rows group by 1 order by 1')
  assert.deepEqual(counts, [
    { device_id: 1, count: 1 },
    { device_id: id, count: 1 },
  ])
  // The past stays: the former device is disabled, and what was open is resolved.
  const former: { enabled: boolean } = (await get(app, north, '/api/mobile/devices/1')).data
  assert.equal(former.enabled, false)
  const incident: { resolution: string } = (await get(app, north, '/api/mobile/incidents/1')).data
  assert.equal(incident.resolution, 'device_handed_over')
  assert.equal((await get(app, souths, '/api/mobile/incidents/1')).status, 404)
  assert.equal((await get(app, souths, '/api/mobile/devices/1')).status, 404)
  assert.equal((await get(app, souths, `/api/mobile/devices/${id}`)).status, 200)
})

test('readings that arrive while a device is handed over are stored once, before or after', async (t) => {
  const { app, south, head } = await startTwoSites(t)
  const other = await startApp(t, { connection: app.connection, startsAt: BEGIN })
  const monitor = await app.createDevice({ name: 'Monitor', module: 'health' })
  const send = (n: number) =>
    fetch(`${(n % 2 === 0 ? app : other).url}/api/telemetry/ingest`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-device-token': monitor.token },
      body: JSON.stringify({ module: 'health', ts: BEGIN.getTime() / 1_000 - 300 + n, metrics: { heart_rate: 60 } }),
    })
  const answers = Array.from({ length: 200 }, (_, n) => n)
  let given: Promise<unknown> = Promise.resolve()
  const statuses: number[] = []
  for (const n of answers) {
    if (n === 60) given = head('POST', '/api/admin/devices/1/handover', { site_id: south })
    statuses.push((await send(n)).status)
  }
  await given
  assert.deepEqual([...new Set(statuses)], [200])
  const rows = await app.rows<{ device_id: number; first: Date; last: Date; count: number }>(
    `select device_id, min(at) as first, max(at) as last, count(*)::integer from reading_rows group by 1 order by 1`,
  )
  assert.equal(rows.length, 2)
  assert.equal(rows[0]!.count + rows[1]!.count, 200)
  assert.ok(rows[0]!.last < rows[1]!.first)
})

test('after a move, only people who may act there keep its alerts and incidents', async (t) => {
  const { app, south, head } = await startTwoSites(t)
  const monitor = await app.createDevice({ name: 'Monitor', module: 'health' })
  await monitor.send({ metrics: { systolic: 190 } })
  const [north] = await app.rows<{ id: number }>(`select id from users where email = 'north@example.org'`)
  const everywhere = (await head('GET', '/api/mobile/me')).body.data.id
  await app.rows('update incidents set assigned_to = $1', [north!.id])
  await app.rows('update alerts set assigned_to = $1', [everywhere])
  await head('POST', '/api/admin/devices/1/move', { site_id: south })
  assert.deepEqual(await app.rows('select assigned_to from incidents'), [{ assigned_to: null }])
  assert.deepEqual(await app.rows('select assigned_to from alerts'), [{ assigned_to: everywhere }])
})

test('a device that was handed over has no token to hand over again, until it gets one of its own', async (t) => {
  const { app, south, head } = await startTwoSites(t)
  await app.createDevice({ name: 'Monitor', module: 'health' })
  const handOver = (id: number) => head('POST', `/api/admin/devices/${id}/handover`, { site_id: south })
  assert.equal((await handOver(1)).status, 201)
  const again = await handOver(1)
  assert.deepEqual([again.status, again.body.message], [409, 'The device was handed over, and its token with it'])
  await head('POST', '/api/admin/devices/1/token', {})
  assert.equal((await handOver(1)).status, 201)
})
