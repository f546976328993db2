import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BY_COMMAND } from '../src/core/audit-log/record-change.ts'
import { DEMO_FLEET } from '../src/fleet/demo/demo-fleet.ts'
import { clearDemo, loadDemo } from '../src/fleet/demo/manage-demo.ts'
import { startApp, type TestApp } from './harness/app.ts'

const countReadings = async (app: TestApp) =>
  (await app.rows<{ count: number }>('select count(*)::integer as count from readings'))[0]!.count

/** Without those of the sensors, which send once a minute. */
const countOfFleet = async (app: TestApp) =>
  (
    await app.rows<{ count: number }>(
      `select count(*)::integer as count
       from readings where device_id in (select device_id from demo_devices where external_id is null)`,
    )
  )[0]!.count

test('the demo fleet has devices of six modules and a day of history, and keeps sending', async (t) => {
  const app = await startApp(t)
  const viewer = await app.logIn('viewer')
  await loadDemo(app.service.db, BY_COMMAND, app.now())
  await app.runJobs()
  const devices = (await viewer('GET', '/api/mobile/devices?limit=100')).body.data
  const modules = new Set(devices.map(({ module }: { module: string }) => module))
  assert.deepEqual([...modules].sort(), ['factory', 'fleet', 'health', 'home_infra', 'vehicle', 'worker'])
  assert.ok(devices.every(({ status }: { status: string }) => status === 'online'))
  const past = await countOfFleet(app)
  assert.equal(past, DEMO_FLEET.length * 721)
  await app.fastForward({ seconds: 10 })
  assert.equal(await countOfFleet(app), past + 2 * DEMO_FLEET.length)
})

test('readings of the demo fleet count for the site of its devices', async (t) => {
  const app = await startApp(t)
  const viewer = await app.logIn('viewer')
  await loadDemo(app.service.db, BY_COMMAND, app.now())
  await app.runJobs()
  await app.fastForward({ seconds: 10 })
  const { readings } = (await viewer('GET', '/api/mobile/summary')).body.data
  assert.ok(readings.last_minute >= DEMO_FLEET.length, `${readings.last_minute} readings`)
})

test('the demo fleet raises an alert within its first minute', async (t) => {
  const app = await startApp(t)
  const viewer = await app.logIn('viewer')
  await loadDemo(app.service.db, BY_COMMAND, app.now())
  await app.runJobs()
  const titles = async () =>
    (await viewer('GET', '/api/mobile/incidents')).body.data.map(({ title }: { title: string }) => title)
  // Others may begin and end meanwhile.
  assert.ok(!(await titles()).includes('Fall detected'))
  await app.fastForward({ seconds: 60 })
  assert.ok((await titles()).includes('Fall detected'))
})

test('a demo can be loaded once, and is deleted with its history', async (t) => {
  const app = await startApp(t)
  const viewer = await app.logIn('viewer')
  const real = await app.createDevice()
  await real.send({ metrics: { gas_ppm: 1 } })
  await loadDemo(app.service.db, BY_COMMAND, app.now())
  await assert.rejects(loadDemo(app.service.db, BY_COMMAND, app.now()), /already/)
  await app.runJobs()
  await clearDemo(app.service.db, BY_COMMAND, app.now())
  await app.leap({ seconds: 61 })
  const { devices, open_incidents } = (await viewer('GET', '/api/mobile/summary')).body.data
  assert.deepEqual([devices.total, open_incidents.open], [1, 0])
  assert.equal(await countReadings(app), 1)
  await clearDemo(app.service.db, BY_COMMAND, app.now())
})

test('after a restart, the demo fleet continues from its last state', async (t) => {
  const app = await startApp(t)
  await loadDemo(app.service.db, BY_COMMAND, app.now())
  await app.runJobs()
  await app.fastForward({ seconds: 30 })
  const standing = (of: TestApp) =>
    of.rows<{ device_id: number; battery: number; fuel: number | null; steps: number | null }>(
      `select device_id, battery, (metrics -> 'fuel_level')::float8 as fuel, (metrics -> 'steps')::float8 as steps
       from device_states order by device_id`,
    )
  const before = await standing(app)
  await app.close()
  const next = await startApp(t, { connection: app.connection, startsAt: new Date(app.now().getTime() + 30_000) })
  await next.fastForward({ seconds: 10 })
  for (const [place, { battery, fuel, steps }] of (await standing(next)).entries()) {
    const old = before[place]!
    assert.ok(Math.abs(battery - old.battery) <= 0.5, `battery from ${old.battery} to ${battery}`)
    if (fuel !== null) assert.ok(Math.abs(fuel - old.fuel!) <= 0.5, `fuel from ${old.fuel} to ${fuel}`)
    if (steps !== null)
      assert.ok(steps >= old.steps! && steps - old.steps! < 100, `steps from ${old.steps} to ${steps}`)
  }
  const [most] = await next.rows<{ count: number }>('select max(count)::integer as count from reading_counts')
  assert.ok(most!.count <= 2 * DEMO_FLEET.length, `${most!.count} readings in five seconds`)
})

test('one of two nodes runs the demo fleet, and the other takes over when it stops', async (t) => {
  const app = await startApp(t)
  await loadDemo(app.service.db, BY_COMMAND, app.now())
  await app.runJobs()
  const second = await startApp(t, { connection: app.connection, startsAt: app.now() })
  const past = await countOfFleet(app)
  await second.fastForward({ seconds: 5 })
  assert.equal(await countOfFleet(app), past)
  await second.leap({ seconds: 30 })
  assert.equal(await countOfFleet(app), past + DEMO_FLEET.length)
})

test('the demo has a source with two devices and two that wait, which speak through it once a minute', async (t) => {
  const app = await startApp(t, { isNew: true })
  const operator = await app.logIn('operator')
  await loadDemo(app.service.db, BY_COMMAND, app.now())
  await app.runJobs()
  const [source] = (await operator('GET', '/api/admin/sources')).body.data
  assert.deepEqual([source.format, source.tags], ['the-things-stack', ['demo', 'lora']])
  const states = async () => {
    await app.service.flush()
    const { body } = await operator('GET', `/api/admin/sources/${source.id}/external-ids`)
    return body.data.map(({ state, messages }: { state: string; messages: number }) => `${state} ${messages}`)
  }
  assert.deepEqual(await states(), ['adopted 1', 'adopted 1', 'pending 1', 'pending 1'])
  await app.fastForward({ seconds: 70 })
  assert.deepEqual(await states(), ['adopted 2', 'adopted 2', 'pending 2', 'pending 2'])
  const [refrigerator] = (await operator('GET', '/api/mobile/devices?name=Refrigerator')).body.data
  const { latest, signal } = (await operator('GET', `/api/mobile/devices/${refrigerator.id}`)).body.data
  assert.ok(latest.metrics.temperature > 3 && latest.metrics.temperature < 5.2, JSON.stringify(latest))
  assert.equal(typeof signal, 'number')
})

test('the source of the demo goes with it, and may go before', async (t) => {
  const app = await startApp(t, { isNew: true })
  const admin = await app.logIn('admin')
  const { db } = app.service
  await loadDemo(db, BY_COMMAND, app.now())
  await app.runJobs()
  await clearDemo(db, BY_COMMAND, app.now())
  assert.deepEqual((await admin('GET', '/api/admin/sources')).body.data, [])
  assert.deepEqual(await app.rows('select from source_messages'), [])

  await loadDemo(db, BY_COMMAND, app.now())
  const [source] = (await admin('GET', '/api/admin/sources')).body.data
  assert.equal((await admin('DELETE', `/api/admin/sources/${source.id}`)).status, 200)
  await app.runJobs()
  await clearDemo(db, BY_COMMAND, app.now())
  assert.equal((await admin('GET', '/api/mobile/summary')).body.data.devices.total, 0)
})

test('a device that somebody adopts from the demo belongs to it, and one of their own that speaks through it does not', async (t) => {
  const app = await startApp(t, { isNew: true })
  const operator = await app.logIn('operator')
  const { db } = app.service
  await loadDemo(db, BY_COMMAND, app.now())
  await app.runJobs()
  await app.service.flush()
  const [source] = (await operator('GET', '/api/admin/sources')).body.data
  const path = `/api/admin/sources/${source.id}/external-ids`
  const waiting = (await operator('GET', `${path}?state=pending`)).body.data
  const own = await app.createDevice({ name: 'Own' })
  const [{ external_id, proposal }, { external_id: other }] = waiting
  const device = { name: proposal.name, module: proposal.module }
  const items = [
    { external_id, device },
    { external_id: other, device_id: own.id },
  ]
  assert.equal((await operator('POST', `${path}/adopt`, { items })).status, 200)
  await clearDemo(db, BY_COMMAND, app.now())
  const left = (await operator('GET', '/api/mobile/devices')).body.data
  assert.deepEqual(
    left.map(({ name }: { name: string }) => name),
    ['Own'],
  )
})

test('a demo without room for one more source has none', async (t) => {
  const app = await startApp(t)
  const operator = await app.logIn('operator')
  await app.rows(`
    with source as (
      insert into sources (site_id, name, format, module, token_hash, token_sha1_hash, token_hint, created_at)
      select min(id), 'Full', 'json', 'home_infra', 'hash ' || n, 'sha1 ' || n, '0000', now()
      from sites, generate_series(1, 100) as n
      group by n
      returning id
    )
    insert into source_states (source_id) select id from source`)
  await loadDemo(app.service.db, BY_COMMAND, app.now())
  await app.runJobs()
  assert.equal((await operator('GET', '/api/mobile/summary')).body.data.devices.total, DEMO_FLEET.length)
})
