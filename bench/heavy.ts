// Sends the most expensive requests that people can make, one after the other, and measures beside each a reading of
// another device (median, 95th percentile and maximum of a hundred) and /healthz (median and maximum). The last line is
// without a heavy request.
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { makeMonths, newTokens, query, storeReadings } from './harness/bench-database.ts'
import { newSession, sendReading } from './harness/console-site.ts'
import { type Ask, heavyRequests } from './harness/heavy-requests.ts'
import { onSite, type Site, saveJson } from './harness/site.ts'

const { values } = parseArgs({
  options: {
    readings: { type: 'string', default: '490000' },
    devices: { type: 'string', default: '1000' },
    only: { type: 'string', default: '' },
    json: { type: 'string' },
  },
})
const READINGS = Number(values.readings)
const DEVICES = Number(values.devices)
const DAY_MS = 86_400_000
const DAYS = 20
/** A request is repeated for at least this long, so that there is enough time to measure beside it. */
const AT_LEAST_MS = 2_000
const BETWEEN_PROBES_MS = 10

interface Beside {
  reading: number[]
  health: number[]
}

await onSite(async (site) => {
  const [token] = await fill(site)
  const session = await newSession(site)
  const cookie = `sid=${session}`
  const ask: Ask = async (path, init = {}) => {
    const headers = { cookie, ...init.headers }
    const request = () => fetch(`${site.tocsin.origin}${path}`, { ...init, headers, redirect: 'manual' })
    // The service may close an idle connection at the moment it is used again: retry once.
    const answer = await request().catch(request)
    let bytes = 0
    for await (const piece of answer.body ?? []) bytes += piece.length
    return { status: answer.status, bytes }
  }
  const end = Date.now()
  const range = { from: new Date(end - (DAYS + 1) * DAY_MS).toISOString(), to: new Date(end).toISOString() }
  const cases = await heavyRequests(site, { ask, session, range })
  const results = [{ name: 'nothing', ...(await measured(site, token!, () => sleep(AT_LEAST_MS))) }]
  for (const { name, run } of cases.filter((one) => one.name.includes(values.only))) {
    results.push({ name, ...(await measured(site, token!, run)) })
    console.log(lineOf(results.at(-1)!))
  }
  console.log(lineOf(results[0]!))
  saveJson(values.json, { readings: READINGS, devices: DEVICES, results })
})

/** One device with all readings, each of which crosses a limit, and many devices without any. */
async function fill({ connection }: Site): Promise<string[]> {
  const tokens = await newTokens(connection, DEVICES)
  const first = Date.now() - DAYS * DAY_MS
  await makeMonths(connection, [first, Date.now()])
  await storeReadings(
    connection,
    `select
       1, at, hashint8extended(n, 7), at, (extract(epoch from at) * 1000)::bigint, false,
       46 + n % 1000 / 1e4, 14 + n % 777 / 1e4, 40 + n % 60, -60 - n % 30, 'health',
       jsonb_build_object('spo2', 96 + n % 4, 'systolic', 108 + n % 25, 'heat', n % 2 * 10 + n % 7),
       '{"fall_detected": false}'
     from generate_series(1, ${READINGS}) as n,
       lateral (select to_timestamp((${first} + n::float8 * ${(DAYS - 1) * DAY_MS} / ${READINGS}) / 1000.0) as at) as moment`,
  )
  await query(connection, 'vacuum analyze reading_rows')
  return tokens.slice(1)
}

async function measured(site: Site, token: string, run: () => Promise<unknown>) {
  const beside: Beside = { reading: [], health: [] }
  const over = new AbortController()
  const probing = probe(site, token, beside, over.signal)
  const durations: number[] = []
  try {
    for (const began = performance.now(); performance.now() - began < AT_LEAST_MS; ) {
      const before = performance.now()
      await run()
      durations.push(performance.now() - before)
    }
  } finally {
    over.abort()
    await probing
  }
  return { durationMs: Math.max(...durations), ...worst(beside) }
}

async function probe(site: Site, token: string, beside: Beside, signal: AbortSignal): Promise<void> {
  for (let place = 0; !signal.aborted; place += 1) {
    const before = performance.now()
    await sendReading(site, token, place)
    const between = performance.now()
    await (await fetch(`${site.tocsin.origin}/healthz`)).arrayBuffer()
    beside.reading.push(between - before)
    beside.health.push(performance.now() - between)
    await sleep(BETWEEN_PROBES_MS)
  }
}

function worst({ reading, health }: Beside) {
  return {
    readings: reading.length,
    readingMedianMs: part(reading, 0.5),
    reading95Ms: part(reading, 0.95),
    readingWorstMs: Math.max(...reading),
    healthMedianMs: part(health, 0.5),
    healthWorstMs: Math.max(...health),
  }
}

function part(numbers: readonly number[], share: number): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length * share)] ?? 0
}

function lineOf(result: { name: string; durationMs: number } & ReturnType<typeof worst>): string {
  const { name, durationMs, readingMedianMs, reading95Ms, readingWorstMs, healthMedianMs, healthWorstMs } = result
  const reading = [readingMedianMs, reading95Ms, readingWorstMs].map(ms).join(' ')
  return `${name.padEnd(34)} ${ms(durationMs)}   reading ${reading}   healthz ${ms(healthMedianMs)} ${ms(healthWorstMs)}`
}

function ms(number: number): string {
  return `${number.toFixed(number < 10 ? 1 : 0).padStart(6)} ms`
}
