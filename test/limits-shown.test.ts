import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { checkUpkeep } from '../src/app/doctor/check-upkeep.ts'
import { parseConfiguration } from '../src/core/configuration/document.ts'
import { openLog } from '../src/platform/log.ts'
import { startApp } from './harness/app.ts'
import { openBrowserAs } from './harness/browser.ts'
import { exported, importFile } from './harness/configuration.ts'
import { readingsOf, sendBatch, statusesOf } from './harness/many-readings.ts'
import { textOf } from './harness/page-text.ts'
import { addSite, browserOf } from './harness/sites.ts'

test('the page of a site has its limits: a form for administrators of the installation, a sentence for its own', async (t) => {
  const app = await startApp(t, { env: { DEVICE_READINGS_PER_MINUTE: '60' } })
  const south = await addSite(app, 'South')
  const [admin, own] = [await openBrowserAs(app, 'admin'), await browserOf(app, south, 'admin')]
  assert.match(textOf((await admin.go(`/sites/${south}`)).text), /Empty: 60, as the installation says\. 0: no limit/)
  const saved = await admin.fillIn(`/sites/${south}/limits`, 'Save limits', { 'All devices together, a minute': '900' })
  assert.match(textOf(saved.text), /Saved\./)
  const seen = await own.go(`/sites/${south}`)
  assert.doesNotMatch(seen.text, /Save limits/)
  assert.match(textOf(seen.text), /Each device may send 60 .* All devices together may send 900 readings a minute/)
  const wrong = await admin.fillIn(`/sites/${south}/limits`, 'Save limits', {
    'All devices together, a minute': '99999999',
  })
  assert.match(textOf(wrong.text), /10000000/)
  const form = { _csrf: seen.csrf(`/sites/${south}`), device_readings_per_minute: '', site_readings_per_minute: '0' }
  assert.equal((await own.post(`/sites/${south}/limits`, form)).status, 403)
})

test('people see which device was limited: on its page, in the metrics, in the log and by the doctor', async (t) => {
  const lines: string[] = []
  const log = openLog('warn', new Writable({ write: (line, _, done) => done(void lines.push(String(line))) }))
  const app = await startApp(t, { env: { DEVICE_READINGS_PER_MINUTE: '1', SITE_READINGS_PER_MINUTE: '3' }, log })
  const operator = await app.logIn('operator')
  const [pump, other] = [await app.createDevice({ name: 'Pump' }), await app.createDevice({ name: 'Other' })]
  const doctor = async () =>
    (await checkUpkeep(app.service.db, app.now())).find(({ about }) => about === 'limits of readings')!
  assert.deepEqual((await doctor()).state, 'ok')
  await statusesOf(pump, 3)
  await sendBatch(app, pump, readingsOf(app, 5))
  await sendBatch(app, other, readingsOf(app, 1))
  assert.equal((await sendBatch(app, await app.createDevice({ name: 'Third' }), readingsOf(app, 1))).status, 200)
  assert.equal((await sendBatch(app, await app.createDevice({ name: 'Fourth' }), readingsOf(app, 1))).status, 429)
  await app.service.flush()

  const { body } = await operator('GET', `/api/admin/devices/${pump.id}/refusals`)
  const [refusal] = body.data as { reason: string; status: number; count: number; message: string }[]
  assert.deepEqual([refusal!.reason, refusal!.status, refusal!.count], ['device_limit', 429, 3])
  const page = await (await openBrowserAs(app, 'operator')).go(`/devices/${pump.id}/connect`)
  assert.match(textOf(page.text), /More readings than the device may send This device may send 1 reading a minute/)

  const metrics = await (await fetch(`${app.url}/metrics`)).text()
  assert.match(metrics, /^tocsin_readings_limited_total\{limit="device"\} 7$/m)
  assert.match(metrics, /^tocsin_readings_limited_total\{limit="site"\} 1$/m)
  assert.match(metrics, /^tocsin_ingestion_refusals_total\{code="429"\} 4$/m)

  const told = () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg.startsWith('readings are refused'))
  assert.deepEqual(
    told().map(({ device_id, limit, readings_per_minute }) => [device_id, limit, readings_per_minute]),
    [
      [pump.id, 'device_limit', 1],
      [other.id + 2, 'site_limit', 3],
    ],
  )
  app.setClock({ seconds: 30 })
  await statusesOf(pump, 1)
  assert.equal(told().length, 2, 'once a minute')
  app.setClock({ seconds: 30 })
  await statusesOf(pump, 2)
  assert.equal(told().length, 3)

  const { state, says } = await doctor()
  assert.equal(state, 'warn')
  assert.match(says, /the device "Pump" \(\d+\), 3 times; the site "Home" \(1\), 1 time$/)
})

test('limits of sites are in files of the configuration, and a file without them takes them away', async (t) => {
  const app = await startApp(t)
  const admin = await app.logIn('admin')
  await addSite(app, 'South')
  await app.rows("update sites set device_readings_per_minute = 60 where name = 'South'")
  const sites = [
    { name: 'Home', notes: '' },
    { name: 'South', notes: '', device_readings_per_minute: 60 },
  ]
  const answer = (await admin('GET', '/api/admin/export')).body
  assert.deepEqual(answer.data.sites, sites)
  const text = await exported(app)
  assert.deepEqual(parseConfiguration(text, 'x').sites, sites)
  assert.ok((await importFile(app, JSON.stringify(answer))).every(({ change }) => change === 'same'))

  const [, changed] = await importFile(
    app,
    text.replace('device_readings_per_minute: 60', 'site_readings_per_minute: 90'),
  )
  assert.deepEqual(changed?.fields, [
    { field: 'device_readings_per_minute', before: 60, after: null },
    { field: 'site_readings_per_minute', before: null, after: 90 },
  ])
  assert.deepEqual(await app.rows("select site_readings_per_minute as most from sites where name = 'South'"), [
    { most: 90 },
  ])
})
