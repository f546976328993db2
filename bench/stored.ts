// Compares the cost of a reading with one million and with twenty million stored: two services, measured alternately.
// Also reports the bytes per stored reading.
import { parseArgs } from 'node:util'
import { bytesPerReading, makeMonths, newTokens, query, storeReadings } from './harness/bench-database.ts'
import { type Measurement, measure } from './harness/measure.ts'
import { machine, summarize } from './harness/report.ts'
import { onSite, type Site, saveJson } from './harness/site.ts'

const DEVICES = 1_000
const WARM_UP_S = 3
const AT_ONCE = 500_000

const { values } = parseArgs({
  options: {
    few: { type: 'string', default: '1000000' },
    many: { type: 'string', default: '20000000' },
    seconds: { type: 'string', default: '6' },
    rounds: { type: 'string', default: '3' },
    json: { type: 'string' },
  },
})
const [few, many, seconds, rounds] = [values.few, values.many, values.seconds, values.rounds].map(Number) as [
  number,
  number,
  number,
  number,
]

await onSite((first) =>
  onSite(async (second) => {
    const sites = [
      { site: first, stored: few, tokens: await filled(first, few), measurements: [] as Measurement[] },
      { site: second, stored: many, tokens: await filled(second, many), measurements: [] as Measurement[] },
    ]
    for (let round = 0; round <= rounds; round += 1) {
      for (const { site, tokens, measurements } of sites) {
        const load = { tokens, connections: 256, readingsPerRequest: 1, warmUpS: WARM_UP_S, seconds }
        const measurement = await measure(site.tocsin, load, site.signal)
        // The first round warms up.
        if (round > 0) measurements.push(measurement)
      }
    }
    const all = sites.map(({ stored, measurements }) => {
      const summary = summarize(measurements)
      return { stored, ...summary, cpuUs: summary.appUs! + summary.databaseUs! }
    })
    for (const { stored, readingsPerS, p99Ms, cpuUs, databaseUs } of all) {
      const rate = Math.round(readingsPerS).toLocaleString('en')
      const cpu = `${cpuUs.toFixed(1)} µs of CPU time a reading (${databaseUs!.toFixed(1)} of the database)`
      console.log(`${stored.toLocaleString('en')} stored: ${rate} readings/s, p99 ${p99Ms.toFixed(0)} ms, ${cpu}`)
    }
    const ratio = all[1]!.cpuUs / all[0]!.cpuUs
    console.log(
      `${ratio.toFixed(2)} times the CPU time, ${(all[1]!.readingsPerS / all[0]!.readingsPerS).toFixed(2)} times the rate`,
    )
    const size = await bytesPerReading(second.connection)
    console.log(`a reading takes ${size.table.toFixed(0)} bytes of table and ${size.index.toFixed(0)} of index`)
    const report = {
      settings: { few, many, seconds, rounds },
      machine: await machine(first.connection),
      ratio,
      all,
      size,
    }
    saveJson(values.json, report)
  }),
)

/** Stores readings like those of the load, spread evenly over the devices and this month, and returns the tokens. */
async function filled({ connection }: Site, number: number): Promise<string[]> {
  const tokens = await newTokens(connection, DEVICES)
  const now = new Date()
  const month = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)
  await makeMonths(connection, [month])
  const stepMs = (now.getTime() - month) / (number / DEVICES + 1)
  for (let from = 0; from < number; from += AT_ONCE) {
    await storeReadings(connection, madeReadings(from, Math.min(from + AT_ONCE, number), month, stepMs))
  }
  await query(connection, 'vacuum analyze reading_rows')
  await query(connection, 'checkpoint')
  return tokens
}

/** The values of `readings.ts`; times increase from reading to reading, and devices alternate. */
function madeReadings(from: number, to: number, month: number, stepMs: number): string {
  return `
  select
    1 + n % ${DEVICES}, at, hashint8extended(n, 7), at, (extract(epoch from at) * 1000)::bigint, false,
    48.1 + n / 1000 / 1e6, 11.5 + n % 1000 / 1e6, 40 + n % 60, -60 - n % 30, 'health',
    jsonb_build_object(
      'spo2', 96 + n % 4, 'glucose', 82 + n % 41, 'systolic', 108 + n % 25, 'diastolic', 66 + n % 17,
      'heart_rate', 60 + n % 37, 'temperature', (361 + n % 13) / 10.0
    ),
    '{"fall_detected": false, "panic_pressed": false}'
  from generate_series(${from}::bigint, ${to - 1}) as n,
    lateral (select to_timestamp((${month} + floor(n / ${DEVICES}) * ${stepMs}) / 1000.0) as at) as moment`
}
