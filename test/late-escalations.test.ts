import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestApp } from './harness/app.ts'
import { startReachableApp } from './harness/reachable.ts'

/** A pulse that raises a warning, and then the same alert to critical. */
const [WARNING, CRITICAL] = [{ metrics: { heart_rate: 120 } }, { metrics: { heart_rate: 140 } }]

const runs = (app: TestApp) => app.rows('select state from escalation_runs')

test('an incident that a silence of two hours has covered notifies people at its end, if it is still open', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const ana = await addReachable('admin')
  const device = await app.createDevice({ module: 'health', name: 'Bed 1' })
  const silence = { reason: 'Moving beds', duration_s: 7_200, device_ids: [device.id] }
  assert.equal((await ana.call('POST', '/api/admin/silences', silence)).status, 201)
  for (let minute = 0; minute < 119; minute += 1) {
    assert.equal((await device.send(minute < 30 ? WARNING : CRITICAL)).status, 200)
    app.setClock({ seconds: 60 })
  }
  await app.runJobs()
  assert.deepEqual([ana.titles(), await runs(app)], [[], []])
  app.setClock({ seconds: 120 })
  await device.send(CRITICAL)
  await app.fastForward({ seconds: 10 })
  assert.equal(ana.titles().length, 1)
})

test('an incident that opened while nobody could be reached notifies people once it becomes more severe', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const device = await app.createDevice({ module: 'health', name: 'Bed 1' })
  await device.send(WARNING)
  app.setClock({ seconds: 600 })
  await device.send(WARNING)
  assert.deepEqual(await app.rows('select severity from incidents'), [{ severity: 'warning' }])
  const ana = await addReachable()
  await app.fastForward({ seconds: 10 })
  assert.deepEqual([ana.titles(), await runs(app)], [[], []])
  await device.send(CRITICAL)
  await app.fastForward({ seconds: 10 })
  assert.equal(ana.titles().length, 1)
  await device.send(CRITICAL)
  await app.fastForward({ seconds: 10 })
  assert.equal(ana.titles().length, 1)
})

test('the same holds when it is reopened, and it never has two escalations', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const operator = await app.logIn()
  const declared = await operator('POST', '/api/mobile/incidents', {
    title: 'Visitor has fallen',
    severity: 'critical',
  })
  const path = `/api/mobile/incidents/${declared.body.data.incident_id}`
  app.setClock({ seconds: 60 })
  assert.equal((await operator('POST', `${path}/resolution`, {})).status, 200)
  const ana = await addReachable()
  assert.equal((await operator('POST', `${path}/reopening`, {})).status, 200)
  await app.fastForward({ seconds: 10 })
  assert.equal(ana.titles().length, 1)
  await operator('POST', `${path}/resolution`, {})
  await operator('POST', `${path}/reopening`, {})
  assert.deepEqual(
    (await app.rows<{ state: string }>('select state from escalation_runs order by id')).map(({ state }) => state),
    ['resolved', 'active'],
  )
})

test('readings of hours ago notify nobody, however severe they are', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const ana = await addReachable()
  const device = await app.createDevice({ module: 'health', name: 'Bed 1' })
  const agoS = (seconds: number) => app.now().getTime() / 1_000 - seconds
  for (let s = 3 * 3_600; s > 3_600; s -= 300) await device.send({ ...WARNING, ts: agoS(s) })
  await device.send({ ...CRITICAL, ts: agoS(3_601) })
  await app.fastForward({ seconds: 10 })
  assert.deepEqual(await app.rows('select severity from incidents'), [{ severity: 'critical' }])
  assert.deepEqual([ana.titles(), await runs(app)], [[], []])
})

test('an alert that began hours ago and becomes critical in the present notifies people', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const ana = await addReachable()
  const device = await app.createDevice({ module: 'health', name: 'Bed 1' })
  for (let s = 3 * 3_600; s > 0; s -= 300) await device.send({ ...WARNING, ts: app.now().getTime() / 1_000 - s })
  await app.fastForward({ seconds: 10 })
  assert.deepEqual([ana.titles(), await runs(app)], [[], []])
  await device.send(CRITICAL)
  await app.fastForward({ seconds: 10 })
  assert.equal(ana.titles().length, 1)
})
