import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestApp, type TestDevice } from './harness/app.ts'
import { openBrowserAs } from './harness/browser.ts'

/** Ten minutes of rest, ten minutes to the north at 10 m/s, and ten minutes of rest, a location each half minute. */
async function drive(app: TestApp, van: TestDevice): Promise<void> {
  for (let step = 0; step < 60; step += 1) {
    const metres = Math.min(6_000, Math.max(0, step - 20) * 300)
    const speed_kmh = metres > 0 && metres < 6_000 ? 36 : 0
    await van.send({ lat: 46.05 + metres / 111_195, lng: 14.5, metrics: { speed_kmh } })
    await app.leap({ seconds: 30 })
  }
}

test('the trips of a device are told with their stops, by the API, on a page and as a file', async (t) => {
  const app = await startApp(t)
  const van = await app.createDevice({ module: 'vehicle', name: 'Van 3' })
  await drive(app, van)
  const viewer = await app.logIn('viewer')
  const { body } = await viewer('GET', `/api/mobile/devices/${van.id}/trips`)
  const [trip] = body.data.trips
  assert.deepEqual([body.data.trips.length, body.data.stops.length, body.data.every_s], [1, 2, null])
  assert.ok(Math.abs(trip.distance_m - 6_000) < 320, `${trip.distance_m} m`)
  assert.equal(trip.top_speed_kmh, 36)

  const browser = await openBrowserAs(app, 'viewer')
  const page = (await browser.go(`/devices/${van.id}/trips`)).text
  assert.match(
    page,
    /<span title="46\.0\d{3}, 14\.5000">[^<]*Ljubljana<\/span> – <span title="[^"]*">\d\skm [A-Z]+ of \w+</,
  )
  const [, track] = /href="(\/devices\/\d+\/track\?from=[^"]+)"/.exec(page)!
  const cut = (await browser.go(track!.replaceAll('&amp;', '&'))).text
  assert.match(cut, /data-location-map/)
  assert.doesNotMatch(cut, /No locations in this range/)
  const [head, line, ...rest] = (await browser.go(`/devices/${van.id}/trips.csv`)).text.trimEnd().split('\r\n')
  assert.equal(head, 'from,to,start_lat,start_lng,end_lat,end_lng,duration_s,distance_m,top_speed_kmh')
  assert.match(line!, /^20\d\d-.*Z,20\d\d-.*,36$/)
  assert.equal(rest.length, 0)
})

test('wrong locations in a row double no trip, and a parked device that scatters makes none', async (t) => {
  const app = await startApp(t)
  const viewer = await app.logIn('viewer')
  const from = Math.floor(app.now().getTime() / 1_000) - 30_000
  const tripsOf = async (name: string, places: { lat: number; speed_kmh: number }[], every: number) => {
    const { id, token } = await app.createDevice({ module: 'vehicle', name })
    const readings = places.map(({ lat, speed_kmh }, place) => ({
      module: 'vehicle',
      ts: from + place * every,
      lat,
      lng: 14.5,
      metrics: { speed_kmh },
    }))
    const headers = { 'x-device-token': token, 'content-type': 'application/json' }
    const body = JSON.stringify(readings)
    assert.equal((await fetch(`${app.url}/api/telemetry/batch`, { method: 'POST', headers, body })).status, 200)
    const query = new URLSearchParams({ from: new Date((from - 60) * 1_000).toISOString() })
    return (await viewer('GET', `/api/mobile/devices/${id}/trips?${query}`)).body.data
  }
  const way = Array.from({ length: 121 }, (_, place) => ({ lat: 46.05 + (place * 150) / 111_195, speed_kmh: 54 }))
  const cached = way.map((each, place) => (place === 60 || place === 61 ? { ...each, lat: 46.05 } : each))
  for (const track of [way, cached]) {
    const { trips } = await tripsOf('Van', track, 10)
    assert.equal(trips.length, 1)
    assert.ok(Math.abs(trips[0].distance_m - 18_000) < 100, `${trips[0].distance_m} m`)
  }
  const scattered = Array.from({ length: 900 }, (_, place) => ({
    lat: 46.05 + (((place * 7_919) % 281) - 140) / 111_195,
    speed_kmh: 0,
  }))
  const { trips, stops } = await tripsOf('Parked van', scattered, 30)
  assert.deepEqual([trips.length, stops.length], [0, 1])
})

test('what the odometer counted stands beside the distance along the locations', async (t) => {
  const app = await startApp(t)
  const [viewer, admin] = [await app.logIn('viewer'), await app.logIn('admin')]
  const van = await app.createDevice({ module: 'vehicle', name: 'Van 4' })
  const counted = async () => (await viewer('GET', `/api/mobile/devices/${van.id}/trips`)).body.data.odometer_m
  for (const odometer of [120_500, 121_900, 126_800]) {
    await van.send({ metrics: { odometer } })
    await app.leap({ seconds: 60 })
    await van.send({ metrics: { speed_kmh: 50 } })
    await app.leap({ seconds: 60 })
  }
  await drive(app, van)
  assert.equal(await counted(), 6_300)
  assert.match(
    (await (await openBrowserAs(app, 'viewer')).go(`/devices/${van.id}/trips`)).text,
    /By the odometer.*6\.3\skm/s,
  )
  const inKm = { metrics: { odometer: { unit: 'km' } } }
  assert.equal((await admin('PATCH', `/api/admin/devices/${van.id}`, inKm)).status, 200)
  assert.equal(await counted(), 6_300_000)
  await van.send({ metrics: { odometer: 12 } })
  assert.equal(await counted(), null, 'another odometer')
})

test('a range of trips has at most 31 days, and a device without any says so', async (t) => {
  const app = await startApp(t)
  const { id } = await app.createDevice({ module: 'vehicle' })
  const viewer = await app.logIn('viewer')
  const ask = (query: string) => viewer('GET', `/api/mobile/devices/${id}/trips?${query}`)
  assert.deepEqual((await ask('')).body.data, { trips: [], stops: [], every_s: null, odometer_m: null })
  assert.equal((await ask('from=2026-01-01&to=2026-02-01')).status, 200)
  assert.equal((await ask('from=2026-01-01&to=2026-02-02')).status, 400)
  const october = new URLSearchParams({ from: '2026-10-01T00:00:00+02:00', to: '2026-11-01T00:00:00+01:00' })
  assert.equal((await ask(`${october}`)).status, 200, 'a month with the end of summer time')
  assert.equal((await ask('from=2026-01-02&to=2026-01-01')).status, 400)
  assert.equal((await viewer('GET', '/api/mobile/devices/999/trips')).status, 404)
  const browser = await openBrowserAs(app, 'viewer')
  assert.match((await browser.go(`/devices/${id}/trips`)).text, /No trips in this range/)
  const { status, text } = await browser.go(`/devices/${id}/trips?from=2026-01-01T00:00&to=2026-02-02T00:00`)
  assert.equal(status, 200)
  assert.match(text, /role="alert">Trips are shown for at most 31 days at a time/)
  assert.match(text, /name="from"[^>]* value="2026-01-01T00:00/, 'the form keeps the range')
})
