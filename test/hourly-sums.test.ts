import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type HourSums, storeHours } from '../src/core/telemetry/hours/day-sums-store.ts'
import { buildSchema, migrate, migrationFiles } from '../src/platform/database/migrate.ts'
import { startApp } from './harness/app.ts'
import { emptyDatabase } from './harness/database.ts'
import { withClient } from './harness/schemas.ts'

const BEGIN = Date.UTC(2026, 1, 27, 20)
const HOUR_MS = 3_600_000
const HOURS_BY_DAY = 71

const anyNumber = fc.double({ noNaN: true, noDefaultInfinity: true })
const decimal = fc
  .record({ whole: fc.integer({ min: -2_000_000, max: 2_000_000 }), decimals: fc.nat({ max: 3 }) })
  .map(({ whole, decimals }) => whole / 10 ** decimals)
const kinds = [fc.nat({ max: 100 }), decimal, fc.oneof(anyNumber, decimal), fc.constantFrom(0, -0, 5e-324, 1.7e308)]

/** Sums of hours with numbers of one kind. Not all hours have sums, and some have several, as after a late reading. */
const someHours = fc.constantFrom(...kinds).chain((number) =>
  fc.array(
    fc.record({
      device_id: fc.constantFrom(1, 2),
      field: fc.constantFrom('battery', 'metrics.spo2'),
      hour: fc.nat({ max: 60 }).map((hours) => BEGIN + hours * HOUR_MS),
      count: fc.oneof(fc.constant(60), fc.integer({ min: 1, max: 4_000 })),
      min: number,
      max: number,
      sum: number,
    }),
    { maxLength: 100 },
  ),
)

const keyOf = ({ device_id, field, hour }: HourSums) => `${device_id} ${field} ${hour}`

const SUMS = `select device_id, field, date_part('epoch', hour) * 1000 as hour, count, min, max, sum
  from hourly_metrics order by device_id, field, hour`

const inOrder = (hours: Iterable<HourSums>) =>
  [...hours]
    .map((hour) => ({ ...hour }))
    .sort(
      (one, other) => one.device_id - other.device_id || one.field.localeCompare(other.field) || one.hour - other.hour,
    )

test('hourly sums are read as they were stored, to the last bit, whatever is missing or changes late', async (t) => {
  const app = await startApp(t)
  await fc.assert(
    fc.asyncProperty(fc.array(someHours, { maxLength: 6 }), async (rounds) => {
      await app.rows('truncate hourly_metric_days')
      const expected = new Map<string, HourSums>()
      for (const hours of rounds) {
        await storeHours(app.service.db.inCell(0), hours)
        for (const sums of hours) {
          if ((expected.get(keyOf(sums))?.count ?? 0) <= sums.count) expected.set(keyOf(sums), sums)
        }
      }
      assert.deepEqual(await app.rows(SUMS), inOrder(expected.values()))
    }),
    { numRuns: 100 },
  )
})

test('the sum of decimal numbers is the decimal number, also of the largest and the smallest', async (t) => {
  const app = await startApp(t)
  const sensor = await app.createDevice()
  const hour = Math.floor(app.now().getTime() / HOUR_MS) * 3_600 - 7_200
  const values = [
    { battery: 0.1, signal: 4.4e-323, metrics: { temperature: 0.1 } },
    { battery: 0.2, signal: -1.5e-323, metrics: { temperature: 0.2 } },
    { battery: 84.1, signal: -1.5e-323, metrics: { temperature: 84.1 } },
    { battery: 1.7e308, signal: -1.5e-323 },
    { battery: -1.7e308 },
  ]
  for (const [minute, reading] of values.entries()) await sensor.send({ ts: hour + minute * 60, ...reading })
  await sensor.send({ ts: hour + 3_600 })
  await app.runJobs()
  assert.deepEqual(await app.rows('select field, count, min, max, sum from hourly_metrics order by field'), [
    { field: 'battery', count: 5, min: -1.7e308, max: 1.7e308, sum: 84.4 },
    { field: 'metrics.temperature', count: 3, min: 0.1, max: 84.1, sum: 84.4 },
    { field: 'signal', count: 4, min: -1.5e-323, max: 4.4e-323, sum: 0 },
  ])
})

test('the hours of a device between two times are read from the rows of their days', async (t) => {
  const app = await startApp(t)
  const [boiler, other] = [await app.createDevice(), await app.createDevice({ name: 'Attic' })]
  const hours = Array.from({ length: 90 * 24 }, (_, hour) => BEGIN + hour * HOUR_MS)
  for (const { id } of [boiler, other]) {
    const sums = { device_id: id, field: 'battery', count: 60, min: 79, max: 81, sum: 4_800 }
    await storeHours(
      app.service.db.inCell(0),
      hours.map((hour) => ({ ...sums, hour })),
    )
  }
  await app.rows('analyze hourly_metric_days')
  const rows = `from report_hours_between('2026-03-10T23:00Z', '2026-03-11T02:00Z') where device_id = ${boiler.id}`
  assert.deepEqual(
    (await app.rows<{ hour: Date; avg: number }>(`select hour, avg ${rows} order by hour`)).map(({ hour, avg }) => [
      hour.toISOString().slice(5, 13),
      avg,
    ]),
    [
      ['03-10T23', 80],
      ['03-11T00', 80],
      ['03-11T01', 80],
    ],
  )
  await withClient(app.connection, async (client) => {
    // The table is so small that reading all of it would be as fast.
    await client.query('set enable_seqscan = off')
    const { rows: plan } = await client.query(`explain (analyze, costs off, timing off) select * ${rows}`)
    const text = plan.map((line) => line['QUERY PLAN']).join('\n')
    assert.match(text, /hourly_metric_days.* \(actual rows=2(\.00)? /)
    assert.match(text, /Index Cond: .*device_id = .* AND \(day >= /)
  })
})

test('hourly sums of earlier versions are kept to the last bit, without the noise of adding', async (t) => {
  const someDay = fc.constantFrom(...kinds).chain((number) =>
    fc.uniqueArray(fc.record({ hour: fc.nat({ max: 23 }), values: fc.array(number, { minLength: 1, maxLength: 9 }) }), {
      selector: ({ hour }) => hour,
      minLength: 1,
    }),
  )
  const noisyDay = [{ hour: 5, values: [84.1, 0.1, 0.2] }]
  const hours = [...fc.sample(someDay, { numRuns: 400, seed: 71 }), noisyDay].flatMap((day, place) =>
    day.map(({ hour, values }) => ({
      device_id: 1,
      field: `metrics.f${String(place).padStart(3, '0')}`,
      hour: Date.UTC(2026, 2, 1) + hour * HOUR_MS,
      count: values.length,
      min: Math.min(...values),
      max: Math.max(...values),
      // As the version before added them up.
      sum: values.reduce((sum, value) => sum + Math.sign(value) * Math.min(Math.abs(value), 1e140), 0),
    })),
  )
  const connection = await emptyDatabase(t)
  await withClient(connection, async (client) => {
    const numbers = (await migrationFiles()).map(({ number }) => number)
    await buildSchema(
      client,
      numbers.filter((number) => number < HOURS_BY_DAY),
    )
    await client.query(
      `insert into hourly_metrics (device_id, field, hour, count, min, max, sum)
      select 1, field, to_timestamp(hour / 1000), count, min, max, sum
      from unnest($1::text[], $2::float8[], $3::integer[], $4::float8[], $5::float8[], $6::float8[])
        as i (field, hour, count, min, max, sum)`,
      (['field', 'hour', 'count', 'min', 'max', 'sum'] as const).map((column) =>
        hours.map((row) => literal(row[column])),
      ),
    )
  })
  await migrate(connection)
  await withClient(connection, async (client) => {
    const { rows: stored } = await client.query<HourSums>(SUMS)
    assert.deepEqual(
      stored.map(({ sum, ...others }) => others),
      inOrder(hours).map(({ sum, ...others }) => others),
    )
    assert.deepEqual([hours.at(-1)!.sum, stored.at(-1)!.sum], [84.39999999999999, 84.4])
    for (const [place, { sum, count, min, max }] of inOrder(hours).entries()) {
      const noise = Math.max(Math.abs(min), Math.abs(max)) * 2 ** -53 * count * (count + 1)
      assert.ok(Object.is(stored[place]!.sum, sum) || Math.abs(stored[place]!.sum - sum) <= noise, `${sum}`)
    }
  })
})

const literal = (value: string | number): string => (Object.is(value, -0) ? '-0' : String(value))
