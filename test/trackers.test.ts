import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openLog } from '../src/platform/log.ts'
import { type Answer, startApp, type TestApp } from './harness/app.ts'

const IN_ADDRESS = { env: { DEVICE_TOKEN_IN_ADDRESS: 'true' } }
const OSMAND = '/api/telemetry/osmand'

async function ask(app: TestApp, path: string, init: RequestInit = {}): Promise<Answer> {
  const answer = await fetch(`${app.url}${path}`, { method: 'POST', ...init })
  return { status: answer.status, headers: answer.headers, body: JSON.parse(await answer.text()) }
}

const basic = (token: string) => ({ authorization: `Basic ${Buffer.from(`phone:${token}`).toString('base64')}` })
const ownTracks = (app: TestApp, token: string, message: object | string) =>
  ask(app, '/api/telemetry/owntracks', {
    headers: { ...basic(token), 'content-type': 'application/json; charset=utf-8' },
    body: typeof message === 'string' ? message : JSON.stringify(message),
  })
const osmAnd = (app: TestApp, query: string) => ask(app, `${OSMAND}?${query}`, { method: 'GET' })

async function read(app: TestApp, id: number, what: 'track' | 'readings') {
  const viewer = await app.logIn('viewer')
  return (await viewer('GET', `/api/mobile/devices/${id}/${what}`)).body.data.toReversed()
}

test('locations of OwnTracks in HTTP mode make a track', async (t) => {
  const app = await startApp(t)
  const { id, token } = await app.createDevice({ module: 'vehicle' })
  // Recorded from Android, iOS and a tracker with the same protocol.
  const messages = [
    '{"_type":"location","acc":15,"alt":440,"batt":46,"conn":"w","lat":46.0681247,"lon":11.1512805,"t":"u","tid":"5t","tst":1551874878,"vac":2,"vel":0}',
    '{"cog":271,"lon":2.29513,"acc":5,"vel":61,"vac":21,"lat":48.85833,"tst":1597349316,"alt":167,"_type":"location","tid":"JJ","t":"u","batt":67}',
    '{"lon":-122,"acc":5,"created_at":1736161415,"lat":37,"topic":"owntracks/ckrey/22A67880-15C3-41A6-9157-25545C7993AC","t":"u","m":1,"tst":1736161169,"conn":"w","alt":0,"_type":"location","tid":"AC"}',
    '{"topic":"owntracks/qtripp/865284041968706","lat":47.420051,"lon":13.654704,"vel":-1,"cog":-1,"tst":1736519167,"mcc":232,"mnc":1,"lac":"4F4D","cid":"673A","_type":"location","acc":10,"alt":1113,"t":"I","don":105,"tid":"CS"}',
  ]
  for (const message of messages) {
    const { status, body } = await ownTracks(app, token, message)
    assert.deepEqual([status, body], [200, []])
  }
  assert.deepEqual(await read(app, id, 'track'), [
    { at: '2019-03-06T12:21:18.000Z', lat: 46.0681247, lng: 11.1512805, speed_kmh: 0, heading: null },
    { at: '2020-08-13T20:08:36.000Z', lat: 48.85833, lng: 2.29513, speed_kmh: 61, heading: 271 },
    { at: '2025-01-06T10:59:29.000Z', lat: 37, lng: -122, speed_kmh: null, heading: null },
    { at: '2025-01-10T14:26:07.000Z', lat: 47.420051, lng: 13.654704, speed_kmh: null, heading: null },
  ])
  const [, second] = await read(app, id, 'readings')
  assert.deepEqual(
    [second.module, second.battery, second.metrics],
    ['vehicle', 67, { speed_kmh: 61, heading: 271, altitude: 167, accuracy: 5 }],
  )
})

test('other messages of OwnTracks are accepted and ignored; invalid ones are refused', async (t) => {
  const app = await startApp(t)
  const { id, token } = await app.createDevice({ module: 'worker' })
  const transition = {
    _type: 'transition',
    event: 'enter',
    lat: 48.87069,
    lon: 2.34916,
    tst: 1707057574,
    wtst: 1610104395,
  }
  for (const message of [transition, { _type: 'lwt', tst: 1 }, { _type: 'status' }, {}, '']) {
    const { status, body } = await ownTracks(app, token, message)
    assert.deepEqual([status, body], [200, []], JSON.stringify(message))
  }
  assert.deepEqual(await read(app, id, 'readings'), [])
  const refused: [object | string, RegExp][] = [
    [{ _type: 'encrypted', data: 'c2VjcmV0' }, /switch encryption off/],
    [{ _type: 'location', tst: 1707057574 }, /no lat and lon/],
    [{ _type: 'location', lat: 91, lon: 0 }, /\/lat: must be <= 90/],
    [{ _type: 'location', lat: '48', lon: 2 }, /\/lat: must be number/],
    ['{"_type":"loc', /not valid JSON/],
    ['[]', /must be a message of OwnTracks/],
  ]
  for (const [message, words] of refused) {
    const { status, body } = await ownTracks(app, token, message)
    assert.equal(status, 400, JSON.stringify(message))
    assert.match(body.message, words)
  }
  for (const wrong of ['f'.repeat(64), '', token.toUpperCase()]) {
    assert.equal((await ownTracks(app, wrong, transition)).status, 401)
  }
})

test('parameters of OsmAnd and older Traccar Clients make a track, with speed converted from knots', async (t) => {
  const app = await startApp(t, IN_ADDRESS)
  const { id, token } = await app.createDevice({ module: 'fleet' })
  const queries = [
    `lat=49.60688&lon=6.15788&timestamp=2014-06-04+09%3A10%3A11&altitude=384.7&speed=0.0&id=${token}`,
    `id=${token}&lat=42.06288&lon=-88.23412&timestamp=1442068686579&hdop=6.0&altitude=224.0&speed=0.0`,
    `id=${token}&lat=42.06288&lon=-88.23412&timestamp=2016-01-27T18%3A55%3A47Z&hdop=6.0&altitude=224.0&speed=10.0`,
    `id=${token}&timestamp=1504763810&lat=40.7232948571&lon=-74.0061408571&bearing=7.19889788244&speed=40&ignition=true&rpm=933&fuel=24`,
    `deviceid=${token}&timestamp=1504763820&location=60.0,30.0&speed=10&speed_unit=ms&batt=87`,
    // Without a position, or with one that the tracker marks as invalid.
    `id=${token}&timestamp=1504763830&cell=257,02,16,2224&wifi=00-14-22-01-23-45,-80&batt=86`,
    `id=${token}&timestamp=1504763840&lat=0&lon=0&valid=false`,
  ]
  for (const query of queries) assert.equal((await osmAnd(app, query)).status, 200, query)
  assert.deepEqual(await read(app, id, 'track'), [
    { at: '2014-06-04T09:10:11.000Z', lat: 49.60688, lng: 6.15788, speed_kmh: 0, heading: null },
    { at: '2015-09-12T14:38:06.579Z', lat: 42.06288, lng: -88.23412, speed_kmh: 0, heading: null },
    { at: '2016-01-27T18:55:47.000Z', lat: 42.06288, lng: -88.23412, speed_kmh: 18.52, heading: null },
    {
      at: '2017-09-07T05:56:50.000Z',
      lat: 40.7232948571,
      lng: -74.0061408571,
      speed_kmh: 74.08,
      heading: 7.19889788244,
    },
    { at: '2017-09-07T05:57:00.000Z', lat: 60, lng: 30, speed_kmh: 36, heading: null },
  ])
  const readings = await read(app, id, 'readings')
  assert.equal(readings.length, 7)
  const [, , , fourth, fifth] = readings
  assert.deepEqual(fourth.metrics, { speed_kmh: 74.08, heading: 7.19889788244, rpm: 933, fuel_level: 24 })
  assert.deepEqual([fourth.flags, fifth.battery], [{ ignition: true }, 87])
})

test('JSON of newer Traccar Clients makes a track, with speed converted from metres per second', async (t) => {
  const app = await startApp(t)
  const { id, token } = await app.createDevice({ module: 'worker' })
  const bodies = [
    `{"location":{"event":"motionchange","is_moving":false,"uuid":"0e9a2473-a9a7-4c00-997b-fb97d2154e75","timestamp":"2021-07-21T08:06:34.444Z","odometer":0,"coords":{"latitude":-6.1148096,"longitude":106.6837015,"accuracy":3.8,"speed":18.67,"speed_accuracy":0.26,"heading":63,"heading_accuracy":0.28,"altitude":35.7,"altitude_accuracy":3.8},"activity":{"type":"still","confidence":100},"battery":{"is_charging":false,"level":0.79},"extras":{}},"device_id":"${token}"}`,
    `{"location":{"extras":{},"mock":true,"coords":{"speed_accuracy":-1,"speed":-1,"longitude":-122.406417,"ellipsoidal_altitude":0,"floor":null,"heading_accuracy":-1,"latitude":37.785834000000001,"accuracy":5,"altitude_accuracy":-1,"altitude":0,"heading":-1},"is_moving":false,"age":188,"odometer":0,"uuid":"2FB04C65-99CF-42AB-8DD3-EBCB4B108BF8","event":"motionchange","battery":{"level":-1,"is_charging":false},"activity":{"type":"unknown","confidence":100},"timestamp":"2025-05-09T04:11:30.579Z"},"device_id":"${token}"}`,
    `{"location":{"timestamp":"2025-06-15T13:45:12.862Z","coords":{"latitude":37.4219983,"longitude":-122.084,"accuracy":5,"speed":0,"heading":-1,"altitude":5},"is_moving":false,"odometer":0,"event":"motionchange","battery":{"level":1,"is_charging":false},"activity":{"type":"still"},"extras":{"alarm":"sos"},"_":"&id=48241179&lat=37.4219983&lon=-122.084&timestamp=2025-06-15T13:45:12.862Z&"},"device_id":"${token}"}`,
  ]
  for (const body of bodies) assert.equal((await ask(app, OSMAND, { body })).status, 200, body)
  assert.deepEqual(await read(app, id, 'track'), [
    { at: '2021-07-21T08:06:34.444Z', lat: -6.1148096, lng: 106.6837015, speed_kmh: 67.212, heading: 63 },
    { at: '2025-05-09T04:11:30.579Z', lat: 37.785834, lng: -122.406417, speed_kmh: null, heading: null },
    { at: '2025-06-15T13:45:12.862Z', lat: 37.4219983, lng: -122.084, speed_kmh: 0, heading: null },
  ])
  const readings = await read(app, id, 'readings')
  assert.deepEqual(
    readings.map(({ battery, flags }: { battery: number; flags: object }) => [battery, flags]),
    [
      [79, {}],
      [null, {}],
      [100, { panic_pressed: true }],
    ],
  )
})

test('forms are accepted as well, and a repeated location is stored once', async (t) => {
  const app = await startApp(t)
  const { id, token } = await app.createDevice({ module: 'fleet' })
  const form = new URLSearchParams({ id: token, lat: '60.0', lon: '30.0', timestamp: '1504763810', speed: '10' })
  for (const _ of ['first', 'again']) {
    const { status, body } = await ask(app, OSMAND, { body: form })
    assert.deepEqual([status, body], [200, { status: 'ok', ts: 1504763810 }])
  }
  assert.equal((await read(app, id, 'track')).length, 1)
})

test('a token in the address must be allowed by the operator, and is never logged', async (t) => {
  const lines: string[] = []
  const log = openLog('trace', new Writable({ write: (line, _, done) => done(void lines.push(String(line))) }))
  const app = await startApp(t, { log })
  const { token } = await app.createDevice({ module: 'fleet' })
  const refused = await osmAnd(app, `id=${token}&lat=60&lon=30`)
  assert.equal(refused.status, 403)
  assert.match(refused.body.message, /DEVICE_TOKEN_IN_ADDRESS/)
  // Not needed on other hosts: the same address with the token as a password.
  const taken = await ask(app, `${OSMAND}?lat=60&lon=30`, { method: 'GET', headers: basic(token) })
  assert.equal(taken.status, 200)

  const allowed = await startApp(t, { ...IN_ADDRESS, connection: app.connection, log })
  await allowed.rows('alter table reading_rows rename to elsewhere')
  assert.equal((await osmAnd(allowed, `id=${token}&lat=60&lon=30&timestamp=1504763810`)).status, 503)
  await allowed.rows('alter table elsewhere rename to reading_rows')
  assert.ok(lines.length > 0)
  assert.deepEqual(
    lines.filter((line) => line.includes(token)),
    [],
  )
})

test('impossible locations are refused with the field at fault', async (t) => {
  const app = await startApp(t, IN_ADDRESS)
  const { token } = await app.createDevice({ module: 'fleet' })
  const rows: [string, number, RegExp][] = [
    [`id=${token}&lat=91&lon=0`, 400, /^\/lat: must be <= 90/],
    [`id=${token}&lat=60`, 400, /sent together/],
    [`id=${token}&lat=north&lon=0`, 400, /^\/lat: must be a number/],
    [`id=${token}&lat=60&lon=30&timestamp=yesterday`, 400, /^\/timestamp/],
    [`id=${token}&lat=60&lon=30&speed=fast`, 400, /^\/speed/],
    [`id=${token}&lat=60&lon=30&speed=1&speed_unit=mph`, 400, /^\/speed_unit/],
    [`id=${token}&lat=60&lat=61&lon=30`, 400, /^\/lat/],
    [`id=${token}&lat=60&lon=30&batt=%00`, 400, /^\/batt/],
    [`id=${'f'.repeat(64)}&lat=60&lon=30`, 401, /^Invalid device token/],
    ['lat=60&lon=30', 401, /^Invalid device token/],
  ]
  for (const [query, status, words] of rows) {
    const answer = await osmAnd(app, query)
    assert.equal(answer.status, status, query)
    assert.match(answer.body.message, words)
  }
  for (const body of [
    '{',
    '{"device_id":7}',
    '{"location":[]}',
    `{"device_id":"${token}"}`,
    `{"device_id":"${token}","location":{"coords":3}}`,
  ]) {
    assert.ok([400, 401].includes((await ask(app, OSMAND, { body })).status), body)
  }
  assert.deepEqual(await app.rows('select 1 from readings'), [])
})

const SOS_AT = 1795262400
const firing = async (app: TestApp) => {
  const viewer = await app.logIn('viewer')
  return (await viewer('GET', '/api/mobile/alerts?status=firing')).body.data.map(
    ({ title }: { title: string }) => title,
  )
}
/** The values that were left out, as the page of the device says. It is stored after the responses. */
async function leftOut(app: TestApp, id: number, count: number): Promise<string[]> {
  const operator = await app.logIn('operator')
  for (let tries = 0; ; tries += 1) {
    const { data } = (await operator('GET', `/api/admin/devices/${id}/refusals`)).body
    if (data.length === count) {
      return data.map(({ status, message }: { status: number; message: string }) => `${status} ${message}`).toSorted()
    }
    assert.ok(tries < 100, JSON.stringify(data))
    await sleep(50)
  }
}

test('an alarm is stored with what is good in its message, and the device says what was left out', async (t) => {
  const app = await startApp(t, IN_ADDRESS)
  const rows: [what: string, stored: object, told: RegExp | null][] = [
    ['lat=48.5&lon=2.25&speed=fast', { lat: 48.5, lng: 2.25 }, /^200 \/speed: must be a number; stored without it$/],
    ['lat=48.5&lon=2.25&batt=%00&speed=10', { lat: 48.5, metrics: { speed_kmh: 18.52 } }, /^200 \/batt: /],
    ['lat=91&lon=2.25&batt=80', { lat: null, battery: 80 }, /^200 \/lat: must be <= 90/],
    ['lat=48.5&lon=181', { lat: null, lng: null }, /^200 \/lon: must be <= 180/],
    ['lat=48.5&batt=80', { lat: null, battery: 80 }, /^200 \/lon: .*together/],
    ['lat=48.5&lat=49.5&lon=2', { lat: null }, /^200 \/lat: /],
    ['location=53,07,8,80', { lat: null }, /^200 \/location: /],
    ['lat=48.5&lon=2.25&timestamp=yesterday', { lat: 48.5, ts: SOS_AT }, /^200 \/timestamp: /],
    ['lat=48.5&lon=2.25&timestamp=999999999999999', { lat: 48.5, ts: SOS_AT }, /^200 \/timestamp: /],
    ['lat=48.5&lon=2.25&speed=1&speed_unit=mph', { lat: 48.5, metrics: {} }, /^200 \/speed_unit: /],
    [
      Array.from({ length: 70 }, (_, n) => `m${n}=${n}`).join('&'),
      { lat: null },
      /^200 \/metrics: must have at most 64/,
    ],
    ['lat=NaN&lon=NaN&speed=&batt=&bearing=-1', { lat: null, battery: null, metrics: {} }, null],
    ['%ff=1&lat=%ff', { lat: null }, /^200 \/lat: /],
  ]
  for (const [what, stored, told] of rows) {
    const { id, token } = await app.createDevice({ module: 'worker' })
    const time = what.includes('timestamp') ? '' : `&timestamp=${SOS_AT}`
    const { status, body } = await osmAnd(app, `${what}${time}&alarm=sos&id=${token}`)
    assert.equal(status, 200, `${what}: ${body.message}`)
    const [reading, ...others] = await read(app, id, 'readings')
    assert.deepEqual([reading.flags, others], [{ panic_pressed: true }, []], what)
    const { ts: _, ...values } = stored as Record<string, unknown>
    for (const [name, value] of Object.entries(values)) assert.deepEqual(reading[name], value, `${what}: ${name}`)
    const notes = await leftOut(app, id, told === null ? 0 : 1)
    if (told !== null) assert.match(notes[0]!, told, what)
  }
  assert.equal((await firing(app)).length, rows.length)
})

test('an alarm in JSON is stored with what is good in its message', async (t) => {
  const app = await startApp(t)
  const { id, token } = await app.createDevice({ module: 'worker' })
  const sos = '"extras":{"alarm":"sos"}'
  const coords = '"latitude":48.5,"longitude":2.25'
  const locations = [
    `{"coords":{${coords},"speed":"fast"},${sos}}`,
    `{"coords":{${coords},"speed":NaN,"heading":nan},${sos}}`,
    `{"coords":{${coords}},"battery":"full",${sos}}`,
    `{"coords":{${coords}},"timestamp":"yesterday",${sos}}`,
    `{"coords":{"latitude":"north","longitude":2},"battery":{"level":0.5},${sos}}`,
    `{"coords":null,"battery":{"level":0.25},${sos}}`,
    `{"timestamp":${'['.repeat(5_000)}${']'.repeat(5_000)},"battery":{"level":0.75},${sos}}`,
    `{${sos}}`,
  ]
  for (const location of locations) {
    const { status, body } = await ask(app, OSMAND, { body: `{"location":${location},"device_id":"${token}"}` })
    assert.equal(status, 200, `${location}: ${body.message}`)
    await app.leap({ seconds: 1 })
  }
  const readings = await read(app, id, 'readings')
  assert.deepEqual(
    readings.map(({ lat, battery, flags }: { lat: number; battery: number; flags: object }) => [lat, battery, flags]),
    [
      ...Array.from({ length: 4 }, () => [48.5, null, { panic_pressed: true }]),
      [null, 50, { panic_pressed: true }],
      [null, 25, { panic_pressed: true }],
      [null, 75, { panic_pressed: true }],
      [null, null, { panic_pressed: true }],
    ],
  )
  await leftOut(app, id, 4) // The faulty time is listed twice.
})

test('any way to write SOS, and a flag that is true, is an alarm', async (t) => {
  const app = await startApp(t, IN_ADDRESS)
  const { id, token } = await app.createDevice({ module: 'worker' })
  for (const [place, alarm] of [
    'alarm=SOS',
    'alarm=lowBattery,sos',
    'alarm=sos&alarm=tow',
    'panic_pressed=true',
    'name=who?&alarm=sos&panic_pressed=false',
  ].entries()) {
    const { status } = await osmAnd(app, `id=${token}&speed=fast&timestamp=${SOS_AT + place}&${alarm}`)
    assert.equal(status, 200, alarm)
  }
  const readings = await read(app, id, 'readings')
  assert.deepEqual(
    readings.map(({ flags }: { flags: object }) => flags),
    Array.from({ length: 5 }, () => ({ panic_pressed: true })),
  )
})

test('a decimal comma is read as one, never as another place', async (t) => {
  const app = await startApp(t, IN_ADDRESS)
  const { id, token } = await app.createDevice({ module: 'vehicle' })
  const rows: [string, [number, number] | RegExp][] = [
    ['lat=48,5&lon=2,25', [48.5, 2.25]],
    ['lat=-33,9&lon=151', [-33.9, 151]],
    ['lat=53,0792962&lon=8,8016937&altitude=433,1&speed=10,5&batt=67,5', [53.0792962, 8.8016937]],
    ['location=53.07, 8.80', [53.07, 8.8]],
    ['location=53,07;8,80', [53.07, 8.8]],
    ['location=53,07,8,80', /^\/location: /],
    ['lat=48,5,1&lon=2', /^\/lat: must be a number/],
    ['lat=1.048,5&lon=2', /^\/lat: must be a number/],
  ]
  const places: unknown[] = []
  for (const [index, [query, wanted]] of rows.entries()) {
    const { status, body } = await osmAnd(app, `id=${token}&timestamp=${SOS_AT + index}&${query}`)
    if (wanted instanceof RegExp) {
      assert.equal(status, 400, query)
      assert.match(body.message, wanted)
    } else {
      assert.equal(status, 200, query)
      places.push(wanted)
    }
  }
  const readings = await read(app, id, 'readings')
  assert.deepEqual(
    readings.map(({ lat, lng }: { lat: number; lng: number }) => [lat, lng]),
    places,
  )
  assert.deepEqual([readings[2].battery, readings[2].metrics], [67.5, { altitude: 433.1, speed_kmh: 19.446 }])
})

test('values that trackers send for unknown are left out, of every protocol', async (t) => {
  const app = await startApp(t, IN_ADDRESS)
  const { id, token } = await app.createDevice({ module: 'vehicle' })
  const ts = (place: number) => SOS_AT + place
  for (const batt of [-1, -100]) {
    const message = { _type: 'location', lat: 0, lon: 0, tst: ts(-batt), batt, acc: -1, vel: -1, cog: -1 }
    assert.equal((await ownTracks(app, token, message)).status, 200)
  }
  assert.equal(
    (await ownTracks(app, token, '{"_type":"location","lat":1,"lon":2,"tst":1795262402,"batt":NaN}')).status,
    200,
  )
  const unknown = 'lat=&lon=&speed=NaN&batt=-1&fuel=-1&hdop=-1&accuracy=-1&sat=-1&bearing=null'
  assert.equal((await osmAnd(app, `id=${token}&timestamp=${ts(3)}&${unknown}`)).status, 200)
  for (const { lat, battery, metrics } of (await read(app, id, 'readings')).filter(
    (one: { lat: number }) => one.lat !== 1,
  ))
    assert.deepEqual([lat, battery, metrics], [null, null, {}])
  assert.deepEqual(await firing(app), [])
})

test('a location of OwnTracks is stored without a value that is none', async (t) => {
  const app = await startApp(t)
  const { id, token } = await app.createDevice({ module: 'vehicle' })
  const message = { _type: 'location', lat: 48.5, lon: 2.25, tst: SOS_AT }
  for (const [place, wrong] of [{ batt: 'full' }, { vel: {} }, { tst: 'now' }, { tst: SOS_AT + 0.5 }].entries()) {
    await app.leap({ seconds: place + 1 })
    assert.equal((await ownTracks(app, token, { ...message, ...wrong, acc: place })).status, 200, JSON.stringify(wrong))
  }
  assert.equal((await read(app, id, 'readings')).length, 4)
  assert.deepEqual(await leftOut(app, id, 3), [
    '200 /batt: must be a number; stored without it',
    '200 /tst: must be seconds or milliseconds since 1970, or ISO 8601; stored without it',
    '200 /vel: must be a number; stored without it',
  ])
})

test('the plus of a time zone may arrive as a space, and seconds may have decimals', async (t) => {
  const app = await startApp(t, IN_ADDRESS)
  const { id, token } = await app.createDevice({ module: 'vehicle' })
  const times = ['2026-11-20T07:00:00+01:00', '2026-11-20 07:00', '1795152000.5', '1795152000500.0']
  for (const time of times)
    assert.equal((await osmAnd(app, `id=${token}&timestamp=${time}&lat=1&lon=2`)).status, 200, time)
  assert.deepEqual(
    (await read(app, id, 'readings')).map(({ at }: { at: string }) => at),
    ['2026-11-20T05:20:00.500Z', '2026-11-20T06:00:00.000Z', '2026-11-20T07:00:00.000Z'],
  )
})
