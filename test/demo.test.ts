import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BY_COMMAND } from '../src/audit-log/record-change.ts'
import { DEMO_FLEET } from '../src/demo/demo-fleet.ts'
import { clearDemo, loadDemo } from '../src/demo/manage-demo.ts'
import { MODULES } from '../src/vocabulary/modules.ts'
import { startApp, type TestApp } from './harness/app.ts'

const countReadings = async (app: TestApp) =>
  (await app.rows<{ count: number }>('select count(*)::integer as count from readings'))[0]!.count

test('the demo fleet has all six modules, a day behind it, and keeps moving', async (t) => {
  const app = await startApp(t)
  const viewer = await app.logIn('viewer')
  await loadDemo(app.service.db, BY_COMMAND, app.now())
  await app.runJobs()
  const devices = (await viewer('GET', '/api/mobile/devices?limit=100')).body.data
  assert.deepEqual(new Set(devices.map(({ module }: { module: string }) => module)), new Set(MODULES))
  assert.ok(devices.every(({ status }: { status: string }) => status === 'online'))
  const past = await countReadings(app)
  assert.equal(past, DEMO_FLEET.length * 721)
  await app.fastForward({ seconds: 10 })
  assert.equal(await countReadings(app), past + 2 * DEMO_FLEET.length)
})

test('something happens to the demo fleet within its first minute', async (t) => {
  const app = await startApp(t)
  const viewer = await app.logIn('viewer')
  await loadDemo(app.service.db, BY_COMMAND, app.now())
  await app.runJobs()
  const before = (await viewer('GET', '/api/mobile/incidents')).body.data.length
  await app.fastForward({ seconds: 60 })
  assert.ok((await viewer('GET', '/api/mobile/incidents')).body.data.length > before)
})

test('a demo can be loaded once, and is gone with its history when it is cleared', async (t) => {
  const app = await startApp(t)
  const viewer = await app.logIn('viewer')
  const real = await app.createDevice()
  await real.send({ metrics: { gas_ppm: 1 } })
  await loadDemo(app.service.db, BY_COMMAND, app.now())
  await assert.rejects(loadDemo(app.service.db, BY_COMMAND, app.now()), /there already/)
  await app.runJobs()
  await clearDemo(app.service.db, BY_COMMAND, app.now())
  await app.leap({ seconds: 61 })
  const { devices, open_incidents } = (await viewer('GET', '/api/mobile/summary')).body.data
  assert.deepEqual([devices.total, open_incidents.open], [1, 0])
  assert.equal(await countReadings(app), 1)
  await clearDemo(app.service.db, BY_COMMAND, app.now())
})

test('one of two nodes moves the demo fleet, and the other one when that is gone', async (t) => {
  const app = await startApp(t)
  await loadDemo(app.service.db, BY_COMMAND, app.now())
  await app.runJobs()
  const second = await startApp(t, { connection: app.connection, startsAt: app.now() })
  const past = await countReadings(app)
  await second.fastForward({ seconds: 5 })
  assert.equal(await countReadings(app), past)
  await second.leap({ seconds: 30 })
  assert.equal(await countReadings(app), past + DEMO_FLEET.length)
})
