// What becomes of the service when three times as many readings arrive as it can take: requests are sent at a fixed
// rate, whether answers come or not, each device once and without a retry. First the peak, then the overload, then half
// the peak again, to see how long it takes to recover.
import { fork } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { embeddedPostgres } from '../src/platform/embedded-postgres/supervisor.ts'
import { newDevices, query } from './bench-database.ts'
import { type Contender, startTocsin } from './contenders.ts'
import type { OpenLoad, OpenResult } from './open-load.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '15' },
    times: { type: 'string', default: '3' },
    connections: { type: 'string', default: '12000' },
  },
})
const [seconds, times, connections] = [Number(values.seconds), Number(values.times), Number(values.connections)]

/** Several connections each, which is more load than from as many devices with one. */
const DEVICES = 1_000

const folder = mkdtempSync(join(tmpdir(), 'tocsin-bench-'))
// Started as root, PostgreSQL runs as another user, who must be able to pass.
chmodSync(folder, 0o711)
const postgres = await embeddedPostgres(folder)
let tocsin: Contender | undefined
try {
  tocsin = await startTocsin(folder)
  const tokens = await newDevices(postgres.connection, DEVICES)
  const drive = (rate: number, forS: number) => driven({ url: tocsin!.url, tokens, rate, seconds: forS, connections })
  await drive(4_000, 6)
  // The rate at which answers come when more is asked for, without connections to spare for much more.
  const closed = await driven({ url: tocsin.url, tokens, rate: 1e6, seconds: 8, connections: 256 })
  const peak = closed.stored / closed.seconds
  report('peak, 256 connections', closed)
  report(`${times} × peak`, await drive(times * peak, seconds))
  const after = await drive(peak / 2, 15)
  report('half the peak, right after', after)
  const settled = after.secondsOf.findLastIndex(({ refused, slow }) => refused > 0 || slow > 0) + 1
  console.log(`recovered after ${settled} s: from then on no refusal and no answer slower than 1 s`)
  const [count] = await query<{ stored: number }>(
    postgres.connection,
    'select count(*)::integer as stored from readings',
  )
  console.log(`${count!.stored} readings are stored`)

  function report(what: string, result: OpenResult) {
    const per = (count: number) => Math.round(count / result.seconds).toLocaleString('en')
    console.log(
      `${what}: asked ${per(result.sent)}/s, stored ${per(result.stored)}/s (${Math.round((100 * result.stored) / result.seconds / peak)} %), ` +
        `503 ${per(result.refused)}/s, no connection free ${per(result.skipped)}/s, failed ${result.failed}; ` +
        `200s p50 ${result.p50Ms.toFixed(0)} ms, p99 ${result.p99Ms.toFixed(0)} ms; generator ${Math.round(result.generatorCores * 100)} %`,
    )
  }
} finally {
  await tocsin?.stop()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

function driven(load: OpenLoad): Promise<OpenResult> {
  const generator = fork(new URL('open-load.ts', import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  generator.send(load)
  return new Promise((resolve, reject) => {
    generator.once('message', (result) => resolve(result as OpenResult))
    generator.once('exit', (code) => reject(new Error(`The load generator ended early (${code})`)))
  })
}
