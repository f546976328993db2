import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { parse } from 'csv-parse/sync'
import { XMLParser } from 'fast-xml-parser'
import { startApp, type TestApp } from './harness/app.ts'
import { cleanUp } from './harness/cleanup.ts'
import { fillHistory, historyTime } from './harness/history.ts'
import { PASSWORD } from './harness/people.ts'

const NOW = new Date('2026-03-01T12:00:00.000Z')
const MAIN = join(import.meta.dirname, '../src/main.ts')
const ts = (secondsBefore: number) => NOW.getTime() / 1_000 - secondsBefore

/** Returns a function that downloads a file with a bearer token. */
async function downloads(app: TestApp) {
  const authorization = await viewerToken(app)
  return async (path: string) => {
    const answer = await fetch(`${app.url}${path}`, { headers: { authorization } })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
}

async function viewerToken(app: TestApp): Promise<string> {
  const admin = await app.logIn('admin')
  const person = { email: 'reader@example.org', password: PASSWORD, role: 'viewer' }
  await admin('POST', '/api/admin/users', person)
  const { email, password } = person
  return `Bearer ${(await app.call('POST', '/api/mobile/login', { email, password })).body.data.token}`
}

async function replay(t: TestContext, app: TestApp, token: string, name: string, text: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-export-'))
  cleanUp(t, () => rmSync(folder, { recursive: true }))
  const file = join(folder, name)
  writeFileSync(file, text)
  await promisify(execFile)(process.execPath, [MAIN, 'replay', file, '--device', token, '--url', app.url])
}

test('readings exported as NDJSON or CSV and replayed into another device are the same readings', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const truck = await app.createDevice({ module: 'fleet' })
  const spare = await app.createDevice({ name: 'Spare', module: 'fleet' })
  await truck.send({ ts: ts(30), metrics: { fuel_level: 40.25, gas_type: '=CO' }, flags: { geofence_breach: true } })
  await truck.send({ ts: ts(10) * 1_000 + 250, module: 'vehicle', lat: 46.05, lng: 14.5, battery: 80, signal: -71 })
  await truck.send({ ts: ts(20), metrics: { speed_kmh: 62 }, flags: { impact_g_force: 3.5, panic_pressed: false } })
  const download = await downloads(app)
  const { status, headers, text } = await download(`/api/mobile/devices/${truck.id}/readings/export?format=ndjson`)
  assert.equal(status, 200)
  assert.equal(headers.get('content-type'), 'application/x-ndjson; charset=utf-8')
  assert.equal(headers.get('content-disposition'), `attachment; filename="device-${truck.id}-readings.ndjson"`)
  assert.equal(text.trimEnd().split('\n').length, 3)
  await replay(t, app, spare.token, 'readings.ndjson', text)

  const call = await app.logIn('viewer')
  const history = async (id: number) => (await call('GET', `/api/mobile/devices/${id}/readings`)).body.data
  assert.equal((await history(spare.id)).length, 3)
  assert.deepEqual(await history(spare.id), await history(truck.id))

  const another = await app.createDevice({ name: 'Another', module: 'fleet' })
  const table = await download(`/api/mobile/devices/${truck.id}/readings/export?format=csv`)
  await replay(t, app, another.token, 'readings.csv', table.text)
  assert.deepEqual(await history(another.id), await history(truck.id))
})

test('a track exported as GPX and replayed into another device is the same track', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const car = await app.createDevice({ module: 'vehicle' })
  const spare = await app.createDevice({ name: 'Spare', module: 'vehicle' })
  const motions = [
    { lat: -0.0000001, lng: 179.999999, metrics: { speed_kmh: 0, heading: 0 } },
    { lat: 46.05123456789, lng: 14.5, metrics: { speed_kmh: 48.2, heading: 274.5 } },
    { lat: 46.06, lng: -14.5, metrics: { speed_kmh: 129.99, heading: 359.9 } },
  ]
  for (const [second, motion] of motions.entries()) await car.send({ ts: ts(60 - second), ...motion })
  await car.send({ ts: ts(50), metrics: { fuel_level: 61 } })
  const download = await downloads(app)
  const { headers, text } = await download(`/api/mobile/devices/${car.id}/track/export?format=gpx`)
  assert.equal(headers.get('content-type'), 'application/gpx+xml; charset=utf-8')
  await replay(t, app, spare.token, 'track.gpx', text)

  const call = await app.logIn('viewer')
  const track = async (id: number) => (await call('GET', `/api/mobile/devices/${id}/track`)).body.data
  assert.equal((await track(spare.id)).length, 3)
  assert.deepEqual(await track(spare.id), await track(car.id))
})

test('a track across 180° is exported with its places as they are, and in GPX with longitudes below 180', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const ship = await app.createDevice({ module: 'vehicle' })
  for (const [second, lng] of [179.9, 180, -180, -179.9].entries())
    await ship.send({ ts: ts(60 - second), lat: -17, lng })
  const download = await downloads(app)
  const path = `/api/mobile/devices/${ship.id}/track/export`
  const { features } = JSON.parse((await download(`${path}?format=geojson`)).text)
  assert.deepEqual(
    features.map(({ geometry }: { geometry: { coordinates: number[] } }) => geometry.coordinates[0]),
    [179.9, 180, -180, -179.9],
  )
  const gpx = (await download(`${path}?format=gpx`)).text
  assert.deepEqual(
    [...gpx.matchAll(/lon="([^"]+)"/g)].map(([, lon]) => lon),
    ['179.9', '-180', '-180', '-179.9'],
  )
})

test('a track exported as GeoJSON has a point for each place, oldest first', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const car = await app.createDevice({ module: 'vehicle' })
  const empty = await app.createDevice({ name: 'Empty' })
  await car.send({ ts: ts(10), lat: 46.05, lng: 14.5, metrics: { speed_kmh: 62 } })
  await car.send({ ts: ts(20), lat: 46.04, lng: 14.4 })
  const download = await downloads(app)
  const { text } = await download(`/api/mobile/devices/${car.id}/track/export?format=geojson`)
  assert.deepEqual(JSON.parse(text), {
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [14.4, 46.04] },
        properties: { at: '2026-03-01T11:59:40.000Z', speed_kmh: null, heading: null },
      },
      {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [14.5, 46.05] },
        properties: { at: '2026-03-01T11:59:50.000Z', speed_kmh: 62, heading: null },
      },
    ],
  })
  const nothing = await download(`/api/mobile/devices/${empty.id}/track/export?format=geojson`)
  assert.deepEqual(JSON.parse(nothing.text), { type: 'FeatureCollection', features: [] })
})

test('a CSV export has a column for each key in the range, and no text that a spreadsheet would run', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const boiler = await app.createDevice()
  await boiler.send({ ts: ts(40), metrics: { outside_the_range: 1 } })
  await boiler.send({ ts: ts(30), metrics: { temperature: -3.5, gas_type: '=HYPERLINK("x"),"y"' }, signal: -71 })
  await boiler.send({ ts: ts(20), flags: { smoke_alarm: true, temperature: false } })
  const download = await downloads(app)
  const path = `/api/mobile/devices/${boiler.id}/readings/export?format=csv&from=${ts(30)}&to=${ts(10)}`
  const { headers, text } = await download(path)
  assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8; header=present')
  assert.equal(headers.get('content-disposition'), `attachment; filename="device-${boiler.id}-readings.csv"`)
  const rows = parse(text, { columns: true }) as Record<string, string>[]
  const common = {
    received_at: NOW.toISOString(),
    module: 'factory',
    lat: '',
    lng: '',
    battery: '',
    clock_suspect: 'false',
  }
  assert.deepEqual(rows, [
    {
      ...common,
      at: '2026-03-01T11:59:30.000Z',
      ts: String(ts(30)),
      signal: '-71',
      'metrics.gas_type': `'=HYPERLINK("x"),"y"`,
      'metrics.temperature': '-3.5',
      'flags.smoke_alarm': '',
      'flags.temperature': '',
    },
    {
      ...common,
      at: '2026-03-01T11:59:40.000Z',
      ts: String(ts(20)),
      signal: '',
      'metrics.gas_type': '',
      'metrics.temperature': '',
      'flags.smoke_alarm': 'true',
      'flags.temperature': 'false',
    },
  ])
})

test('an export of many pages has every reading once, in order', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const boiler = await app.createDevice()
  const place = { lat: '46 + i / 10000.0', lng: '14.5' }
  // The key that appears late is beyond the first page searched for keys.
  await fillHistory(app, boiler.id, 21_000, {
    ...place,
    metrics: `jsonb_build_object(case when i < 20500 then 'gas_ppm' else 'humidity' end, i)`,
  })
  const download = await downloads(app)
  const path = `/api/mobile/devices/${boiler.id}`
  const seconds = Array.from({ length: 21_000 }, (_, second) => second)

  const ndjson = (await download(`${path}/readings/export?format=ndjson`)).text.trimEnd().split('\n')
  assert.deepEqual(
    ndjson.map((line) => JSON.parse(line).at),
    seconds.map(historyTime),
  )
  const csv = parse((await download(`${path}/readings/export?format=csv`)).text, { columns: true }) as object[]
  assert.deepEqual(
    csv.map((row) => Number(Object.values(row).slice(-2).join(''))),
    seconds.map((second) => second),
  )
  assert.deepEqual(Object.keys(csv[0]!).slice(-2), ['metrics.gas_ppm', 'metrics.humidity'])
  const gpx = new XMLParser().parse((await download(`${path}/track/export?format=gpx`)).text).gpx
  assert.equal(gpx.trk.trkseg.trkpt.length, 21_000)
  // Exactly full pages.
  const first = await download(`${path}/readings/export?format=ndjson&to=${historyTime(2_000)}`)
  assert.equal(first.text.trimEnd().split('\n').length, 2_000)
})

test('an export is refused without a session, for unknown devices and in unknown formats', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const boiler = await app.createDevice()
  const call = await app.logIn('viewer')
  const path = `/api/mobile/devices/${boiler.id}`
  assert.equal((await app.call('GET', `${path}/readings/export?format=csv`)).status, 401)
  assert.equal((await app.call('GET', `${path}/track/export?format=gpx`)).status, 401)
  assert.equal((await call('GET', '/api/mobile/devices/999/readings/export?format=csv')).status, 404)
  for (const query of ['readings/export', 'readings/export?format=gpx', 'track/export?format=csv']) {
    assert.equal((await call('GET', `${path}/${query}`)).status, 400, query)
  }
  assert.equal((await call('GET', `${path}/readings/export?format=csv&from=soon`)).status, 400)
  assert.equal((await call('HEAD', `${path}/readings/export?format=csv`)).status, 405)
})

const LARGE_READINGS = 12_000

/** A client that requests an export of 18 megabytes, in 13 pages, and then does not read it. */
async function stalledExport(app: TestApp) {
  const boiler = await app.createDevice()
  await fillHistory(app, boiler.id, LARGE_READINGS, { metrics: `jsonb_build_object('note', repeat('x', 1500))` })
  let pages = 0
  const cell = app.service.db.inCell(0)
  const { query } = cell
  cell.query = (statement, name) => {
    if (statement.text.includes('received_at < ')) pages++
    return query(statement, name)
  }
  const headers = { authorization: await viewerToken(app) }
  const request = get(`${app.url}/api/mobile/devices/${boiler.id}/readings/export?format=ndjson`, { headers })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  /** Number of pages read, once it no longer grows. */
  const settledPages = async () => {
    for (let before = -1; before !== pages; await sleep(200)) before = pages
    return pages
  }
  return { boiler, request, response, settledPages }
}

test('an export is read no faster than its client reads, and ends when the client disconnects', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const { request, settledPages } = await stalledExport(app)
  const pages = await settledPages()
  assert.ok(pages > 0 && pages < 10, `${pages} of 13 pages were read for a client that read nothing`)
  request.destroy()
  await sleep(100)
  assert.ok((await settledPages()) <= pages + 1)
})

test('readings received during an export are not in it, and all others are', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const { boiler, response, settledPages } = await stalledExport(app)
  await settledPages()
  await app.fastForward({ seconds: 1 })
  assert.equal((await boiler.send({ ts: ts(5), metrics: { arrived_late: 1 } })).status, 200)
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) text += chunk
  assert.equal(text.split('\n').length - 1, LARGE_READINGS)
  assert.ok(!text.includes('arrived_late'))
})

test('an export that nobody reads does not delay a stop, and is visibly incomplete', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const { response, settledPages } = await stalledExport(app)
  await settledPages()
  await app.service.http.close()
  response.resume()
  await assert.rejects(once(response, 'end'), { code: 'ECONNRESET' })
})

test('an export that nobody reads is cut off, and each person has a few at a time', async (t) => {
  const app = await startApp(t, { startsAt: NOW, limits: { pieceWithinMs: 300 } })
  const closed: Promise<unknown>[] = []
  app.service.http.server.on('connection', (socket: Socket) => closed.push(once(socket, 'close')))
  const { boiler, response } = await stalledExport(app)
  await closed.at(-1)
  response.resume()
  await assert.rejects(once(response, 'end'), { code: 'ECONNRESET' })
  while (app.service.db.connections().busy > 0) await sleep(10)

  // Another node, which does not cut off the first of them before it is asked for the last.
  const patient = await startApp(t, { startsAt: NOW, connection: app.connection })
  const { authorization } = await patient.logIn('viewer')
  const path = `/api/mobile/devices/${boiler.id}/readings/export?format=ndjson`
  const ask = () => fetch(`${patient.url}${path}`, { headers: { authorization } })
  const answers = await Promise.all([ask(), ask(), ask(), ask(), ask()])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 200, 200, 200, 429])
  for (const answer of answers) await answer.body?.cancel()
})

test('a client that closes its side behind its request gets no download, and none counts as running', async (t) => {
  const app = await startApp(t)
  const { authorization } = await app.logIn('viewer')
  const { id } = await app.createDevice()
  const path = `/api/mobile/devices/${id}/readings/export?format=ndjson`
  const { hostname: host, port } = new URL(app.url)
  for (let turn = 0; turn < 5; turn += 1) {
    const socket = connect({ host, port: Number(port), allowHalfOpen: true })
    socket.resume().end(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${authorization}\r\n\r\n`)
    await once(socket, 'close')
  }
  assert.equal((await fetch(`${app.url}${path}`, { headers: { authorization } })).status, 200)
})
