// How many readings a second the service takes in when they come in batches, beside the same readings one by one, in
// turns in the same minutes.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findPostmaster } from '../src/platform/embedded-postgres/postmaster.ts'
import { embeddedPostgres } from '../src/platform/embedded-postgres/supervisor.ts'
import { newDevices, query } from './bench-database.ts'
import { type Contender, startTocsin } from './contenders.ts'
import { type Measurement, measure } from './measure.ts'

const WARM_UP_S = 2
const FIRST_WARM_UP_S = 6
const DEVICES = 1_000
/** As many connections as keep a node busy without filling its queue of 5,000. */
const WAYS = [
  { name: 'one by one', readingsPerRequest: 1, connections: 256 },
  { name: 'batches of 100', readingsPerRequest: 100, connections: 16 },
  { name: 'batches of 1,000', readingsPerRequest: 1_000, connections: 4 },
]

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '6' }, rounds: { type: 'string', default: '3' } },
})
const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)]
if (!(seconds >= 1) || !(rounds >= 1)) throw new Error('--seconds and --rounds take numbers from 1')

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
const folder = mkdtempSync(join(tmpdir(), 'tocsin-bench-'))
// Started as root, PostgreSQL runs as another user, who must be able to pass.
chmodSync(folder, 0o711)
const postgres = await embeddedPostgres(folder)
let tocsin: Contender | undefined
try {
  tocsin = await startTocsin(folder)
  const tokens = await newDevices(postgres.connection, DEVICES)
  const databasePid = findPostmaster(join(folder, 'postgres'))!.pid
  let [answered, failed] = [0, 0]
  const drive = async (way: (typeof WAYS)[number], warmUpS: number) => {
    const { readingsPerRequest, connections } = way
    const url = readingsPerRequest === 1 ? tocsin!.url : tocsin!.url.replace('ingest', 'batch')
    const load = { tokens, connections, readingsPerRequest, warmUpS, seconds }
    const measurement = await measure({ ...tocsin!, url }, load, databasePid, stopping.signal)
    answered += measurement.allAnswered
    failed += measurement.errors
    return measurement
  }
  for (const way of WAYS) await drive(way, FIRST_WARM_UP_S)
  const measurements = new Map<string, Measurement[]>(WAYS.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds; round += 1) {
    for (const way of WAYS) measurements.get(way.name)!.push(await drive(way, WARM_UP_S))
  }
  const rates = [...measurements.values()].map((all) => median(all.map((one) => one.answered / one.seconds)))
  for (const [place, [name, all]] of [...measurements].entries()) {
    const [app, database] = [median(all.map(({ appUs }) => appUs ?? 0)), median(all.map((one) => one.databaseUs ?? 0))]
    const p99 = median(all.map(({ p99Ms }) => p99Ms))
    const rate = Math.round(rates[place]!).toLocaleString('en')
    const cpu = `app ${app.toFixed(1)} µs, database ${database.toFixed(1)} µs per reading`
    console.log(
      `${name}: ${rate} readings/s (× ${(rates[place]! / rates[0]!).toFixed(2)}), p99 ${p99.toFixed(0)} ms, ${cpu}`,
    )
  }
  const [count] = await query<{ stored: number }>(
    postgres.connection,
    'select count(*)::integer as stored from readings',
  )
  console.log(`${answered} readings answered with 200, ${count!.stored} stored, ${failed} refused or unanswered`)
  if (answered !== count!.stored || failed > 0) process.exitCode = 1
} finally {
  await tocsin?.stop()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

function median(all: readonly number[]): number {
  return all.toSorted((one, other) => one - other)[all.length >> 1]!
}
