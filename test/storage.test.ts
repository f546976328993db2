import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hourAggregation } from '../src/core/telemetry/hours/hourly-metrics.ts'
import { startApp, type TestApp } from './harness/app.ts'
import { sendAll } from './harness/compaction.ts'
import { fillHistory } from './harness/history.ts'

const NOW = new Date('2026-03-15T12:30:00.000Z')
const seconds = (time: string) => Date.parse(time) / 1_000

const months = async (app: TestApp): Promise<string[]> => {
  const rows = await app.rows<{ name: string }>(
    "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'public.reading_rows'::regclass order by 1",
  )
  return rows.map(({ name }) => name)
}

const sums = (app: TestApp, field: string) =>
  app.rows<{ hour: Date; count: number; min: number; max: number; sum: number }>(
    'select hour, count, min, max, sum from hourly_metrics where field = $1 order by device_id, hour',
    [field],
  )

test('readings of the last year are stored by month, each month in a table of its own', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const sensor = await app.createDevice()
  for (const time of ['2025-12-31T23:59:59Z', '2026-01-01T00:00:00Z', '2026-03-15T12:30:00Z', '2026-03-16T12:00:00Z'])
    assert.equal((await sensor.send({ ts: seconds(time), metrics: { gas_ppm: 1 } })).status, 200)
  assert.deepEqual(await months(app), ['readings_2025_12', 'readings_2026_01', 'readings_2026_03'])
  assert.deepEqual(await app.rows('select count(*)::integer as count from readings'), [{ count: 4 }])
})

test('two nodes create the table of a new month once', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const other = await startApp(t, { startsAt: NOW, connection: app.connection })
  const { token } = await app.createDevice()
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, place) =>
      fetch(`${[app, other][place % 2]!.url}/api/telemetry/ingest`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-device-token': token },
        body: JSON.stringify({ module: 'factory', ts: seconds('2020-01-15T00:00:00Z') + place * 2_678_400 }),
      }),
    ),
  )
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  assert.deepEqual(await app.rows('select count(*)::integer as count from readings'), [{ count: 40 }])
})

test('an hour is aggregated after its end, and again after a late reading', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const sensor = await app.createDevice()
  await sensor.send({ ts: seconds('2026-03-15T10:00:00Z'), battery: 80, metrics: { temperature: 20, gas_ppm: 3 } })
  await sensor.send({ ts: seconds('2026-03-15T10:59:59Z'), metrics: { temperature: 24, gas_type: 'CO' } })
  await app.runJobs()
  assert.deepEqual(await sums(app, 'metrics.temperature'), [])

  await sensor.send({ ts: seconds('2026-03-15T11:00:00Z'), metrics: { temperature: 30 } })
  await app.runJobs()
  const hour = new Date('2026-03-15T10:00:00Z')
  assert.deepEqual(await sums(app, 'metrics.temperature'), [{ hour, count: 2, min: 20, max: 24, sum: 44 }])
  assert.deepEqual(await sums(app, 'battery'), [{ hour, count: 1, min: 80, max: 80, sum: 80 }])
  assert.deepEqual(await sums(app, 'metrics.gas_type'), [], 'text has no sum')

  await sensor.send({ ts: seconds('2026-03-15T10:30:00Z'), metrics: { temperature: -10 } })
  await app.runJobs()
  assert.deepEqual(await sums(app, 'metrics.temperature'), [{ hour, count: 3, min: -10, max: 24, sum: 34 }])
  assert.deepEqual(await app.rows('select * from hours_to_aggregate'), [])
})

test('an hour in the future, from a device whose clock is ahead, is aggregated after its end', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const sensor = await app.createDevice()
  await sensor.send({ ts: seconds('2026-03-15T13:10:00Z'), metrics: { temperature: 5 } })
  await app.runJobs()
  assert.deepEqual(await sums(app, 'metrics.temperature'), [])
  await app.leap({ seconds: 90 * 60 })
  assert.deepEqual(
    (await sums(app, 'metrics.temperature')).map(({ hour }) => hour.toISOString()),
    ['2026-03-15T13:00:00.000Z'],
  )
})

test('readings are deleted by month after the retention; hourly aggregates and latest metrics are kept', async (t) => {
  const app = await startApp(t, { startsAt: NOW, env: { RETENTION_DAYS: '30' } })
  const call = await app.logIn('viewer')
  const sensor = await app.createDevice()
  await sensor.send({ ts: seconds('2026-01-31T22:15:00Z'), metrics: { temperature: 18 } })
  await sensor.send({ ts: seconds('2026-01-31T23:15:00Z'), metrics: { temperature: 19 } })
  const other = await app.createDevice({ name: 'Attic' })
  await other.send({ ts: seconds('2026-02-13T10:00:00Z'), metrics: { temperature: 9 } })
  await other.send({ ts: seconds('2026-02-14T12:30:00Z'), metrics: { temperature: 8 } })
  await app.rows(
    `insert into minute_metrics (device_id, field, hour, minutes, counts, mins, maxs, sums)
     select $1, 'metrics.temperature', hour::timestamptz, '{15}', '{600}', '{18}', '{19}', '{11000}'
     from unnest(array['2026-01-31T22:00Z', '2026-02-13T10:00Z']) as hour`,
    [sensor.id],
  )
  await app.runJobs()

  assert.deepEqual(await months(app), ['readings_2026_02'], 'some of February is not 30 days old yet')
  const path = `/api/mobile/devices/${sensor.id}`
  assert.deepEqual((await call('GET', `${path}/readings`)).body.data, [])
  assert.deepEqual((await call('GET', path)).body.data.latest.metrics, { temperature: 19 })
  assert.deepEqual(
    (await sums(app, 'metrics.temperature')).map(({ hour, max }) => [hour.toISOString(), max]),
    [
      ['2026-01-31T22:00:00.000Z', 18],
      ['2026-01-31T23:00:00.000Z', 19],
      ['2026-02-13T10:00:00.000Z', 9],
    ],
    'also of the hour in which the device was heard of last',
  )
  const [left, ...more] = await app.rows<{ hour: Date }>('select hour from minute_metrics')
  assert.deepEqual(
    [left?.hour.toISOString(), more],
    ['2026-02-13T10:00:00.000Z', []],
    'sums by the minute go with them',
  )
})

test('a month in which a device stopped sending can be dropped', async (t) => {
  const app = await startApp(t, { startsAt: new Date('2026-04-15T12:00:00Z'), env: { RETENTION_DAYS: '30' } })
  const sensor = await app.createDevice()
  await fillHistory(app, sensor.id, 700, { metrics: `jsonb_build_object('gas_ppm', i)` })
  await app.rows('update device_states set evaluated_at = (select max(at) from readings)')
  await app.runJobs()
  assert.deepEqual(await months(app), [])
  const [sum] = await sums(app, 'metrics.gas_ppm')
  assert.deepEqual([sum?.count, sum?.min, sum?.max], [700, 0, 699])
})

test('a reading received after its month was dropped does not change the hourly aggregate', async (t) => {
  const app = await startApp(t, { startsAt: NOW, env: { RETENTION_DAYS: '30' } })
  const sensor = await app.createDevice()
  for (const minute of ['00', '10', '20'])
    await sensor.send({ ts: seconds(`2026-01-05T10:${minute}:00Z`), metrics: { temperature: 18 } })
  await sensor.send({ ts: seconds('2026-03-01T00:00:00Z'), metrics: { temperature: 18 } })
  await app.runJobs()
  assert.equal((await sensor.send({ ts: seconds('2026-01-05T10:30:00Z'), metrics: { temperature: 50 } })).status, 200)
  await app.runJobs()
  const [sum] = await sums(app, 'metrics.temperature')
  assert.deepEqual([sum?.count, sum?.max], [3, 18])
  assert.deepEqual(await months(app), ['readings_2026_03'])
})

test('a reading of a month that was dropped is stored like any other', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const sensor = await app.createDevice()
  await sensor.send({ ts: seconds('2025-05-01T00:00:00Z'), metrics: { temperature: 18 } })
  await app.rows('drop table readings_2025_05, reading_chunks_2025_05')
  assert.equal((await sensor.send({ ts: seconds('2025-05-02T00:00:00Z'), metrics: { temperature: 18 } })).status, 200)
  assert.deepEqual(await app.rows('select count(*)::integer as count from readings'), [{ count: 1 }])
})

test('without a retention nothing is deleted', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const sensor = await app.createDevice()
  await sensor.send({ ts: seconds('2001-05-01T00:00:00Z'), metrics: { temperature: 18 } })
  await app.runJobs()
  assert.deepEqual(await app.rows('select count(*)::integer as count from readings'), [{ count: 1 }])
})

test('the many old hours of a device keep neither the newest hours nor the other devices waiting', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const [back, other, late] = [await app.createDevice(), await app.createDevice(), await app.createDevice()]
  const hours = Array.from({ length: 200 }, (_, hour) => ({
    module: 'factory',
    ts: seconds('2026-03-01T00:30:00Z') + hour * 3_600,
    metrics: { temperature: 1 },
  }))
  await sendAll(app, back, hours)
  await other.send({ ts: seconds('2026-03-15T11:10:00Z'), metrics: { temperature: 2 } })
  for (const time of ['2026-02-01T10:00:00Z', '2026-02-02T10:00:00Z', '2026-03-15T12:00:00Z'])
    await late.send({ ts: seconds(time), metrics: { temperature: 3 } })
  await other.send({ ts: seconds('2026-03-15T12:10:00Z'), metrics: { temperature: 2 } })
  const aggregate = hourAggregation(app.service.db.inCell(0))
  assert.equal(await aggregate(app.now()), true)
  const [own, ofLate] = await Promise.all(
    [other, late].map(async ({ id }) => {
      const found = await app.rows<{ hour: Date }>('select hour from hourly_metrics where device_id = $1', [id])
      return found.map(({ hour }) => hour.toISOString())
    }),
  )
  assert.deepEqual(own, ['2026-03-15T11:00:00.000Z'])
  assert.deepEqual(ofLate, ['2026-02-02T10:00:00.000Z'])
  await app.runJobs()
  assert.deepEqual(await app.rows('select * from hours_to_aggregate'), [])
  assert.equal((await app.rows('select from hourly_metrics')).length, 199 + 1 + 2)
})
