import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkUpkeep } from '../src/app/doctor/check-upkeep.ts'
import { parseConfiguration } from '../src/app/transfer/configuration/document.ts'
import { openLog } from '../src/platform/log.ts'
import { startApp, type TestApp, type TestDevice } from './harness/app.ts'
import { openBrowserAs } from './harness/browser.ts'
import { exported, importFile } from './harness/configuration.ts'
import { textOf } from './harness/page-text.ts'
import { addSite, browserOf, memberOf } from './harness/sites.ts'

const stored = async (app: TestApp) =>
  (await app.rows<{ count: number }>('select count(*)::integer as count from readings'))[0]!.count

const sendBatch = (app: TestApp, { token }: TestDevice, readings: readonly object[]): Promise<Response> =>
  fetch(`${app.url}/api/telemetry/batch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-device-token': token },
    body: JSON.stringify(readings),
  })

const readingsOf = (app: TestApp, count: number, more: object = {}): object[] =>
  Array.from({ length: count }, (_, place) => ({
    module: 'factory',
    ts: app.now().getTime() - place,
    metrics: { temperature: 20 },
    ...more,
  }))

/** The statuses of readings that a device sends one by one. */
async function statusesOf(device: TestDevice, count: number): Promise<number[]> {
  const statuses: number[] = []
  for (let sent = 0; sent < count; sent += 1) {
    statuses.push((await device.send({ ts: 1_795_263_000 + sent, metrics: { temperature: 20 } })).status)
  }
  return statuses
}

async function until<Value>(look: () => Promise<Value>, isThere: (value: Value) => boolean): Promise<Value> {
  for (let tries = 0; ; tries += 1) {
    const value = await look()
    if (isThere(value)) return value
    assert.ok(tries < 600, `It stays at ${JSON.stringify(value)}`)
    await sleep(50)
  }
}

test('without a limit a device sends as much as it likes', async (t) => {
  const app = await startApp(t)
  const device = await app.createDevice()
  assert.equal((await sendBatch(app, device, readingsOf(app, 500))).status, 200)
  assert.deepEqual(new Set(await statusesOf(device, 30)), new Set([200]))
})

test('a device may send its limit at once; then it is told whose limit it is, and how long to wait', async (t) => {
  const app = await startApp(t, { env: { DEVICE_READINGS_PER_MINUTE: '3' } })
  const [device, other] = [await app.createDevice(), await app.createDevice({ name: 'Other' })]
  assert.deepEqual(await statusesOf(device, 4), [200, 200, 200, 429])
  const refused = await device.send({ metrics: { temperature: 21 } })
  assert.equal(refused.headers.get('retry-after'), '20')
  assert.deepEqual(refused.body, {
    status: 'error',
    message: 'This device may send 3 readings a minute; wait, then send it again',
    code: 429,
  })
  assert.equal(await stored(app), 3)
  assert.deepEqual(await statusesOf(other, 3), [200, 200, 200], 'each device has its own')

  app.setClock({ seconds: 20 })
  assert.deepEqual(await statusesOf(device, 2), [200, 429], 'a third of the minute gives back a third')
  app.setClock({ seconds: 3_600 })
  assert.deepEqual(await statusesOf(device, 4), [200, 200, 200, 429], 'and an hour no more than a minute')
  app.setClock({ seconds: -3_600 })
  assert.deepEqual(await statusesOf(device, 1), [429])
  app.setClock({ seconds: 20 })
  assert.deepEqual(await statusesOf(device, 1), [200], 'a clock that went back keeps nobody waiting')
})

test('a batch counts its readings and is taken whole or not at all, however old they are', async (t) => {
  const app = await startApp(t, { env: { DEVICE_READINGS_PER_MINUTE: '60' } })
  const device = await app.createDevice()
  const backfill = readingsOf(app, 50).map((reading, place) => ({ ...reading, ts: 1_795_000_000 + place }))
  assert.equal((await sendBatch(app, device, backfill)).status, 200)
  const tooMany = await sendBatch(app, device, readingsOf(app, 11))
  assert.deepEqual([tooMany.status, tooMany.headers.get('retry-after'), await stored(app)], [429, '1', 50])
  const answer = await sendBatch(app, device, [...readingsOf(app, 10), { module: 'factory', lat: 91 }])
  assert.deepEqual([answer.status, ((await answer.json()) as { accepted: number }).accepted], [200, 10])
})

test('a batch of more than a minute is taken once half of the minute is there, and is paid back afterwards', async (t) => {
  const app = await startApp(t, { env: { DEVICE_READINGS_PER_MINUTE: '60' } })
  const device = await app.createDevice()
  assert.deepEqual(await statusesOf(device, 45), Array(45).fill(200))
  const early = await sendBatch(app, device, readingsOf(app, 180))
  assert.deepEqual([early.status, early.headers.get('retry-after'), await stored(app)], [429, '15', 45])
  app.setClock({ seconds: 15 })
  assert.equal((await sendBatch(app, device, readingsOf(app, 180))).status, 200, 'after as long as it was told to wait')
  const next = await device.send({ metrics: { temperature: 21 } })
  assert.deepEqual([next.status, next.headers.get('retry-after')], [429, '151'])
  app.setClock({ seconds: 151 })
  assert.deepEqual(await statusesOf(device, 2), [200, 429])
})

test('the devices of a site share its limit, and others do not', async (t) => {
  const app = await startApp(t, { env: { SITE_READINGS_PER_MINUTE: '4' } })
  const south = await addSite(app, 'South')
  const [one, two] = [await app.createDevice(), await app.createDevice({ name: 'Two' })]
  const far = await app.createDevice({ name: 'Far', site_id: south })
  assert.deepEqual(
    [await statusesOf(one, 2), await statusesOf(two, 3)],
    [
      [200, 200],
      [200, 200, 429],
    ],
  )
  const { status, body, headers } = await one.send({ metrics: { temperature: 21 } })
  assert.equal(status, 429)
  assert.match(body.message, /^The devices of this site may send 4 readings a minute together/)
  const waitS = Number(headers.get('retry-after'))
  assert.ok(waitS >= 15 && waitS <= 20, String(waitS))
  assert.deepEqual(await statusesOf(far, 4), Array(4).fill(200))
})

test('a site has limits of its own at once, and only administrators of the installation change them', async (t) => {
  const app = await startApp(t, { env: { DEVICE_READINGS_PER_MINUTE: '2' } })
  const south = await addSite(app, 'South')
  const device = await app.createDevice({ site_id: south })
  const [admin, own] = [await app.logIn('admin'), await memberOf(app, south, 'admin')]
  assert.deepEqual(await statusesOf(device, 3), [200, 200, 429])

  const path = `/api/admin/sites/${south}`
  const change = (by: typeof admin, limit: number | null) => by('PATCH', path, { device_readings_per_minute: limit })
  assert.equal((await change(own, 600)).status, 403)
  assert.equal(
    (await own('PATCH', path, (await own('GET', path)).body.data)).status,
    200,
    'unchanged, it may be sent back',
  )
  assert.equal((await change(admin, 10_000_001)).status, 400)

  const raised = await change(admin, 600)
  assert.deepEqual([raised.status, raised.body.data.device_readings_per_minute], [200, 600])
  await until(
    async () => (await device.send({ metrics: { temperature: 1 } })).status,
    (status) => status === 200,
  )
  await change(admin, 0)
  await until(
    async () => (await sendBatch(app, device, readingsOf(app, 1_000))).status,
    (status) => status === 200,
  )
  await change(admin, null)
  await until(
    async () => (await device.send({ metrics: { temperature: 1 } })).status,
    (status) => status === 429,
  )

  const [entry] = await app.rows<{ before: object; after: object }>(
    "select before, after from audit_entries where action = 'site.updated' and subject_id = $1 order by id desc limit 1",
    [String(south)],
  )
  assert.deepEqual(
    [entry!.before, entry!.after],
    [0, null].map((limit) => ({ device_readings_per_minute: limit })),
  )
})

test('the page of a site has its limits: a form for administrators of the installation, a sentence for its own', async (t) => {
  const app = await startApp(t, { env: { DEVICE_READINGS_PER_MINUTE: '60' } })
  const south = await addSite(app, 'South')
  const [admin, own] = [await openBrowserAs(app, 'admin'), await browserOf(app, south, 'admin')]
  assert.match(textOf((await admin.go(`/sites/${south}`)).text), /Empty: 60, as the installation says\. 0: no limit/)
  const saved = await admin.fillIn(`/sites/${south}/limits`, 'Save limits', { 'All devices together': '900' })
  assert.match(textOf(saved.text), /Saved\./)
  const seen = await own.go(`/sites/${south}`)
  assert.doesNotMatch(seen.text, /Save limits/)
  assert.match(textOf(seen.text), /Each device may send 60 .* All devices together may send 900 readings a minute/)
  const wrong = await admin.fillIn(`/sites/${south}/limits`, 'Save limits', { 'All devices together': '99999999' })
  assert.match(textOf(wrong.text), /10000000/)
  const form = { _csrf: seen.csrf(`/sites/${south}`), device_readings_per_minute: '', site_readings_per_minute: '0' }
  assert.equal((await own.post(`/sites/${south}/limits`, form)).status, 403)
})

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
