import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from './harness/app.ts'
import { readingsOf, sendBatch, statusesOf } from './harness/many-readings.ts'
import { addSite, memberOf } from './harness/sites.ts'

const ALARMS: Record<string, { module: string; metrics?: object; flags?: object }> = {
  'a panic button': { module: 'worker', flags: { panic_pressed: true } },
  'a panic button of a van': { module: 'fleet', flags: { panic_pressed: true } },
  'a fall': { module: 'health', flags: { fall_detected: true } },
  'an impact': { module: 'vehicle', flags: { impact_g_force: 8 } },
  fire: { module: 'factory', flags: { fire_detected: true } },
  smoke: { module: 'factory', metrics: { smoke_level: 20 } },
  gas: { module: 'factory', metrics: { gas_ppm: 500, gas_type: 'CO' } },
  'a water leak': { module: 'home_infra', flags: { water_leak: true } },
}

test('a call for help is stored whatever was sent before, also with a batch around it', async (t) => {
  const app = await startApp(t, { env: { DEVICE_READINGS_PER_MINUTE: '1', SITE_READINGS_PER_MINUTE: '2' } })
  const device = await app.createDevice()
  assert.deepEqual(await statusesOf(device, 2), [200, 429])
  for (const [what, reading] of Object.entries(ALARMS)) {
    assert.equal((await device.send(reading)).status, 200, what)
    assert.equal((await device.send({ ...reading, flags: {}, metrics: {} })).status, 429, `no ${what}`)
  }
  const sos = { module: 'worker', ts: app.now().getTime(), flags: { panic_pressed: true } }
  assert.equal((await sendBatch(app, device, [...readingsOf(app, 500), sos])).status, 200)
  const next = await device.send({ metrics: { temperature: 20 } })
  assert.deepEqual([next.status, next.headers.get('retry-after')], [429, '60'], 'what follows does not pay for it')
})

test('a rule of a site makes no reading a call for help', async (t) => {
  const app = await startApp(t, { env: { DEVICE_READINGS_PER_MINUTE: '1' } })
  const south = await addSite(app, 'South')
  const own = await memberOf(app, south, 'admin')
  const device = await app.createDevice({ site_id: south })
  const condition = { type: 'threshold', field: 'metrics.temperature', op: 'gt' }
  const rule = { key: 'own.always', name: 'Always', title: 'Always', late: 'raise', condition }
  const made = await own('POST', '/api/admin/rules', { ...rule, levels: [{ severity: 'warning', value: -100 }] })
  assert.equal(made.status, 201)
  assert.deepEqual(await statusesOf(device, 2), [200, 429])
})

test('phones and trackers are limited too, and their SOS is not', async (t) => {
  const app = await startApp(t, { env: { DEVICE_READINGS_PER_MINUTE: '2' } })
  const { token } = await app.createDevice({ module: 'worker' })
  const authorization = `Basic ${Buffer.from(`phone:${token}`).toString('base64')}`
  const place = { _type: 'location', lat: 48.85833, lon: 2.29513 }
  const ownTracks = () =>
    fetch(`${app.url}/api/telemetry/owntracks`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(place),
    })
  const osmAnd = (more = '') =>
    fetch(`${app.url}/api/telemetry/osmand?lat=48.85833&lon=2.29513${more}`, { headers: { authorization } })
  const traccar = (extras: object) =>
    fetch(`${app.url}/api/telemetry/osmand`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ device_id: token, location: { coords: { latitude: 48, longitude: 2 }, extras } }),
    })
  assert.deepEqual([(await ownTracks()).status, (await osmAnd()).status], [200, 200])
  for (const refused of [await ownTracks(), await osmAnd(), await traccar({})]) {
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '30'])
  }
  assert.deepEqual([(await osmAnd('&alarm=sos')).status, (await traccar({ alarm: 'sos' })).status], [200, 200])
})
