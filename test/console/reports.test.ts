import assert from 'node:assert/strict'
import { test } from 'node:test'
import { REPORT_KEYS } from '../../src/core/reports/report-kinds.ts'
import { startApp, type TestApp, type TestDevice } from '../harness/app.ts'
import { openBrowserAs } from '../harness/browser.ts'
import { linkOf, textOf } from '../harness/page-text.ts'
import { addSite, browserOf } from '../harness/sites.ts'

/** A Saturday. */
const STARTS = new Date('2026-02-28T12:00:00.000Z')

const STEP_S = 30

/** Ten minutes of rest, twenty to the north at this speed and ten of rest, a location each half minute; all at once. */
async function drive(app: TestApp, van: TestDevice, speed_kmh: number): Promise<void> {
  const from = app.now().getTime() / 1_000 - 80 * STEP_S
  const readings = Array.from({ length: 80 }, (_, step) => {
    const driven = Math.min(40, Math.max(0, step - 20))
    const isMoving = driven > 0 && driven < 40
    return {
      ...{ module: 'vehicle', ts: from + step * STEP_S, lng: 14.5 },
      lat: 46.05 + (driven * STEP_S * speed_kmh) / 3.6 / 111_195,
      metrics: { speed_kmh: isMoving ? speed_kmh : 0 },
    }
  })
  const headers = { 'x-device-token': van.token, 'content-type': 'application/json' }
  const body = JSON.stringify(readings)
  assert.equal((await fetch(`${app.url}/api/telemetry/batch`, { method: 'POST', headers, body })).status, 200)
}

const rowsOf = (csv: string): string[][] =>
  csv
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))

test('a report says who drove how far, with totals, and each line leads to its trips', async (t) => {
  const app = await startApp(t, { startsAt: STARTS })
  for (const [name, speed] of [
    ['Van 3', 36],
    ['Van 4', 72],
  ] as const) {
    await drive(app, await app.createDevice({ module: 'vehicle', name }), speed)
  }
  const browser = await openBrowserAs(app, 'viewer')
  assert.match((await browser.go('/')).text, /href="\/reports"/)
  const { text } = await browser.go('/reports/drives?range=24h')
  const words = textOf(text)
  assert.match(words, /Trips 2 Distance 3\d(\.\d)?\skm Driving time 40\smin/u)
  assert.ok(words.indexOf('Van 4') < words.indexOf('Van 3'), 'the farthest first')
  const trips = await browser.go(linkOf(text, 'Van 4'))
  assert.match(textOf(trips.text), /Trips 1 Distance 2\d(\.\d)?\skm/u)
  const csv = await browser.go(linkOf(text, 'Export CSV'))
  assert.match(csv.headers.get('content-disposition')!, /report-drives-2026-02-28\.csv/)
  const [entry] = await app.rows<{ after: object }>("select after from audit_entries where action = 'report.exported'")
  assert.deepEqual(Object.keys(entry!.after), ['to', 'from', 'kind'])
  const [head, ...rows] = rowsOf(csv.text)
  assert.deepEqual(head!.slice(0, 6), ['name', 'device_id', 'device', 'rule_key', 'trips', 'distance_m'])
  assert.deepEqual([head!.slice(6), rows.length], [['driving_s', 'longest_s', 'top_speed_kmh', 'lat', 'lng'], 2])
  assert.deepEqual([rows[0]![0], rows[0]![6], rows[0]![8]], ['Van 4', '1200', '72'])
})

test('a report says who was too fast, how often, how fast and where, by the worst level of each alert', async (t) => {
  const app = await startApp(t, { startsAt: STARTS })
  const admin = await app.logIn('admin')
  const rule = {
    ...{ key: 'own.speed', name: 'Too fast', title: 'Speed above {limit}', source: 'Our own choice' },
    scope: { modules: ['vehicle'] },
    condition: { type: 'threshold', field: 'metrics.speed_kmh', op: 'gt' },
    levels: [
      { severity: 'warning', value: 50 },
      { severity: 'critical', value: 100 },
    ],
  }
  const saved = await admin('POST', '/api/admin/rules', rule)
  assert.equal(saved.status, 201, JSON.stringify(saved.body))
  const van = await app.createDevice({ module: 'vehicle', name: 'Van 3' })
  await app.createDevice({ module: 'vehicle', name: 'Van 4' })
  for (const [speed_kmh, lat] of [
    [40, 46.05],
    [80, 46.06],
    [110, 46.2397],
    [60, 46.08],
    [40, 46.09],
  ] as const) {
    await van.send({ lat, lng: 14.3556, metrics: { speed_kmh } })
    await app.leap({ seconds: 60 })
  }
  const browser = await openBrowserAs(app, 'viewer')
  const { text } = await browser.go('/reports/speeding?range=24h')
  assert.match(textOf(text), /Van 3 1 1 4\smin 4\smin 110\skm\/h near Kranj/u)
  assert.doesNotMatch(text, /Van 4/)
  assert.match(textOf((await browser.go(linkOf(text, 'Van 3'))).text), /Speed above/)
})

test('a device that falls silent above the limit is not speeding on, whether its alert is open or has expired', async (t) => {
  const app = await startApp(t, { startsAt: STARTS })
  const admin = await app.logIn('admin')
  const rule = {
    ...{ key: 'own.speed', name: 'Too fast', title: 'Speed above {limit}', source: 'Our own choice' },
    scope: { modules: ['worker'] },
    condition: { type: 'threshold', field: 'metrics.speed_kmh', op: 'gt' },
    levels: [{ severity: 'warning', value: 130 }],
    expire_after_s: 1_200,
  }
  assert.equal((await admin('POST', '/api/admin/rules', rule)).status, 201)
  const van = await app.createDevice({ module: 'worker', name: 'Van 32' })
  for (const speed_kmh of [100, 140, 158, 140]) {
    await app.leap({ seconds: 60 })
    await van.send({ metrics: { speed_kmh } })
  }
  const browser = await openBrowserAs(app, 'viewer')
  const longest = async () =>
    /Van 32 1 0 (.*?) 158/u.exec(textOf((await browser.go('/reports/speeding')).text))?.[1] ?? ''
  await app.leap({ seconds: 600 })
  assert.match(await longest(), /^2\smin 2\smin$/u)
  await app.leap({ seconds: 599 })
  // The service was up all the time, unlike after a leap.
  await app.rows(`update service_presence set up_since = up_since - interval '1 day'`)
  await app.leap({ seconds: 1 })
  await van.send({ metrics: { speed_kmh: 0 } })
  const reasons = await app.rows("select resolve_reason from alerts where rule_key = 'own.speed'")
  assert.deepEqual(reasons, [{ resolve_reason: 'expired' }])
  assert.match(await longest(), /^2\smin 2\smin$/u)
})

test('the report on speeding says which limits it counts, in the units and the language of its reader', async (t) => {
  const app = await startApp(t, { startsAt: STARTS })
  const browser = await openBrowserAs(app, 'viewer')
  const said = async () => textOf((await browser.go('/reports/speeding')).text)
  assert.match(
    await said(),
    /Counted: alerts of Speed high: above 130\skm\/h for 30\ss \(Warning\), above 150\skm\/h for 30\ss \(Critical\), or the limits of the device itself\. A shorter peak shows at most as “Fastest”\./u,
  )
  await app.rows(`update users set preferences = preferences || '{"language":"de","speed":"mph"}'`)
  assert.match(await said(), /Gezählt: Alarme von Geschwindigkeit hoch: über 80,8\smph für 30\ss \(Warnung\)/u)
  assert.doesNotMatch(textOf((await browser.go('/reports/fuel')).text), /Gezählt:/)
})

test('a report says what was used of a tank, and what was filled in', async (t) => {
  const app = await startApp(t, { startsAt: STARTS })
  const van = await app.createDevice({ module: 'vehicle', name: 'Van 3' })
  for (const fuel_level of [60, 50, 40, 42, 90, 89, 80]) {
    await van.send({ metrics: { fuel_level } })
    await app.leap({ seconds: 600 })
  }
  const browser = await openBrowserAs(app, 'viewer')
  const { text } = await browser.go('/reports/fuel?range=24h')
  assert.match(textOf(text), /Van 3 30\s% 1 50\s% 40\s% 80\s%/u)
  assert.equal((await browser.go(linkOf(text, 'Van 3'))).status, 200)
})

test('a report says how often and how long a device was in a geofence', async (t) => {
  const app = await startApp(t, { startsAt: STARTS })
  const admin = await app.logIn('admin')
  const fence = { circle: { lat: 46.05, lng: 14.5, radius_m: 300 } }
  assert.equal((await admin('POST', '/api/admin/geofences', { name: 'Depot', fence })).status, 201)
  const van = await app.createDevice({ module: 'vehicle', name: 'Van 3' })
  for (const lat of [46.05, 46.05, 46.07, 46.07, 46.07, 46.05, 46.05, 46.05]) {
    await van.send({ lat, lng: 14.5 })
    await app.leap({ seconds: 600 })
  }
  const browser = await openBrowserAs(app, 'viewer')
  const { text } = await browser.go('/reports/visits?range=24h')
  // The second position on the other side is the change.
  assert.match(textOf(text), /Depot Van 3 2 30\smin 20\smin/u)
  assert.equal((await browser.go(linkOf(text, 'Depot'))).status, 200)
})

test('a report says how many incidents there were, how long people took, and how long devices were offline', async (t) => {
  const app = await startApp(t, { startsAt: STARTS })
  const operator = await app.logIn('operator')
  const bed = await app.createDevice({ module: 'health', name: 'Bed 1', tags: ['ward-3'], offline_after_s: 60 })
  await bed.send({ metrics: { spo2: 80 } })
  await app.leap({ seconds: 120 })
  const [open] = (await operator('GET', '/api/mobile/incidents')).body.data
  await operator('POST', `/api/mobile/incidents/${open.incident_id}/acknowledgement`)
  await operator('POST', '/api/mobile/incidents', { title: 'Leaking roof', severity: 'warning' })
  await app.fastForward({ seconds: 3_600 })
  await bed.send({ metrics: { spo2: 97 } })
  const browser = await openBrowserAs(app, 'viewer')
  const response = (await browser.go('/reports')).text
  assert.match(textOf(response), /Incidents 3 Still open 3 False alarms 0/)
  assert.match(textOf(response), / A person 1 1 0 – – –/)
  assert.match(textOf(response), /Oxygen saturation low 1 1 0 2\smin 2\smin –/u)
  const available = (await browser.go('/reports/availability?range=24h&tag=ward-3')).text
  assert.match(textOf(available), /Bed 1 since its first reading on [^%]* [0-9.]+\s% 5\d\smin/u)
  assert.match(textOf((await browser.go('/reports/availability?tag=other')).text), /No device was known in this period/)
})

test('a report covers a limited time, says so, and knows no other kinds', async (t) => {
  const app = await startApp(t, { startsAt: STARTS })
  const browser = await openBrowserAs(app, 'viewer')
  const long = 'from=2026-01-01T00:00Z&to=2026-02-20T00:00Z'
  assert.match((await browser.go(`/reports/drives?${long}`)).text, /at most 31 days/)
  assert.equal((await browser.go(`/reports/drives/rows.csv?${long}`)).status, 400)
  assert.equal((await browser.go('/reports/weather')).status, 400)
  for (const kind of REPORT_KEYS) assert.equal((await browser.go(`/reports/${kind}?range=30d`)).status, 200, kind)
})

test('a report is about the sites of its reader alone, and about the chosen one', async (t) => {
  const app = await startApp(t, { startsAt: STARTS })
  const south = await addSite(app, 'South')
  const [here, there] = [await app.createDevice({ name: 'Here' }), await app.createDevice({ name: 'There' })]
  await app.rows('update devices set site_id = $1 where id = $2', [south, there.id])
  for (const device of [here, there]) await device.send({ battery: 50 })
  await app.leap({ seconds: 60 })
  const member = await browserOf(app, south, 'viewer')
  const namesIn = (text: string) => ['Here', 'There'].filter((name) => text.includes(`>${name}</a>`))
  assert.deepEqual(namesIn((await member.go('/reports/availability')).text), ['There'])
  const csv = (await member.go('/reports/availability/rows.csv')).text
  assert.deepEqual([csv.includes('There'), csv.includes('Here')], [true, false])
  const all = await openBrowserAs(app, 'viewer')
  assert.deepEqual(namesIn((await all.go('/reports/availability')).text), ['Here', 'There'])
  assert.deepEqual(namesIn((await all.go(`/reports/availability?site=${south}`)).text), ['There'])
})
