// Compares the ingestion rate over few connections and many, with single readings and with batches, alternating at the
// same time.
import { parseArgs } from 'node:util'
import { newTokens, query } from './harness/bench-database.ts'
import { type Measurement, measure } from './harness/measure.ts'
import { machine, summarize, table } from './harness/report.ts'
import { onSite, saveJson } from './harness/site.ts'

const WARM_UP_S = 2
const FIRST_WARM_UP_S = 6
const DEVICES = 1_000
const SINGLE = 256
const WAYS = [
  { connections: SINGLE, readingsPerRequest: 1 },
  { connections: 1, readingsPerRequest: 1 },
  { connections: 64, readingsPerRequest: 1 },
  { connections: 1_000, readingsPerRequest: 1 },
  { connections: 1, readingsPerRequest: 100 },
  { connections: 16, readingsPerRequest: 100 },
  { connections: 4, readingsPerRequest: 1_000 },
  { connections: 8, readingsPerRequest: 1_000 },
]
type Way = (typeof WAYS)[number]

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '6' },
    rounds: { type: 'string', default: '3' },
    json: { type: 'string' },
  },
})
const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)]
if (!(seconds >= 1) || !(rounds >= 1)) throw new Error('--seconds and --rounds take numbers from 1')

await onSite(async ({ connection, tocsin, signal }) => {
  const tokens = await newTokens(connection, DEVICES)
  const all: Measurement[] = []
  const drive = async (way: Way, warmUpS: number) => {
    const url = way.readingsPerRequest === 1 ? tocsin.url : tocsin.url.replace('ingest', 'batch')
    const measurement = await measure({ ...tocsin, url }, { ...way, tokens, warmUpS, seconds }, signal)
    all.push(measurement)
    return measurement
  }
  const measured = new Map<Way, Measurement[]>(WAYS.map((way) => [way, []]))
  await drive(WAYS[0]!, FIRST_WARM_UP_S)
  for (let round = 0; round < rounds; round += 1) {
    for (const way of WAYS) measured.get(way)!.push(await drive(way, WARM_UP_S))
  }
  const summaries = WAYS.map((way) => ({ ...way, ...summarize(measured.get(way)!) }))
  const base = summaries[0]!.readingsPerS
  const ways = summaries.map((way) => ({ ...way, ratio: way.readingsPerS / base }))
  const [count] = await query<{ stored: number }>(connection, 'select count(*)::integer as stored from readings')
  const answered = all.reduce((sum, { allAnswered }) => sum + allAnswered, 0)
  const errors = all.reduce((sum, one) => sum + one.errors, 0)
  const rows = ways.map((way) => [
    String(way.readingsPerRequest),
    String(way.connections),
    `${way.ratio.toFixed(2)} ×`,
    Math.round(way.readingsPerS).toLocaleString('en'),
    way.p50Ms.toFixed(1),
    way.p99Ms.toFixed(1),
    ((way.appUs ?? 0) + (way.databaseUs ?? 0)).toFixed(0),
  ])
  console.log(
    table([['a request', 'connections', 'rate', 'readings/s', 'p50 ms', 'p99 ms', 'CPU µs'], ...rows]).join('\n'),
  )
  console.log(`${answered} readings answered with 200, ${count!.stored} stored, ${errors} refused or unanswered`)
  saveJson(values.json, { settings: { seconds, rounds, devices: DEVICES }, machine: await machine(connection), ways })
  if (answered !== count!.stored || errors > 0) process.exitCode = 1
})
