import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../harness/app.ts'
import { addUser, openBrowser } from '../harness/browser.ts'

test('the alerts of a device lead to each of its rules, and to why a rule does not fire for it', async (t) => {
  const app = await startApp(t)
  const admin = await app.logIn('admin')
  const boiler = await app.createDevice({ name: 'Boiler', module: 'factory' })
  await boiler.send({ metrics: { temperature: 21, gas_ppm: 3 } })
  const browser = openBrowser(app.url)
  await browser.logIn((await addUser(app, 'viewer')).email)

  const list = (await browser.go(`/devices/${boiler.id}/alerts`)).text
  assert.match(list, /Rules for this device/)
  assert.match(list, new RegExp(`href="/devices/${boiler.id}/rules/factory\\.temperature\\.high"`))
  assert.doesNotMatch(list, /rules\/health\.systolic\.high/, 'a rule of another module')

  const why = async (key: string) => (await browser.go(`/devices/${boiler.id}/rules/${key}`)).text
  const calm = await why('factory.temperature.high')
  assert.match(
    calm,
    /<h1>Boiler<\/h1>[\s\S]*The condition doesn’t hold\.[\s\S]*<strong>21\s?°C<\/strong> · doesn’t hold/,
  )
  assert.match(calm, /href="\/rules\/factory\.temperature\.high"/)
  assert.match(await why('health.systolic.high'), /The rule doesn’t cover this device\./)

  await admin('PATCH', '/api/admin/rules/factory.temperature.high', { enabled: false })
  assert.match((await browser.go(`/devices/${boiler.id}/alerts`)).text, /factory\.temperature\.high"[\s\S]{0,200}Off/)
  const off = await why('factory.temperature.high')
  assert.match(off, /The rule is off\./)
  assert.doesNotMatch(off, /turned off since/)
  assert.equal((await browser.go(`/devices/${boiler.id}/rules/no.such.rule`)).status, 404)
})

test('a rule that fires is shown with its alert, and a silent device with no reading', async (t) => {
  const app = await startApp(t)
  const bed = await app.createDevice({ name: 'Bed 1', module: 'health' })
  const browser = openBrowser(app.url)
  await browser.logIn((await addUser(app, 'viewer')).email)
  const why = async () => (await browser.go(`/devices/${bed.id}/rules/health.systolic.high`)).text
  assert.match(await why(), /hasn’t sent a reading yet/)
  await bed.send({ metrics: { systolic: 191 } })
  assert.match(await why(), /The condition holds\.[\s\S]*href="\/alerts\/1"/)
})
