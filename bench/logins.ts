// Measures the effect of a flood of logins on ingestion: the same rate of readings without and with 200 logins a
// second. A login costs a quarter of a second of a core, so this asks for fifty cores.
import { parseArgs } from 'node:util'
import { newTokens } from './harness/bench-database.ts'
import { driven } from './harness/drive-open-load.ts'
import { inProcess } from './harness/in-process.ts'
import type { FloodResult, LoginFlood } from './harness/login-flood.ts'
import type { OpenResult } from './harness/open-load.ts'
import { machine } from './harness/report.ts'
import { median, onSite, saveJson } from './harness/site.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    rate: { type: 'string', default: '500' },
    logins: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '3' },
    json: { type: 'string' },
  },
})
const [seconds, rate, logins, rounds] = [
  Number(values.seconds),
  Number(values.rate),
  Number(values.logins),
  Number(values.rounds),
]
const DEVICES = 1_000
const CONNECTIONS = 200

// Trusts the addresses in X-Forwarded-For; otherwise the throttle would stop the flood at once.
await onSite(
  async ({ connection, tocsin: { url, origin } }) => {
    const tokens = await newTokens(connection, DEVICES)
    const ingest = (forS: number) => driven({ url, tokens, rate, seconds: forS, connections: CONNECTIONS })
    await ingest(8)
    const pairs: { idleMs: number; floodedMs: number }[] = []
    for (let round = 1; round <= rounds; round += 1) {
      const idle = await ingest(seconds)
      report(`round ${round}, idle`, idle)
      const flood = { origin, rate: logins, seconds }
      const [flooded, answers] = await Promise.all([
        ingest(seconds),
        inProcess<LoginFlood, FloodResult>('login-flood.ts', flood),
      ])
      report(`round ${round}, with ${logins} logins/s`, flooded)
      console.log(`  logins answered: ${JSON.stringify(answers)}`)
      pairs.push({ idleMs: idle.p99Ms, floodedMs: flooded.p99Ms })
    }
    const ratio = median(pairs.map(({ idleMs, floodedMs }) => floodedMs / idleMs))
    console.log(`p99 with the flood / p99 without, median of ${rounds} rounds: ${ratio.toFixed(2)}`)
    saveJson(values.json, {
      settings: { seconds, rate, logins, rounds },
      machine: await machine(connection),
      pairs,
      ratio,
    })
  },
  { TRUST_PROXY: '127.0.0.1' },
)

function report(what: string, { sent, stored, refused, skipped, failed, p50Ms, p99Ms }: OpenResult): void {
  const lost = `503 ${refused}, no connection free ${skipped}, failed ${failed}`
  console.log(
    `${what}: sent ${sent}, stored ${stored}, ${lost}; p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`,
  )
}
