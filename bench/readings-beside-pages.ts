// Measures how long readings wait beside requests for pages: 50 readings a second of known devices, and ten a second of
// devices whose tokens are not known yet, from processes of their own; alone, and then beside each kind of request.
import { parseArgs } from 'node:util'
import { makeMonths, newTokens, query, storeReadings } from './harness/bench-database.ts'
import { newSession } from './harness/console-site.ts'
import { driven } from './harness/drive-open-load.ts'
import { inProcess } from './harness/in-process.ts'
import type { OpenResult } from './harness/open-load.ts'
import type { PageLoad, PageLoadResult } from './harness/page-load.ts'
import { newPerson } from './harness/person.ts'
import { machine } from './harness/report.ts'
import { onSite, type Site, saveJson } from './harness/site.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '8' },
    devices: { type: 'string', default: '1000' },
    readings: { type: 'string', default: '100000' },
    only: { type: 'string', default: '' },
    json: { type: 'string' },
  },
})
const [SECONDS, DEVICES, READINGS] = [Number(values.seconds), Number(values.devices), Number(values.readings)]

/** A reading each 20 ms of known devices, and one each 100 ms of a device whose token is not known yet. */
const RATE = 50
const FIRST_RATE = 10
/** Enough for an answer that takes several seconds: a reading is due whether the one before is answered or not. */
const CONNECTIONS = 400
const INCIDENTS = 200
const DAY_MS = 86_400_000
const DAYS = 20

interface Case {
  name: string
  paths: string[]
  connections: number
  isPublic?: true
}

const CASES: readonly Case[] = [
  { name: '/docs', paths: ['/docs'], connections: 30, isPublic: true },
  { name: '/openapi.json', paths: ['/openapi.json'], connections: 30, isPublic: true },
  { name: '/metrics', paths: ['/metrics'], connections: 30, isPublic: true },
  { name: 'login page', paths: ['/login'], connections: 30, isPublic: true },
  { name: 'devices', paths: ['/devices'], connections: 1 },
  { name: 'devices', paths: ['/devices'], connections: 40 },
  { name: 'a device', paths: ['/devices/1'], connections: 1 },
  { name: 'a device', paths: ['/devices/1'], connections: 40 },
  { name: 'history of a device', paths: ['/devices/1/history'], connections: 1 },
  { name: 'history of a device', paths: ['/devices/1/history'], connections: 40 },
  { name: 'incidents, with statistics', paths: ['/incidents'], connections: 1 },
  { name: 'incidents, with statistics', paths: ['/incidents'], connections: 40 },
  { name: 'overview and map', paths: ['/', '/map'], connections: 40 },
  { name: 'rules', paths: ['/rules'], connections: 40 },
  { name: '500 readings as a table', paths: ['/devices/1/raw?limit=500'], connections: 40 },
  { name: 'search', paths: ['/search.json?q=monitor'], connections: 40 },
  { name: 'exports as CSV', paths: ['/devices/1/readings/export?format=csv'], connections: 4 },
]

const chosen = CASES.filter(({ name }) => new RegExp(values.only).test(name))

interface Waits {
  p50Ms: number
  p95Ms: number
  mostMs: number
  /** The part that the service itself used. */
  busy95Ms: number
  busyMostMs: number
  failed: number
}

export interface Beside {
  name: string
  connections: number
  pagesPerS: number
  answers: Record<string, number>
  known: Waits
  first: Waits
}

// Without compaction, which would lock the device with the readings of weeks meanwhile.
await onSite(
  async (site) => {
    const tokens = await fill(site)
    const known = tokens.splice(0, 20)
    const headers = { cookie: `sid=${await newSession(site)}`, accept: 'text/html' }
    await measured(site, { known, first: known, seconds: 4 })
    const results: Beside[] = []
    const report = (result: Beside) => {
      results.push(result)
      console.log(lineOf(result))
    }
    for (const { name, paths, connections, isPublic } of chosen) {
      const first = () => tokens.splice(0, FIRST_RATE * SECONDS)
      const alone = await measured(site, { known, first: first(), seconds: SECONDS })
      report({ name: 'nothing', connections: 0, pagesPerS: 0, answers: {}, ...alone })
      const load = { origin: site.tocsin.origin, paths, connections, headers: isPublic ? {} : headers }
      const pages = inProcess<PageLoad, PageLoadResult>('page-load.ts', { ...load, seconds: SECONDS + 1 })
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      const beside = await measured(site, { known, first: first(), seconds: SECONDS - 1 })
      const { answers } = await pages
      report({ name, connections, pagesPerS: (answers['200'] ?? 0) / (SECONDS + 1), answers, ...beside })
    }
    saveJson(values.json, {
      settings: { seconds: SECONDS, rate: RATE, devices: DEVICES },
      machine: await machine(site.connection),
      results,
    })
  },
  { COMPACT_AFTER_H: 'off' },
)

/** Many devices, one of them with readings of weeks, and incidents. */
async function fill(site: Site): Promise<string[]> {
  const { connection } = site
  const tokens = await newTokens(connection, DEVICES + chosen.length * 2 * FIRST_RATE * SECONDS)
  const first = Date.now() - DAYS * DAY_MS
  await makeMonths(connection, [first, Date.now()])
  await storeReadings(
    connection,
    `select
       1, at, hashint8extended(n, 7), at, (extract(epoch from at) * 1000)::bigint, false,
       46 + n % 1000 / 1e4, 14 + n % 777 / 1e4, 40 + n % 60, -60 - n % 30, 'health',
       jsonb_build_object('spo2', 96 + n % 4, 'systolic', 108 + n % 25, 'diastolic', 66 + n % 17,
         'heart_rate', 60 + n % 37, 'temperature', 36 + n % 13 / 10.0, 'glucose', 82 + n % 41),
       '{"fall_detected": false}'
     from generate_series(1, ${READINGS}) as n,
       lateral (select to_timestamp((${first} + n::float8 * ${DAYS * DAY_MS} / ${READINGS}) / 1000.0) as at) as moment`,
  )
  await query(connection, 'vacuum analyze reading_rows')
  const call = await newPerson(site, 'operator')
  for (let n = 1; n <= INCIDENTS; n += 1) {
    await call('POST', '/api/mobile/incidents', { title: `Ventilation of hall ${n}`, device_id: n })
  }
  const known = tokens.splice(0, DEVICES)
  await driven({
    url: site.tocsin.url,
    tokens: known,
    rate: 400,
    seconds: DEVICES / 400 + 0.2,
    connections: CONNECTIONS,
  })
  return [...known.slice(0, 20), ...tokens]
}

/** Both at the same time. */
async function measured(
  { tocsin: { url, pid } }: Site,
  { known, first, seconds }: { known: string[]; first: string[]; seconds: number },
): Promise<{ known: Waits; first: Waits }> {
  const sent = (tokens: string[], rate: number) => driven({ url, tokens, rate, seconds, connections: CONNECTIONS, pid })
  const [ofKnown, ofFirst] = await Promise.all([sent(known, RATE), sent(first, FIRST_RATE)])
  return { known: waitsOf(ofKnown), first: waitsOf(ofFirst) }
}

function waitsOf({ p50Ms, p95Ms, mostMs, busy95Ms, busyMostMs, failed, refused, skipped }: OpenResult): Waits {
  return { p50Ms, p95Ms, mostMs, busy95Ms, busyMostMs, failed: failed + refused + skipped }
}

function lineOf({ name, connections, pagesPerS, answers, known, first }: Beside): string {
  const others = Object.entries(answers).filter(([status]) => status !== '200')
  const refused = others.map(([status, count]) => ` ${count}×${status}`).join('')
  const waits = ({ p50Ms, p95Ms, mostMs, busy95Ms, busyMostMs, failed }: Waits) =>
    `${[p50Ms, p95Ms, mostMs, busy95Ms, busyMostMs].map((ms) => ms.toFixed(0).padStart(6)).join('')}${failed > 0 ? ` (${failed} failed)` : ''}`
  return `${`${connections} × ${name}`.padEnd(32)}${pagesPerS.toFixed(0).padStart(6)}/s   known${waits(known)} ms   first${waits(first)} ms${refused}`
}
