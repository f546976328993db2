// Measures the time from start to ready with an existing database, and the memory of the idle service and its database.
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startTocsin } from './contenders/contenders.ts'
import { newTokens } from './harness/bench-database.ts'
import { familyOf } from './harness/cpu-time.ts'
import { machine } from './harness/report.ts'
import { residentMb } from './harness/resident-memory.ts'
import { median, onSite, saveJson } from './harness/site.ts'

const STARTS = 5
const SETTLE_MS = 5_000

const { values } = parseArgs({ options: { json: { type: 'string' } } })

await onSite(async ({ connection, folder, tocsin, databasePid }) => {
  await newTokens(connection, 10)
  await sleep(SETTLE_MS)
  const idle = { appMb: residentMb([tocsin.pid]), databaseMb: residentMb(familyOf(databasePid)) }
  const about = await machine(connection)
  await tocsin.stop()
  const times: number[] = []
  for (let start = 0; start < STARTS; start += 1) {
    const began = performance.now()
    const again = await startTocsin(folder, databasePid)
    const ready = await fetch(`${again.origin}/readyz`)
    if (!ready.ok) throw new Error(`/readyz: ${ready.status}`)
    times.push(performance.now() - began)
    await again.stop()
  }
  const result = { startMs: median(times), slowestMs: Math.max(...times), ...idle }
  console.log(`from start to ready: ${result.startMs.toFixed(0)} ms, ${result.slowestMs.toFixed(0)} ms at most`)
  console.log(`idle: ${idle.appMb.toFixed(0)} MB of the service and ${idle.databaseMb.toFixed(0)} MB of PostgreSQL`)
  saveJson(values.json, { machine: about, result })
})
