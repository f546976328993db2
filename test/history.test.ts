import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from './harness/app.ts'
import { fillHistory, HISTORY_BEGIN, historyTime } from './harness/history.ts'

const NOW = new Date('2026-03-01T12:00:00.000Z')

test('a short series has all of its values, oldest first', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const boiler = await app.createDevice()
  const other = await app.createDevice({ name: 'Another' })
  const call = await app.logIn('viewer')
  const ts = NOW.getTime() - 86_400_000
  await boiler.send({ ts: ts + 2_500, metrics: { temperature: -3.25, gas_ppm: 4 }, battery: 80 })
  await boiler.send({ ts: ts + 1_000, metrics: { temperature: 21.5 }, signal: -71 })
  await boiler.send({ ts: ts + 4_000, metrics: { gas_ppm: 5 } })
  await other.send({ ts: ts + 1_000, metrics: { temperature: 99 } })
  const series = async (query: string) => (await call('GET', `/api/mobile/devices/${boiler.id}/series?${query}`)).body

  assert.deepEqual(await series('metric=temperature'), {
    status: 'ok',
    data: {
      metric: 'temperature',
      kind: 'raw',
      width_s: null,
      points: [
        { at: new Date(ts + 1_000).toISOString(), value: 21.5 },
        { at: new Date(ts + 2_500).toISOString(), value: -3.25 },
      ],
    },
  })
  const values = async (query: string) => (await series(query)).data.points.map(({ value }: { value: number }) => value)
  assert.deepEqual(await values('metric=battery'), [80])
  assert.deepEqual(await values('metric=signal'), [-71])
  assert.deepEqual(await values('metric=humidity'), [])
  assert.deepEqual(await values(`metric=temperature&from=${ts + 2_500}`), [-3.25])
  assert.deepEqual(await values(`metric=temperature&to=${ts + 2_500}`), [21.5])
  assert.deepEqual(await values(`metric=temperature&from=${ts + 2_500}&to=${ts + 2_500}`), [])
})

test('without a range, a series covers the last 24 hours with readings', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const boiler = await app.createDevice()
  const call = await app.logIn('viewer')
  const lastWeek = NOW.getTime() - 7 * 86_400_000
  await boiler.send({ ts: lastWeek - 86_400_000, metrics: { gas_ppm: 1 } })
  await boiler.send({ ts: lastWeek - 86_399_000, metrics: { gas_ppm: 2 } })
  await boiler.send({ ts: lastWeek, metrics: { gas_ppm: 3 } })
  const { data } = (await call('GET', `/api/mobile/devices/${boiler.id}/series?metric=gas_ppm`)).body
  assert.deepEqual(
    data.points.map(({ value }: { value: number }) => value),
    [2, 3],
  )
})

test('a longer series is thinned, and keeps its peak', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const boiler = await app.createDevice()
  const call = await app.logIn('viewer')
  await fillHistory(app, boiler.id, 5_000, {
    metrics: `jsonb_build_object('gas_ppm', case i when 3210 then 40 else i % 2 end)`,
  })
  const path = `/api/mobile/devices/${boiler.id}/series?metric=gas_ppm`
  const { kind, points } = (await call('GET', path)).body.data
  assert.equal(kind, 'lttb')
  assert.equal(points.length, 500)
  assert.deepEqual(points[0], { at: historyTime(0), value: 0 })
  assert.deepEqual(points.at(-1), { at: historyTime(4_999), value: 1 })
  assert.ok(
    points.some((point: object) => JSON.stringify(point) === JSON.stringify({ at: historyTime(3_210), value: 40 })),
  )
  assert.equal((await call('GET', `${path}&points=10`)).body.data.points.length, 10)
})

test('a very long series is aggregated in buckets with minimum and maximum', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const boiler = await app.createDevice()
  const call = await app.logIn('viewer')
  await fillHistory(app, boiler.id, 20_000, { metrics: `jsonb_build_object('gas_ppm', i)` })
  const path = `/api/mobile/devices/${boiler.id}/series?metric=gas_ppm&points=100`
  const { kind, width_s, points } = (await call('GET', path)).body.data
  assert.equal(kind, 'buckets')
  assert.equal(width_s, 240)
  assert.ok(points.length <= 100)
  let next = 0
  for (const { at, min, max, avg, count } of points) {
    assert.equal(Date.parse(at) % (width_s * 1_000), 0)
    assert.deepEqual([min, max, avg], [next, next + count - 1, next + (count - 1) / 2])
    next += count
  }
  assert.equal(next, 20_000)
  const battery = (await call('GET', `/api/mobile/devices/${boiler.id}/series?metric=battery`)).body.data
  assert.equal(battery.kind, 'buckets')
  assert.deepEqual([battery.points[5].min, battery.points[5].max], [50, 59])
})

test('a metric in few of many readings has all of its values', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const boiler = await app.createDevice()
  const call = await app.logIn('viewer')
  await fillHistory(app, boiler.id, 12_000, { metrics: `case when i % 1000 = 7 then '{"humidity": 40}'::jsonb end` })
  const { kind, points } = (await call('GET', `/api/mobile/devices/${boiler.id}/series?metric=humidity`)).body.data
  assert.equal(kind, 'raw')
  assert.deepEqual(points.slice(0, 2), [
    { at: historyTime(7), value: 40 },
    { at: historyTime(1_007), value: 40 },
  ])
  assert.equal(points.length, 12)
})

test('the largest numbers have a series', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const boiler = await app.createDevice()
  const call = await app.logIn('viewer')
  await fillHistory(app, boiler.id, 11_000, { metrics: `jsonb_build_object('gas_ppm', 1.7e308 * (1 - 2 * (i % 2)))` })
  await app.rows('update reading_rows set battery = 1.7e308 * (1 - 2 * (digest % 2))')
  for (const metric of ['gas_ppm', 'battery']) {
    const { status, body } = await call('GET', `/api/mobile/devices/${boiler.id}/series?metric=${metric}`)
    assert.deepEqual([status, body.data.kind], [200, 'buckets'], metric)
  }
})

test('a series of weeks uses hourly aggregates, and readings where there are none', async (t) => {
  const app = await startApp(t, { startsAt: new Date(HISTORY_BEGIN + 40 * 86_400_000) })
  const boiler = await app.createDevice()
  const call = await app.logIn('viewer')
  // One every three minutes for 40 days, the last hour not complete; each hour is marked as by ingestion.
  await fillHistory(app, boiler.id, 40 * 480 - 7, { metrics: `jsonb_build_object('gas_ppm', i % 97)`, everyS: 180 })
  await app.rows('update device_states set evaluated_at = (select max(at) from readings) where device_id = $1', [
    boiler.id,
  ])
  await app.rows(
    "insert into hours_to_aggregate (device_id, hour) select distinct device_id, date_bin('1 hour', at, 'epoch') from readings",
  )
  const path = `/api/mobile/devices/${boiler.id}/series?metric=gas_ppm&from=${historyTime(100)}&points=100`
  const read = (await call('GET', path)).body.data
  assert.deepEqual([read.kind, read.width_s], ['buckets', 36_000])
  await app.runJobs()
  await app.rows('delete from hours_to_aggregate')
  const summed = (await call('GET', path)).body.data
  assert.deepEqual(rounded(summed), rounded(read))

  await boiler.send({ ts: Date.parse(historyTime(86_400)) / 1_000, metrics: { gas_ppm: 500 } })
  const late = (await call('GET', path)).body.data
  assert.ok(
    late.points.some(({ max }: { max: number }) => max === 500),
    'a late reading counts before its hour is aggregated again',
  )
  assert.equal(total(late), total(read) + 1)
})

test('a series of days uses minute aggregates, and readings in hours with few', async (t) => {
  const app = await startApp(t, { startsAt: new Date(HISTORY_BEGIN + 86_400_000) })
  const boiler = await app.createDevice()
  const call = await app.logIn('viewer')
  // One per second, except for an hour with one every half minute; the last hour is not complete.
  await fillHistory(app, boiler.id, 5 * 3_600 + 1_234, { metrics: `jsonb_build_object('gas_ppm', i % 97)` })
  const hour = (number: number) =>
    `at >= '${historyTime(number * 3_600)}' and at < '${historyTime((number + 1) * 3_600)}'`
  await app.rows(`delete from reading_rows where ${hour(3)} and digest % 30 <> 0`)
  await app.rows('update device_states set evaluated_at = (select max(at) from readings) where device_id = $1', [
    boiler.id,
  ])
  const path = `/api/mobile/devices/${boiler.id}/series?metric=gas_ppm&from=${historyTime(100)}&points=100`
  await app.rows(
    "insert into hours_to_aggregate (device_id, hour) select distinct device_id, date_bin('1 hour', at, 'epoch') from readings",
  )
  const read = (await call('GET', path)).body.data
  assert.deepEqual([read.kind, read.width_s], ['buckets', 240])
  await app.runJobs()
  await app.rows('delete from hours_to_aggregate')
  assert.deepEqual(
    await app.rows("select count(*)::integer as hours from minute_metrics where field = 'metrics.gas_ppm'"),
    [{ hours: 5 }],
  )
  assert.deepEqual(rounded((await call('GET', path)).body.data), rounded(read))
  await app.rows(`delete from reading_rows where ${hour(1)}`)
  assert.deepEqual(rounded((await call('GET', path)).body.data), rounded(read), 'its readings are not looked at')

  await boiler.send({ ts: Date.parse(historyTime(7_300)) / 1_000, metrics: { gas_ppm: 500 } })
  const late = (await call('GET', path)).body.data
  assert.equal(total(late), total(read) + 1, 'a late reading counts before its hour is aggregated again')
  await app.runJobs()
  assert.equal(total((await call('GET', path)).body.data), total(read) + 1)
})

test('a series before the retention uses hourly aggregates', async (t) => {
  const app = await startApp(t, { startsAt: new Date(HISTORY_BEGIN), env: { RETENTION_DAYS: '30' } })
  const call = await app.logIn('viewer')
  const boiler = await app.createDevice()
  for (const [day, gas_ppm] of [
    [-50, 9],
    [-49, 7],
    [-10, 3],
    [-9, 1],
  ])
    await boiler.send({ ts: (HISTORY_BEGIN + day! * 86_400_000) / 1_000, metrics: { gas_ppm } })
  await app.runJobs()
  const path = `/api/mobile/devices/${boiler.id}/series?metric=gas_ppm`
  const { kind, points } = (await call('GET', `${path}&from=2025-01-01T00:00:00Z`)).body.data
  assert.equal(kind, 'buckets')
  assert.deepEqual(
    points.map(({ max, count }: { max: number; count: number }) => [max, count]),
    [
      [9, 1],
      [7, 1],
      [3, 1],
      [1, 1],
    ],
  )
  assert.equal((await call('GET', path)).body.data.kind, 'raw', 'the last day is read as it was sent')
})

interface Buckets {
  points: { at: string; min: number; max: number; avg: number; count: number }[]
}

/** Averages may differ in the last digit because of the order of summation. */
const rounded = ({ points }: Buckets) => points.map((point) => ({ ...point, avg: Math.round(point.avg * 1e6) }))
const total = ({ points }: Buckets) => points.reduce((sum, { count }) => sum + count, 0)

test('a series is refused without a token, for unknown devices and for invalid parameters', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const boiler = await app.createDevice()
  const call = await app.logIn('viewer')
  const path = `/api/mobile/devices/${boiler.id}/series`
  assert.equal((await app.call('GET', `${path}?metric=gas_ppm`)).status, 401)
  assert.equal((await call('GET', '/api/mobile/devices/999/series?metric=gas_ppm')).status, 404)
  for (const query of [
    '',
    '?metric=Gas',
    '?metric=gas_type',
    "?metric=a'b",
    '?metric=gas_ppm&points=9',
    '?metric=gas_ppm&points=2001',
    '?metric=gas_ppm&points=many',
    '?metric=gas_ppm&from=yesterday',
  ]) {
    assert.equal((await call('GET', `${path}${query}`)).status, 400, query)
  }
})

test('a track of any length is returned in the requested number of points, with its largest error', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const boiler = await app.createDevice()
  const call = await app.logIn('viewer')
  // North, and after 1,000 seconds east: a corner, with a wave of 11 m on the way.
  const lat = `46 + least(i, 1000) * 0.0001 + case when i > 1000 then 0.0001 * sin(i / 20.0) else 0 end`
  await fillHistory(app, boiler.id, 3_000, { lat, lng: '14 + greatest(i - 1000, 0) * 0.0001' })
  const path = `/api/mobile/devices/${boiler.id}/track`
  const few = (await call('GET', `${path}?points=10`)).body
  assert.ok(few.data.length <= 10)
  assert.equal(few.data[0].at, historyTime(2_999))
  assert.equal(few.data.at(-1).at, historyTime(0))
  const corner = few.data.find(({ lat, lng }: { lat: number; lng: number }) => lat > 46.0995 && lng < 14.005)
  assert.ok(corner, 'the corner is kept')
  assert.ok(few.error_m > 5 && few.error_m < 30, `${few.error_m} m`)
  assert.equal(few.every_s, null)
  assert.equal(few.next_cursor, null)
  const many = (await call('GET', `${path}?points=500`)).body
  assert.ok(many.data.length <= 500)
  assert.ok(many.error_m < 1)
  assert.equal((await call('GET', `${path}?limit=500`)).body.data.length, 500)
})

test('a very long track is sampled at even intervals, with both ends', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const boiler = await app.createDevice()
  const call = await app.logIn('viewer')
  await fillHistory(app, boiler.id, 12_000, {
    lat: 'case when i between 10 and 11900 then 46 + i * 0.00001 end',
    lng: 'case when i between 10 and 11900 then 14 + i % 2 * 0.0001 end',
  })
  const { data, every_s, error_m } = (await call('GET', `/api/mobile/devices/${boiler.id}/track?points=2000`)).body
  assert.equal(data[0].at, historyTime(11_900))
  assert.equal(data.at(-1).at, historyTime(10))
  assert.ok(data.length <= 2_000)
  assert.equal(every_s, 2.401)
  assert.ok(error_m >= 0)
})

test('a track in points has no pages, and a limit of points', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const boiler = await app.createDevice()
  const call = await app.logIn('viewer')
  const path = `/api/mobile/devices/${boiler.id}/track`
  const nothing = { status: 'ok', data: [], next_cursor: null, error_m: 0, every_s: null }
  assert.deepEqual((await call('GET', `${path}?points=100`)).body, nothing)
  for (const query of ['points=9', 'points=2001', 'points=100&limit=5', 'points=100&cursor=WzFd']) {
    assert.equal((await call('GET', `${path}?${query}`)).status, 400, query)
  }
})
