// Exports a million readings through the console: how long it takes, how much memory the service needs, and whether
// anything keeps running when the client disconnects in the middle.
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { makeMonths, newTokens, query, storeReadings } from './harness/bench-database.ts'
import { newSession } from './harness/console-site.ts'
import { cpuTimeOf } from './harness/cpu-time.ts'
import { machine } from './harness/report.ts'
import { residentMb } from './harness/resident-memory.ts'
import { onSite, type Site, saveJson } from './harness/site.ts'

const { values } = parseArgs({
  options: { readings: { type: 'string', default: '1000000' }, json: { type: 'string' } },
})
const READINGS = Number(values.readings)
const FORMATS = ['csv', 'ndjson'] as const
const SAMPLE_MS = 250
/** The client disconnects after this many bytes. */
const LEAVES_AFTER_BYTES = 5_000_000
const SETTLE_MS = 2_000
const DAY_MS = 86_400_000

await onSite(async (site) => {
  const { from, to } = await fill(site)
  const cookie = `sid=${await newSession(site)}`
  const address = (format: string) =>
    `${site.tocsin.origin}/devices/1/readings/export?${new URLSearchParams({ format, from, to })}`
  await sleep(SETTLE_MS)
  const results: Record<string, object> = {}
  for (const format of FORMATS) {
    const before = residentMb([site.tocsin.pid])
    const { seconds, bytes, lines, quartersMb } = await download(site, address(format), cookie)
    results[format] = { seconds, bytes, lines, beforeMb: before, quartersMb }
    const rate = Math.round(lines / seconds).toLocaleString('en')
    console.log(
      `${format}: ${lines.toLocaleString('en')} lines, ${(bytes / 1e6).toFixed(0)} MB in ${seconds.toFixed(1)} s (${rate} a second); the service held ${before.toFixed(0)} MB before, and at most ${quartersMb.map((mb) => mb.toFixed(0)).join(', ')} MB in each quarter of the rows`,
    )
  }
  const left = await leave(site, address('csv'), cookie)
  console.log(
    `left after ${LEAVES_AFTER_BYTES / 1e6} MB: ${left.queries} queries still run two seconds later, and the service used ${(left.cpuShare * 100).toFixed(0)} % of a core then`,
  )
  saveJson(values.json, { machine: await machine(site.connection), readings: READINGS, results, left })
})

/** Stores readings of one device, evenly spread over the last days. */
async function fill({ connection }: Site): Promise<{ from: string; to: string }> {
  await newTokens(connection, 1)
  const now = Date.now()
  const first = now - 20 * DAY_MS
  await makeMonths(connection, [first, now])
  await storeReadings(
    connection,
    `select
       1, at, hashint8extended(n, 7), at, (extract(epoch from at) * 1000)::bigint, false,
       48.1 + n / 1e7, 11.5, 40 + n % 60, -60 - n % 30, 'health',
       jsonb_build_object('spo2', 96 + n % 4, 'systolic', 108 + n % 25, 'diastolic', 66 + n % 17, 'heart_rate', 60 + n % 37),
       '{"fall_detected": false}'
     from generate_series(1, ${READINGS}) as n,
       lateral (select to_timestamp((${first} + n::float8 * ${now - first} / ${READINGS}) / 1000.0) as at) as moment`,
  )
  await query(connection, 'vacuum analyze reading_rows')
  return { from: new Date(first - DAY_MS).toISOString(), to: new Date(now + DAY_MS).toISOString() }
}

async function download({ tocsin }: Site, address: string, cookie: string) {
  const began = performance.now()
  const answer = await fetch(address, { headers: { cookie } })
  if (answer.status !== 200) throw new Error(`${address}: ${answer.status} ${await answer.text()}`)
  // Memory per quarter: a leak per row would grow from one to the next.
  const quartersMb = [0, 0, 0, 0]
  let [bytes, lines, sampledAt] = [0, 0, 0]
  for await (const piece of answer.body!) {
    bytes += piece.length
    for (const byte of piece) if (byte === 10) lines += 1
    if (performance.now() - sampledAt > SAMPLE_MS) {
      const quarter = Math.min(3, Math.floor((lines / READINGS) * 4))
      quartersMb[quarter] = Math.max(quartersMb[quarter]!, residentMb([tocsin.pid]))
      sampledAt = performance.now()
    }
  }
  return { seconds: (performance.now() - began) / 1_000, bytes, lines, quartersMb }
}

async function leave({ tocsin, connection }: Site, address: string, cookie: string) {
  const leaving = new AbortController()
  const answer = await fetch(address, { headers: { cookie }, signal: leaving.signal })
  let bytes = 0
  for await (const piece of answer.body!) {
    bytes += piece.length
    if (bytes > LEAVES_AFTER_BYTES) break
  }
  leaving.abort()
  await sleep(SETTLE_MS)
  const before = cpuTimeOf(tocsin.pid) ?? 0
  const [row] = await query<{ count: number }>(
    connection,
    `select count(*)::integer as count from pg_stat_activity
     where state <> 'idle' and pid <> pg_backend_pid() and query ilike '%from readings%'`,
  )
  await sleep(SETTLE_MS)
  return { queries: row!.count, cpuShare: ((cpuTimeOf(tocsin.pid) ?? 0) - before) / (SETTLE_MS * 1_000) }
}
