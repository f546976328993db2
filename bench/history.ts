// Measures chart queries over HTTP, from rows and from chunks: a day and a week at one reading a second, a year from hourly
// sums, pages, a track, exports.
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { HOUR_MS } from '../src/core/telemetry/hours/closed-hours.ts'
import { storeHours } from '../src/core/telemetry/hours/day-sums-store.ts'
import { openDatabase } from '../src/platform/database/database.ts'
import { compactMonth } from './disk/own-month.ts'
import { makeMonths, newDevices, query, storeReadings } from './harness/bench-database.ts'
import { newPerson } from './harness/person.ts'
import { machine } from './harness/report.ts'
import { median, onSite, saveJson } from './harness/site.ts'

const TIMES = 25
const WARM_UP = 5
const DAY_MS = 86_400_000
const DAYS = 7
const END = Date.UTC(2026, 1, 1)

const { values } = parseArgs({ options: { json: { type: 'string' } } })

/** The service leaves the rows alone. */
const BY_HAND = { COMPACT_AFTER_H: 'off' }

await onSite(async (site) => {
  const { connection } = site
  await newDevices(connection, 2)
  await fill(connection)
  const call = await newPerson(site, 'viewer')
  const range = (days: number) =>
    `from=${new Date(END - days * DAY_MS).toISOString()}&to=${new Date(END).toISOString()}`
  const questions = [
    ['a day at 1 Hz as 500 points', `devices/1/series?metric=heart_rate&points=500&${range(1)}`],
    ['a week at 1 Hz as 500 points', `devices/1/series?metric=heart_rate&points=500&${range(7)}`],
    [
      'half a day at 1 Hz as 500 points, by each reading',
      `devices/1/series?metric=heart_rate&points=500&${range(1 / 2)}`,
    ],
    ['two hours at 1 Hz as 500 points', `devices/1/series?metric=heart_rate&points=500&${range(1 / 12)}`],
    ['a year from hourly sums as 500 points', `devices/2/series?metric=heart_rate&points=500&${range(365)}`],
    ['the newest 50 readings', 'devices/1/readings?limit=50'],
    ['50 readings in the middle', `devices/1/readings?limit=50&to=${new Date(END - 3 * DAY_MS).toISOString()}`],
    ['a track of 86,400 places as 500', `devices/1/track?points=500&${range(1)}`],
    ['a track of 3,600 places as 500', `devices/1/track?points=500&${range(1 / 24)}`],
    ['the export of two hours as CSV', `devices/1/readings/export?format=csv&${range(1 / 12)}`],
    ['the export of two hours as NDJSON', `devices/1/readings/export?format=ndjson&${range(1 / 12)}`],
  ] as const
  const ask = async (path: string) => {
    const began = performance.now()
    await call('GET', `/api/mobile/${path}`)
    return performance.now() - began
  }
  const timesOf = async (path: string) => {
    const times: number[] = []
    for (let time = 0; time < TIMES + WARM_UP; time += 1) times.push(await ask(path))
    return times.slice(WARM_UP)
  }
  const rows = new Map<string, number>()
  for (const [name, path] of questions) rows.set(name, median(await timesOf(path)))
  await compactMonth(connection, END - DAY_MS)
  await query(connection, 'vacuum analyze')
  const results = []
  for (const [name, path] of questions) {
    const times = await timesOf(path)
    const result = { name, rowsMs: rows.get(name)!, chunksMs: median(times), mostMs: Math.max(...times) }
    results.push(result)
    const ratio = (result.chunksMs / result.rowsMs).toFixed(2)
    console.log(
      `${name}: ${result.rowsMs.toFixed(1)} ms from rows, ${result.chunksMs.toFixed(1)} ms from chunks (${ratio})`,
    )
  }
  saveJson(values.json, { machine: await machine(connection), results })
}, BY_HAND)

/** Device 1 has a week of readings, which the service sums up; device 2 has the sums of a year. */
async function fill(connection: pg.ClientConfig): Promise<void> {
  await makeMonths(connection, [END - DAYS * DAY_MS])
  await storeReadings(
    connection,
    `select
       1, at, n, at, extract(epoch from at)::bigint, false, 48.1 + sin(n / 3000.0) / 50, 11.5 + cos(n / 3000.0) / 50,
       100 - n / 1000.0, -60 - n % 30, 'health',
       jsonb_build_object(
         'heart_rate', 70 + round((10 * sin(n / 900.0) + n % 7)::numeric, 1), 'spo2', 95 + n % 5,
         'systolic', 110 + n % 25, 'diastolic', 70 + n % 17, 'glucose', 82 + n % 41,
         'temperature', 36 + (n % 13) / 10.0
       ),
       '{"fall_detected": false, "panic_pressed": false}'
     from generate_series(0, ${DAYS * 86_400 - 1}) as n,
       lateral (select to_timestamp(${(END - DAYS * DAY_MS) / 1_000} + n) as at) as moment`,
  )
  await storeYear(connection)
  await query(
    connection,
    `insert into hours_to_aggregate (device_id, hour) select distinct device_id, date_bin('1 hour', at, 'epoch') from readings`,
  )
  await query(connection, `update device_states set evaluated_at = to_timestamp(${END / 1_000}) where device_id = 1`)
  const waiting = async () => (await query(connection, 'select from hours_to_aggregate limit 1')).length > 0
  while (await waiting()) await new Promise((resolve) => setTimeout(resolve, 500))
  await query(connection, 'vacuum analyze')
}

async function storeYear(connection: pg.ClientConfig): Promise<void> {
  const db = openDatabase(connection, { connections: 1, applicationName: 'tocsin bench', onError: () => undefined })
  const fields = ['heart_rate', 'spo2', 'systolic', 'diastolic', 'glucose', 'temperature']
  const hours = Array.from({ length: 8_760 }, (_, n) => ({
    device_id: 2,
    hour: END - HOUR_MS * (8_760 - n),
    min: 60 + (n % 5),
    max: 80 + (n % 11),
    sum: 60 * (70 + (n % 9)),
    count: 60,
  }))
  for (const field of fields) {
    await storeHours(
      db.inCell(0),
      hours.map((sums) => ({ ...sums, field: `metrics.${field}` })),
    )
  }
  await db.close()
}
