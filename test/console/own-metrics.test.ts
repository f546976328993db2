import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestApp } from '../harness/app.ts'
import { openBrowserAs } from '../harness/browser.ts'

const CO2 = { label: 'CO₂', unit: 'ppm', decimals: 0 }

async function airSensor(app: TestApp) {
  const device = await app.createDevice({ module: 'home_infra', name: 'Air' })
  await device.send({ module: 'home_infra', metrics: { co2: 812.34, temperature: 21.5 } })
  return device
}

test('a metric is shown with its label and unit on the pages of its device and in lists', async (t) => {
  const app = await startApp(t)
  const { id } = await airSensor(app)
  const browser = await openBrowserAs(app, 'operator')
  assert.match((await browser.go('/devices')).text, /21\.5.°C/u)
  const metrics = { co2: CO2 }
  await (await app.logIn('operator'))('PATCH', `/api/admin/devices/${id}`, { metrics, icon: 'wind' })
  const shown = /CO₂[\s\S]*812.ppm/u
  const list = (await browser.go('/devices')).text
  assert.match(list, shown)
  assert.match(list, /#wind"/)
  for (const page of ['', '/history', '/raw']) {
    assert.match((await browser.go(`/devices/${id}${page}`)).text, /CO₂/u, page)
  }
  assert.match((await browser.go(`/devices/${id}`)).text, shown)
  assert.match((await browser.go(`/devices/${id}/history`)).text, /CO₂ \(ppm\)/u)
})

test('the values of an alert have the unit of their metric', async (t) => {
  const app = await startApp(t)
  const device = await airSensor(app)
  const operator = await app.logIn('operator')
  await operator('PATCH', `/api/admin/devices/${device.id}`, { metrics: { co2: CO2 } })
  await (await app.logIn('admin'))('POST', '/api/admin/rules', {
    key: 'air.co2.high',
    name: 'CO2 high',
    title: 'Stale air',
    condition: { type: 'threshold', field: 'metrics.co2', op: 'gt' },
    levels: [{ severity: 'critical', value: 1_000 }],
  })
  await device.send({ module: 'home_infra', metrics: { co2: 1_500 } })
  const browser = await openBrowserAs(app, 'operator')
  assert.match((await browser.go('/alerts')).text, /1,500.ppm/u)
  const [alert] = await app.rows<{ alert_id: number }>('select alert_id from alerts')
  assert.match((await browser.go(`/alerts/${alert!.alert_id}`)).text, /CO₂[\s\S]*1,500.ppm/u)
  const [incident] = await app.rows<{ incident_id: number }>('select incident_id from incidents')
  assert.match((await browser.go(`/incidents/${incident!.incident_id}`)).text, /CO₂<\/th>[\s\S]*1,500.ppm/u)
})

test('people set them on the settings page, and faults are shown at their fields', async (t) => {
  const app = await startApp(t)
  const { id } = await airSensor(app)
  const browser = await openBrowserAs(app, 'operator')
  const path = `/devices/${id}/settings`
  const page = (await browser.go(path)).text
  assert.match(page, /<code>co2<\/code>/)
  const row = { version: '1', icon: 'leaf', metric_0: 'co2', label_0: 'CO₂', unit_0: 'ppm', decimals_0: '0' }
  const other = { metric_2: 'pm25', label_2: '', unit_2: 'µg/m³', decimals_2: '' }
  const wrong = await browser.send(`${path}/metrics`, { ...row, decimals_0: 'few' })
  assert.deepEqual([wrong.status, /id="decimals_0-error"/.test(wrong.text)], [400, true])
  const misnamed = await browser.send(`${path}/metrics`, { ...row, metric_2: 'PM 2.5', unit_2: 'µg/m³' })
  assert.deepEqual([misnamed.status, /id="metric_2-error"/.test(misnamed.text)], [400, true])
  const saved = await browser.send(`${path}/metrics`, { ...row, ...other })
  assert.match(saved.text, /Saved\./)
  const [device] = await app.rows('select metrics, icon from devices')
  assert.deepEqual(device, { metrics: { co2: CO2, pm25: { unit: 'µg/m³' } }, icon: 'leaf' })
  const late = await browser.send(`${path}/metrics`, { ...row, label_0: 'Air' })
  assert.equal(late.status, 412)
})

test('a unit that people choose between is converted', async (t) => {
  const app = await startApp(t)
  const device = await app.createDevice({ module: 'factory' })
  await device.send({ module: 'factory', metrics: { bearing: 50 } })
  const operator = await app.logIn('operator')
  await operator('PATCH', `/api/admin/devices/${device.id}`, { metrics: { bearing: { unit: '°C' } } })
  const browser = await openBrowserAs(app, 'operator')
  await app.rows(`update users set preferences = '{"temperature":"°F"}'`)
  assert.match((await browser.go(`/devices/${device.id}`)).text, /122.°F/u)
})

test('the connect page says which metrics have no label or unit yet', async (t) => {
  const app = await startApp(t)
  const { id } = await airSensor(app)
  const browser = await openBrowserAs(app, 'operator')
  const connect = async () => (await browser.go(`/devices/${id}/connect`)).text
  assert.match(await connect(), /Tocsin doesn’t know the metric co2\./)
  await (await app.logIn('operator'))('PATCH', `/api/admin/devices/${id}`, { metrics: { co2: CO2 } })
  const known = await connect()
  assert.doesNotMatch(known, /doesn’t know/)
  assert.match(known, /"co2"|&quot;co2&quot;/)
})

test('the connect page and the form of a rule say which flags a module does not know, and which were meant', async (t) => {
  const app = await startApp(t)
  const device = await app.createDevice({ module: 'worker' })
  await device.send({ module: 'worker', metrics: {}, flags: { panic: true, fall_detected: false } })
  const browser = await openBrowserAs(app, 'operator')
  const hints = async (path: string) =>
    [...(await browser.go(path)).text.matchAll(/[\w ]+ (?:doesn’t know|knows) the flag [^<]*/g)].map(([text]) =>
      text.trim(),
    )
  assert.deepEqual(await hints(`/devices/${device.id}/connect`), [
    'Worker doesn’t know the flag panic. Did you mean panic_pressed?',
  ])
  const operator = await app.logIn('operator')
  const rule = {
    ...{ key: 'leak', name: 'Leak', title: 'Leak', levels: [{ severity: 'info' }] },
    condition: { type: 'flag', field: 'flags.water_leek' },
  }
  assert.equal((await operator('POST', '/api/admin/rules', rule)).status, 201)
  assert.deepEqual(await hints('/rules/leak'), ['No module knows the flag water_leek. Did you mean water_leak?'])
  await operator('PATCH', '/api/admin/rules/leak', { scope: { modules: ['worker'] } })
  assert.deepEqual(await hints('/rules/leak'), ['Worker doesn’t know the flag water_leek.'])
  // Flags that devices send are no slip.
  await operator('PATCH', '/api/admin/rules/leak', { condition: { type: 'flag', field: 'flags.panic' } })
  assert.deepEqual(await hints('/rules/leak'), [])
})

test('a file of devices carries the metrics and the icon, and an exported list can be imported', async (t) => {
  const app = await startApp(t)
  const { id } = await airSensor(app)
  await (await app.logIn('operator'))('PATCH', `/api/admin/devices/${id}`, { metrics: { co2: CO2 }, icon: 'wind' })
  const browser = await openBrowserAs(app, 'admin')
  const file = (await browser.go('/devices.csv')).text
  assert.match(file, /,"\{""co2"":\{""label"":""CO₂"",[^}]*\}\}",wind,/u)
  assert.match(file, /""co2"":812\.34/)
})
