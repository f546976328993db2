// What a flood of logins does to ingestion: the same readings a second, without and with 200 logins a second beside them.
// A login costs a quarter of a second of a core, so this asks for fifty cores.
import { fork } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { embeddedPostgres } from '../src/platform/embedded-postgres/supervisor.ts'
import { newDevices } from './bench-database.ts'
import { type Contender, startTocsin } from './contenders.ts'
import type { FloodResult, LoginFlood } from './login-flood.ts'
import type { OpenLoad, OpenResult } from './open-load.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    rate: { type: 'string', default: '500' },
    logins: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '3' },
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
/** What the flood may do to the slowest hundredth of the answers. */
const PROMISED_RATIO = 2

const folder = mkdtempSync(join(tmpdir(), 'tocsin-bench-'))
// Started as root, PostgreSQL runs as another user, who must be able to pass.
chmodSync(folder, 0o711)
const postgres = await embeddedPostgres(folder)
let tocsin: Contender | undefined
try {
  // Believes what the flood says of where it comes from, or the throttle would end it at once.
  tocsin = await startTocsin(folder, { TRUST_PROXY: '127.0.0.1' })
  const { url } = tocsin
  const tokens = (await newDevices(postgres.connection, DEVICES)).map(({ token }) => token)
  const ingest = (forS: number) =>
    inProcess<OpenLoad, OpenResult>('open-load.ts', { url, tokens, rate, seconds: forS, connections: CONNECTIONS })
  await ingest(8)
  const ratios: number[] = []
  for (let round = 1; round <= rounds; round += 1) {
    const idle = await ingest(seconds)
    report(`round ${round}, idle`, idle)
    const flood = { origin: new URL(url).origin, rate: logins, seconds }
    const [flooded, answers] = await Promise.all([
      ingest(seconds),
      inProcess<LoginFlood, FloodResult>('login-flood.ts', flood),
    ])
    report(`round ${round}, with ${logins} logins/s`, flooded)
    console.log(`  logins answered: ${JSON.stringify(answers)}`)
    ratios.push(flooded.p99Ms / idle.p99Ms)
  }
  const median = ratios.toSorted((one, other) => one - other)[Math.floor(ratios.length / 2)]!
  console.log(`p99 with the flood / p99 without, median of ${rounds} rounds: ${median.toFixed(2)}`)
  if (median > PROMISED_RATIO) process.exitCode = 1
} finally {
  await tocsin?.stop()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

function report(what: string, { sent, stored, refused, skipped, failed, p50Ms, p99Ms }: OpenResult): void {
  const lost = `503 ${refused}, no connection free ${skipped}, failed ${failed}`
  console.log(
    `${what}: sent ${sent}, stored ${stored}, ${lost}; p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`,
  )
}

function inProcess<Order extends object, Result>(file: string, order: Order): Promise<Result> {
  const child = fork(new URL(file, import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  child.send(order)
  return new Promise((resolve, reject) => {
    child.once('message', (result) => resolve(result as Result))
    child.once('exit', (code) => reject(new Error(`${file} ended early (${code})`)))
  })
}
