import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../harness/app.ts'
import { openBrowserAs } from '../harness/browser.ts'

const SETTINGS = { name: 'Boiler', tags: 'cellar', notes: '', expected_interval_s: '60', offline_after_s: '' }

test('a conflicting edit of a device is refused, and the typed values are kept', async (t) => {
  const app = await startApp(t)
  const { id } = await app.createDevice({ name: 'Boiler room' })
  const path = `/devices/${id}/settings`
  const [one, other] = [await openBrowserAs(app, 'operator'), await openBrowserAs(app, 'admin')]
  await one.go(path)
  await other.go(path)
  const saved = await one.send(path, { ...SETTINGS, version: '1' })
  assert.deepEqual([saved.path, saved.text.includes('Saved.')], [`${path}?done=saved`, true])
  const late = await other.send(path, { ...SETTINGS, name: 'Boiler, east', version: '1' })
  assert.equal(late.status, 412)
  assert.match(late.text, /Someone else has changed this device/)
  assert.match(late.text, /value="Boiler, east"/)
  assert.match(late.text, /saved value: Boiler</)
  assert.match(late.text, /name="version" value="2"/)
  await other.send(path, { ...SETTINGS, name: 'Boiler, east', version: '2' })
  const [device] = await app.rows<{ name: string; tags: string[] }>('select name, tags from devices')
  assert.deepEqual(device, { name: 'Boiler, east', tags: ['cellar'] })
  const wrong = await other.send(path, { ...SETTINGS, offline_after_s: 'soon', version: '3' })
  assert.deepEqual([wrong.status, wrong.text.includes('id="offline_after_s-error"')], [400, true])
})

test('a new token is shown once, and the old one stays valid for the chosen overlap', async (t) => {
  const app = await startApp(t)
  const device = await app.createDevice({ module: 'factory' })
  const browser = await openBrowserAs(app, 'operator')
  const path = `/devices/${device.id}/settings`
  await browser.go(path)
  const page = await browser.send(`${path}/token`, { overlap_s: '3600' })
  const [, token] = /<code>([0-9a-f]{64})<\/code>/.exec(page.text)!
  assert.notEqual(token, device.token)
  assert.equal((await device.send({ metrics: {} })).status, 200)
  const later = await browser.go(path)
  assert.match(later.text, /The previous token is valid until/)
  assert.ok(!later.text.includes(token!))
  await app.leap({ seconds: 3_700 })
  assert.equal((await device.send({ metrics: {} })).status, 401)
})

test('a device is disabled, enabled, and deleted after its name is typed', async (t) => {
  const app = await startApp(t)
  const device = await app.createDevice({ name: 'Boiler "B" & <Co>' })
  const browser = await openBrowserAs(app, 'operator')
  const path = `/devices/${device.id}/settings`
  await browser.go(path)
  assert.match((await browser.send(`${path}/enabled`, { enabled: 'no' })).text, /Device disabled\./)
  assert.equal((await device.send({})).status, 401)
  await browser.send(`${path}/enabled`, { enabled: 'yes' })
  assert.equal((await device.send({})).status, 200)
  const refused = await browser.send(`${path}/deletion`, { typed_name: 'Boiler' })
  assert.deepEqual([refused.status, refused.text.includes('id="typed_name-error"')], [400, true])
  const gone = await browser.send(`${path}/deletion`, { typed_name: ' Boiler "B" & <Co> ' })
  assert.deepEqual([gone.status, gone.path], [200, '/devices?done=deleted'])
  assert.equal((await browser.go(path)).status, 404)
})

test('a test reading is handled like a real one, and marked', async (t) => {
  const app = await startApp(t)
  const device = await app.createDevice({ module: 'health', name: 'Bed 3' })
  const browser = await openBrowserAs(app, 'operator')
  const path = `/devices/${device.id}/test-reading`
  await browser.go(`/devices/${device.id}/settings`)
  const sent = await browser.send(path, { systolic: '190', diastolic: '', fall_detected: 'yes' })
  assert.match(sent.text, /Test reading stored/)
  const readings = await app.rows('select metrics, flags from readings')
  assert.deepEqual(readings, [{ metrics: { systolic: 190 }, flags: { fall_detected: true, test: true } }])
  const alerts = await app.rows<{ rule_key: string }>('select rule_key from alerts order by rule_key')
  assert.ok(alerts.some(({ rule_key }) => rule_key === 'health.systolic.high'))
  const wrong = await browser.send(path, { systolic: 'high' })
  assert.deepEqual([wrong.status, wrong.text.includes('id="systolic-error"')], [400, true])
  await browser.send(`/devices/${device.id}/settings/enabled`, { enabled: 'no' })
  assert.equal((await browser.send(path, { systolic: '120' })).status, 409)
  const [entry] = await app.rows<{ action: string }>(
    "select action from audit_entries where action = 'device.test_reading'",
  )
  assert.ok(entry)
})
