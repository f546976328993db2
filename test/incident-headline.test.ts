import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from './harness/app.ts'
import { NOON } from './harness/reachable.ts'

const SYSTOLIC = {
  name: 'Pressure',
  condition: { type: 'threshold', field: 'metrics.systolic', op: 'gt' },
  levels: [
    { severity: 'warning', value: 140 },
    { severity: 'critical', value: 180 },
  ],
  title: 'Pressure above {threshold} mmHg',
}

async function start(t: Parameters<typeof startApp>[0]) {
  const app = await startApp(t, { startsAt: NOON })
  const call = await app.logIn()
  await call('PUT', '/api/admin/rules/health.systolic.high', SYSTOLIC)
  const room = await app.createDevice({ module: 'health', name: 'Room 3' })
  await call('PATCH', `/api/admin/devices/${room.id}`, { notes: 'Left of the lift. Key safe 4711.' })
  const headline = async (id = 1) => (await call('GET', `/api/mobile/incidents/${id}`)).body.data.headline
  return { app, call, room, headline }
}

const KRANJ = { lat: 46.2569, lng: 14.3556 }

test('an incident says who, how bad, since when, where, and what helps', async (t) => {
  const { app, call, room, headline } = await start(t)
  await room.send({ ts: Number(app.now()), ...KRANJ, metrics: { systolic: 196 } })
  await app.fastForward({ minutes: 1 })
  const { place, ...rest } = await headline()
  assert.match(place, /^(\d+ km [NSEW]+ of|near) \p{L}/u)
  assert.deepEqual(rest, {
    ...{ device_name: 'Room 3', metric: 'systolic', label: 'systolic', value: 196, unit: 'mmHg' },
    ...{ threshold: 180, direction: 'above', severity: 'critical', current_severity: 'critical', current_value: 196 },
    ...{ since: NOON.toISOString(), cleared_since: null, ...KRANJ, location_age_s: 60 },
    notes: 'Left of the lift. Key safe 4711.',
  })
  const [listed] = (await call('GET', '/api/mobile/incidents')).body.data
  assert.deepEqual(listed.headline, { place, ...rest })

  await call('POST', '/api/admin/geofences', { name: 'Ward 2', fence: { circle: { ...KRANJ, radius_m: 200 } } })
  assert.equal((await headline()).place, 'Ward 2')
})

test('value, limit and severity of a headline agree after the value has calmed down, and say what is present', async (t) => {
  const { app, room, headline } = await start(t)
  const reads = async (systolic: number) => {
    await room.send({ ts: Number(app.now()), metrics: { systolic } })
    await app.fastForward({ seconds: 70 })
  }
  await reads(150)
  await reads(196)
  await reads(150)
  const { value, threshold, severity, current_value, current_severity } = await headline()
  assert.deepEqual([value, threshold, severity], [196, 180, 'critical'])
  assert.deepEqual([current_value, current_severity], [150, 'warning'])
  await reads(120)
  const over = await headline()
  assert.deepEqual([over.value, over.threshold, over.current_severity], [196, 180, null])
  assert.ok(over.cleared_since !== null)
})

test('an incident without a value is told by its title; the worst of several alerts gives the value', async (t) => {
  const { app, call, room, headline } = await start(t)
  await call('POST', '/api/mobile/incidents', { title: 'Visitor has fallen at gate 2', severity: 'critical' })
  const { device_name, metric, label, value, notes } = await headline()
  assert.deepEqual([device_name, metric, label, value, notes], [null, null, 'Visitor has fallen at gate 2', null, null])
  await room.send({ ts: Number(app.now()), metrics: { spo2: 93, systolic: 150 } })
  await app.fastForward({ minutes: 2 })
  await room.send({ ts: Number(app.now()), metrics: { spo2: 93, systolic: 190 } })
  assert.deepEqual([(await headline(2)).metric, (await headline(2)).value], ['systolic', 190])
})

test('a device that has moved to another site has its former name, and no notes', async (t) => {
  const { app, room, headline } = await start(t)
  const call = await app.logIn('admin')
  const other = await app.createDevice({ module: 'health', name: 'Room 4' })
  for (const device of [room, other]) await device.send({ ts: Number(app.now()), metrics: { systolic: 196 } })
  await call('POST', '/api/mobile/incidents/1/merge', { incident_ids: [2] })
  assert.deepEqual(
    [(await headline()).device_name, (await headline()).notes],
    ['Room 3', 'Left of the lift. Key safe 4711.'],
  )
  await call('POST', '/api/mobile/incidents/1/resolution')
  const { body } = await call('POST', '/api/admin/sites', { name: 'Family' })
  const moved = await call('POST', `/api/admin/devices/${room.id}/move`, { site_id: body.data.id })
  assert.equal(moved.status, 200)
  await call('PATCH', `/api/admin/devices/${room.id}`, { name: 'Grandfather', notes: 'Ring twice' })
  assert.deepEqual([(await headline()).device_name, (await headline()).notes], ['Room 3', null])
})
