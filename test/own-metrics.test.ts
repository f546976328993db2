import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from './harness/app.ts'

const CO2 = { co2: { label: 'CO₂', unit: 'ppm', decimals: 0 }, pm25: { unit: 'µg/m³' } }

test('the metrics of a device get labels, units and decimals, in their order, and it gets an icon', async (t) => {
  const app = await startApp(t)
  const { id } = await app.createDevice({ module: 'home_infra' })
  const operator = await app.logIn('operator')
  const path = `/api/admin/devices/${id}`
  const { body } = await operator('PATCH', path, { metrics: CO2, icon: 'wind' })
  assert.deepEqual([body.data.metrics, body.data.icon], [CO2, 'wind'])
  assert.deepEqual(Object.keys((await operator('GET', `/api/mobile/devices/${id}`)).body.data.metrics), ['co2', 'pm25'])
  await operator('PATCH', path, { metrics: { pm25: {}, co2: {} } })
  const turned = (await operator('GET', path)).body.data
  assert.deepEqual([Object.keys(turned.metrics), turned.icon], [['pm25', 'co2'], 'wind'])
  await operator('PATCH', path, { metrics: {}, icon: null })
  const bare = (await operator('GET', path)).body.data
  assert.deepEqual([bare.metrics, bare.icon], [{}, null])
})

test('a change of them is in the audit log', async (t) => {
  const app = await startApp(t)
  const { id } = await app.createDevice({})
  const operator = await app.logIn('operator')
  await operator('PATCH', `/api/admin/devices/${id}`, { metrics: CO2, icon: 'leaf' })
  const [entry] = await app.rows("select before, after from audit_entries where action = 'device.updated'")
  assert.deepEqual(entry, { before: { metrics: {}, icon: null }, after: { metrics: CO2, icon: 'leaf' } })
})

test('labels, units, decimals, names and icons have limits', async (t) => {
  const app = await startApp(t)
  const { id } = await app.createDevice({})
  const operator = await app.logIn('operator')
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, place) => [`m${place}`, {}]))
  const send = async (body: object) => (await operator('PATCH', `/api/admin/devices/${id}`, body)).status
  const ofOne = (setting: object) => send({ metrics: { co2: setting } })
  assert.equal(await send({ metrics: many(64) }), 200)
  assert.equal(await send({ metrics: many(65) }), 400)
  assert.deepEqual([await ofOne({ label: 'x'.repeat(60) }), await ofOne({ label: 'x'.repeat(61) })], [200, 400])
  assert.deepEqual([await ofOne({ unit: 'x'.repeat(12) }), await ofOne({ unit: 'x'.repeat(13) })], [200, 400])
  assert.deepEqual(
    [await ofOne({ decimals: 6 }), await ofOne({ decimals: 7 }), await ofOne({ decimals: 0.5 })],
    [200, 400, 400],
  )
  assert.deepEqual([await ofOne({ colour: 'red' }), await send({ metrics: { CO2: {} } })], [400, 400])
  assert.deepEqual([await send({ icon: 'leaf' }), await send({ icon: 'boat' })], [200, 400])
})

test('they go along in the configuration file, in the list of devices, and to people of another site', async (t) => {
  const app = await startApp(t)
  const admin = await app.logIn('admin')
  const device = { name: 'Air', module: 'home_infra', metrics: CO2, icon: 'wind' }
  const { id } = (await admin('POST', '/api/admin/devices', device)).body.data
  const exported = (await admin('GET', '/api/admin/export')).body.data.devices[0]
  assert.deepEqual([exported.metrics, exported.icon], [CO2, 'wind'])
  const site = (await admin('POST', '/api/admin/sites', { name: 'Hall' })).body.data
  const given = (await admin('POST', `/api/admin/devices/${id}/handover`, { site_id: site.id })).body.data
  assert.deepEqual([given.metrics, given.icon], [CO2, 'wind'])
})
