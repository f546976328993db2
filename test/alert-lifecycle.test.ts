import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestApp } from './harness/app.ts'
import { startReceiver } from './harness/receiver.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const ts = (app: TestApp, afterS = 0) => app.now().getTime() / 1_000 + afterS

test('an alert shows that it is recovering, and a flapping alert stays open', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const receiver = await startReceiver(t)
  await app.createWebhook({ url: receiver.url })
  const call = await app.logIn('operator')
  await call('PUT', '/api/admin/rules/press.hot', {
    name: 'Press hot',
    condition: { type: 'threshold', field: 'metrics.heat', op: 'gt' },
    levels: [{ severity: 'warning', value: 90 }],
    clear_for_s: 20,
    title: 'Above {threshold} °C',
  })
  const press = await app.createDevice()
  const alert = async () => (await call('GET', '/api/mobile/alerts/1')).body.data
  const feels = async (heat: number) => {
    await press.send({ ts: ts(app), metrics: { heat } })
    await app.leap({ seconds: 15 })
  }
  await feels(95)
  await feels(80)
  assert.deepEqual([(await alert()).status, (await alert()).recovering], ['firing', true])
  for (let turn = 1; turn <= 8; turn += 1) await feels(turn % 2 === 0 ? 80 : 95)
  assert.deepEqual([(await alert()).status, (await alert()).flapping], ['firing', true])
  // Clear for far longer than clear_for_s, but flapping.
  for (let calm = 1; calm <= 5; calm += 1) await feels(80)
  assert.equal((await alert()).status, 'firing')
  for (let calm = 6; calm <= 16; calm += 1) await feels(80)
  const ended = await alert()
  assert.deepEqual(
    [ended.status, ended.flapping, ended.recovering, ended.resolve_reason],
    ['resolved', false, false, 'cleared'],
  )
  await app.runJobs()
  assert.equal(receiver.received('alert.triggered').length, 1)
  assert.equal((await call('GET', '/api/admin/noise')).body.data[0].flapped, 1)
})

test('an acknowledgement of a critical alert expires after eight hours', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('operator')
  const [worker, car] = [await app.createDevice({ module: 'worker' }), await app.createDevice({ module: 'vehicle' })]
  await worker.send({ ts: ts(app), flags: { panic_pressed: true } })
  await car.send({ ts: ts(app), flags: { geofence_breach: true } })
  for (const id of [1, 2]) await call('POST', `/api/mobile/alerts/${id}/acknowledgement`)
  const statuses = async () =>
    (await app.rows<{ status: string }>('select status from alerts order by alert_id')).map(({ status }) => status)
  await app.leap({ seconds: 8 * 3_600 - 1 })
  assert.deepEqual(await statuses(), ['acknowledged', 'acknowledged'])
  await app.leap({ seconds: 1 })
  assert.deepEqual(await statuses(), ['firing', 'acknowledged'])
  const { timeline } = (await call('GET', '/api/mobile/incidents/1')).body.data
  assert.equal(timeline.at(-1).kind, 'unacknowledged')
})

test('an open alert without data for a week expires, and a latched one stays', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const [worker, car] = [await app.createDevice({ module: 'worker' }), await app.createDevice({ module: 'vehicle' })]
  await worker.send({ ts: ts(app), flags: { panic_pressed: true } })
  await car.send({ ts: ts(app), flags: { geofence_breach: true } })
  const open = () =>
    app.rows(`
    select rule_key, status, resolve_reason from alerts where rule_key <> 'device.offline' order by alert_id`)
  await app.leap({ seconds: 7 * 86_400 - 1 })
  // The service was up all the time, unlike after a leap.
  await app.rows(`update service_presence set up_since = up_since - interval '1 day'`)
  assert.deepEqual(await open(), [
    { rule_key: 'worker.panic', status: 'firing', resolve_reason: null },
    { rule_key: 'vehicle.geofence', status: 'firing', resolve_reason: null },
  ])
  await app.leap({ seconds: 1 })
  assert.deepEqual(await open(), [
    { rule_key: 'worker.panic', status: 'firing', resolve_reason: null },
    { rule_key: 'vehicle.geofence', status: 'resolved', resolve_reason: 'expired' },
  ])
})

test('downtime of the service does not make alerts expire', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('operator')
  await call('PUT', '/api/admin/rules/press.hot', {
    name: 'Press hot',
    condition: { type: 'threshold', field: 'metrics.heat', op: 'gt' },
    levels: [{ severity: 'warning', value: 90 }],
    expire_after_s: 600,
    title: 'Above {threshold} °C',
  })
  const press = await app.createDevice()
  await press.send({ ts: ts(app), metrics: { heat: 95 } })
  await app.leap({ seconds: 7_200 })
  const status = async () => (await call('GET', '/api/mobile/alerts/1')).body.data.status
  assert.equal(await status(), 'firing')
  await app.fastForward({ minutes: 9 })
  assert.equal(await status(), 'firing')
  await app.fastForward({ minutes: 1 })
  assert.equal(await status(), 'resolved')
})

test('people add notes to an alert and assign it', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('operator')
  const viewer = await app.logIn('viewer')
  const car = await app.createDevice({ module: 'vehicle' })
  await car.send({ ts: ts(app), flags: { geofence_breach: true } })
  await call('POST', '/api/mobile/alerts/1/notes', { text: 'Called the driver' })
  const me = (await call('GET', '/api/mobile/me')).body.data
  const assigned = await call('POST', '/api/mobile/alerts/1/assignment', { user_id: me.id })
  assert.deepEqual([assigned.status, assigned.body.data.assigned_to.email], [200, me.email])
  const [note] = assigned.body.data.notes
  assert.deepEqual([note.text, note.by.email, note.at], ['Called the driver', me.email, '2026-03-01T12:00:00.000Z'])

  const onlyReads = (await viewer('GET', '/api/mobile/me')).body.data
  assert.equal((await call('POST', '/api/mobile/alerts/1/assignment', { user_id: onlyReads.id })).status, 400)
  assert.equal((await call('POST', '/api/mobile/alerts/1/assignment', { user_id: 99 })).status, 400)
  assert.equal((await call('POST', '/api/mobile/alerts/7/notes', { text: 'Hm' })).status, 404)
  assert.equal((await call('POST', '/api/mobile/alerts/1/assignment', { user_id: null })).body.data.assigned_to, null)
  const entries = await app.rows<{ action: string }>(
    `select action from audit_entries where subject_type = 'alert' order by id`,
  )
  assert.deepEqual(
    entries.map(({ action }) => action),
    ['alert.note_added', 'alert.assigned', 'alert.assigned'],
  )
})

test('an alert is resolved when its device leaves the scope of its rule', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('operator')
  const rule = {
    name: 'Press hot',
    condition: { type: 'threshold', field: 'metrics.heat', op: 'gt' },
    levels: [{ severity: 'warning', value: 90 }],
    title: 'Above {threshold} °C',
  }
  const [one, other] = [await app.createDevice({ tags: ['press'] }), await app.createDevice({ tags: ['press'] })]
  await call('PUT', '/api/admin/rules/press.hot', { ...rule, scope: { tags: ['press'] } })
  for (const device of [one, other]) await device.send({ ts: ts(app), metrics: { heat: 95 } })
  await call('PUT', '/api/admin/rules/press.hot', { ...rule, scope: { exclude_device_ids: [one.id] } })
  await app.runJobs()
  const states = () => app.rows('select device_id, status, resolve_reason from alerts order by device_id')
  const gone = { device_id: one.id, status: 'resolved', resolve_reason: 'out_of_scope' }
  assert.deepEqual(await states(), [gone, { device_id: other.id, status: 'firing', resolve_reason: null }])
  await one.send({ ts: ts(app, 1), metrics: { heat: 99 } })
  assert.deepEqual((await states())[0], gone)
})
