// Measures the service under three times the load it can take: requests are sent at a fixed rate regardless of answers,
// one per device and without retries. First the peak, a fifth of it, then the overload, then half of the peak, to see
// how long it takes to recover.
import { parseArgs } from 'node:util'
import { newTokens, query } from './harness/bench-database.ts'
import { driven } from './harness/drive-open-load.ts'
import type { OpenResult } from './harness/open-load.ts'
import { machine } from './harness/report.ts'
import { onSite, saveJson } from './harness/site.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '15' },
    times: { type: 'string', default: '3' },
    connections: { type: 'string', default: '12000' },
    json: { type: 'string' },
  },
})
const [seconds, times, connections] = [Number(values.seconds), Number(values.times), Number(values.connections)]

/** Each has several connections, which is more load than as many devices with one each. */
const DEVICES = 1_000
/** Connections at the peak, as in the other ingestion benchmarks; the overload needs more. */
const CLOSED = 256

await onSite(async ({ connection, tocsin }) => {
  const tokens = await newTokens(connection, DEVICES)
  const drive = (rate: number, forS: number, over = connections) =>
    driven({ url: tocsin.url, tokens, rate, seconds: forS, connections: over })
  await drive(4_000, 6)
  // The rate of answers under too much load, without connections for much more.
  const closed = await drive(1e6, 8, CLOSED)
  const peak = closed.stored / closed.seconds
  const stages: Record<string, unknown> = {}
  const report = (what: string, { secondsOf, ...result }: OpenResult) => {
    stages[what] = result
    const per = (count: number) => Math.round(count / result.seconds).toLocaleString('en')
    console.log(
      `${what}: asked ${per(result.sent)}/s, stored ${per(result.stored)}/s (${Math.round((100 * result.stored) / result.seconds / peak)} %), ` +
        `503 ${per(result.refused)}/s, no connection free ${per(result.skipped)}/s, failed ${result.failed}; ` +
        `200s p50 ${result.p50Ms.toFixed(1)} ms, p99 ${result.p99Ms.toFixed(1)} ms; generator ${Math.round(result.generatorCores * 100)} %`,
    )
  }
  report(`peak, ${CLOSED} connections`, closed)
  report('a fifth of the peak', await drive(peak / 5, seconds, CLOSED))
  report(`${times} × peak`, await drive(times * peak, seconds))
  const after = await drive(peak / 2, 15)
  report('half the peak, right after', after)
  const recoveredAfterS = after.secondsOf.findLastIndex(({ refused, slow }) => refused > 0 || slow > 0) + 1
  console.log(`recovered after ${recoveredAfterS} s: from then on no refusal and no answer slower than 1 s`)
  const [count] = await query<{ stored: number }>(connection, 'select count(*)::integer as stored from readings')
  console.log(`${count!.stored} readings are stored`)
  saveJson(values.json, {
    settings: { seconds, times },
    machine: await machine(connection),
    peak,
    stages,
    recoveredAfterS,
  })
})
