// Compares the processor time of a reading that comes through a source with that of a plain one, alternating at the same
// time: lines of InfluxDB beside our batches, an uplink of The Things Stack beside a single reading, and what garbage
// costs. Then how long other devices wait while sources send garbage as fast as they can.
import { parseArgs } from 'node:util'
import { compileMapping } from '../src/core/sources/mapping/read-mapped.ts'
import { newTokens, query } from './harness/bench-database.ts'
import { driven } from './harness/drive-open-load.ts'
import { type Load, type Measurement, measure } from './harness/measure.ts'
import { newPerson } from './harness/person.ts'
import { readingLine, uplinkBody } from './harness/readings.ts'
import { machine, summarize, table } from './harness/report.ts'
import type { RequestKind } from './harness/requests.ts'
import { median, onSite, type Site, saveJson } from './harness/site.ts'

const WARM_UP_S = 2
const FIRST_WARM_UP_S = 6
const BATCH = 100
/** More would wait for so long that they are refused. */
const BATCH_CONNECTIONS = 16
/** Sources of each format; so many that the rate of none is reached. */
const SOURCES = 8
/** Devices of each source. */
const DEVICES = 25
const FLOOD_CONNECTIONS = 64
const MAPPING_MOST_US = 10
/** Plain readings a second beside the flood: far below what the service can take. */
const BESIDE_PER_S = 500

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '6' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '64' },
    check: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
})
const [seconds, rounds, connections] = [Number(values.seconds), Number(values.rounds), Number(values.connections)]
if (!(seconds >= 1) || !(rounds >= 1) || !(connections >= 1)) {
  throw new Error('--seconds, --rounds and --connections take numbers from 1')
}

interface Way {
  name: string
  /** The way that it is compared with. */
  beside: string
  /** The most that it may cost of that, or microseconds that it may cost by itself; none for the plain ways. */
  most?: { ratio: number } | { us: number }
  sends: RequestKind
  load: Pick<Load, 'tokens' | 'readingsPerRequest' | 'urls' | 'devices'>
  connections: number
  url?: string
}

/** An operator, once there is one. */
let call: Awaited<ReturnType<typeof newPerson>> | null = null

await onSite(async (site) => {
  const { connection, tocsin, signal } = site
  const tokens = await newTokens(connection, SOURCES * DEVICES)
  const lines = await newSources(site, 'influx', '/api/v2/write?precision=ms')
  const uplinks = await newSources(site, 'the-things-stack', '')
  const own = { tokens, devices: DEVICES }
  const batch = `batch of ${BATCH}`
  const one = { readingsPerRequest: 1, connections }
  const many = { readingsPerRequest: BATCH, connections: BATCH_CONNECTIONS }
  const ways: Way[] = [
    { name: 'reading', beside: 'reading', sends: 'reading', ...loaded(own, one) },
    {
      ...{ name: 'reading through the framework', beside: 'reading', sends: 'reading' },
      // The express lane takes no query.
      ...{ url: `${tocsin.url}?plain`, ...loaded(own, one) },
    },
    { name: 'uplink', beside: 'reading', most: { ratio: 2 }, sends: 'source uplink', ...loaded(uplinks, one) },
    {
      ...{ name: batch, beside: batch, sends: 'reading', url: tocsin.url.replace('ingest', 'batch') },
      ...loaded(own, many),
    },
    { name: `${BATCH} lines`, beside: batch, most: { ratio: 1.2 }, sends: 'source lines', ...loaded(lines, many) },
    { name: 'garbage', beside: 'reading', most: { us: 60 }, sends: 'source garbage', ...loaded(uplinks, one) },
  ]
  const drive = ({ sends, load, connections, url = tocsin.url }: Way, warmUpS: number) =>
    measure({ ...tocsin, url, sends }, { ...load, connections, warmUpS, seconds }, signal)
  const measured = new Map<string, Measurement[]>(ways.map(({ name }) => [name, []]))
  for (const way of ways) await drive(way, FIRST_WARM_UP_S)
  await emptyQuarantine(site)
  for (let round = 0; round < rounds; round += 1) {
    for (const way of ways) {
      const result = await drive(way, WARM_UP_S)
      measured.get(way.name)!.push(result)
      if (result.errors > 0) console.error(`${way.name}: ${JSON.stringify(result.statuses)}`)
      if (way.name === 'garbage') await emptyQuarantine(site)
    }
  }
  const results = ways.map(({ name, beside, most }) => {
    const [of, plain] = [measured.get(name)!, measured.get(beside)!]
    const { readingsPerS, p99Ms, appUs, databaseUs, errors } = summarize(of)
    const cpuUs = median(of.map((each) => costOf(each, 'both')))
    const ratioOf = (part: Part) => median(of.map((each, round) => costOf(each, part) / costOf(plain[round]!, part)))
    const ratios = { ratio: ratioOf('both'), appRatio: ratioOf('app'), databaseRatio: ratioOf('database') }
    const isKept = most === undefined || ('us' in most ? cpuUs <= most.us : ratios.ratio <= most.ratio)
    return { name, beside, ...ratios, readingsPerS, p99Ms, cpuUs, appUs, databaseUs, errors, most, isKept }
  })
  const rows = results.map((row) => [
    ...[row.name, `${row.ratio.toFixed(2)} × ${row.beside}`, row.appRatio.toFixed(2), row.databaseRatio.toFixed(2)],
    ...[row.cpuUs.toFixed(1), row.appUs?.toFixed(1) ?? '-', row.databaseUs?.toFixed(1) ?? '-'],
    ...[Math.round(row.readingsPerS).toLocaleString('en'), row.p99Ms.toFixed(1), String(row.errors)],
    row.isKept ? '' : 'too much',
  ])
  const headings = ['', 'CPU', 'service', 'database', 'CPU µs', 'service µs', 'database µs', 'readings/s', 'p99 ms']
  console.log(table([[...headings, 'errors', ''], ...rows]).join('\n'))
  const mappingUs = mappingCost()
  console.log(`a mapping with ten values: ${mappingUs.toFixed(1)} µs a reading`)
  const flooded = await besideGarbage(site, tokens, uplinks)
  const settings = { seconds, rounds, connections, sources: SOURCES, devices: SOURCES * DEVICES }
  saveJson(values.json, { settings, machine: await machine(connection), results, mappingUs, flooded })
  const isKept = mappingUs <= MAPPING_MOST_US && results.every((row) => row.isKept)
  if (results.some(({ errors }) => errors > 0) || (values.check && !isKept)) process.exitCode = 1
})

type Part = 'app' | 'database' | 'both'

/** Processor time of a reading, of the service, its database or both. */
function costOf({ appUs, databaseUs }: Measurement, part: Part): number {
  const [app, database] = [appUs ?? Number.NaN, databaseUs ?? Number.NaN]
  return part === 'app' ? app : part === 'database' ? database : app + database
}

function loaded(
  { tokens, urls, devices }: Pick<Load, 'tokens' | 'urls' | 'devices'>,
  { readingsPerRequest, connections }: Pick<Load, 'readingsPerRequest' | 'connections'>,
): Pick<Way, 'load' | 'connections'> {
  const addressed = urls === undefined ? {} : { urls }
  const spoken = devices === undefined ? {} : { devices }
  return { load: { tokens, readingsPerRequest, ...addressed, ...spoken }, connections }
}

/** Processor time (µs) of what a mapping adds to a message: ten values, of which two are calculated. Median of the rounds. */
function mappingCost(): number {
  const { read } = compileMapping({
    device: '/id',
    ts: '/at',
    battery: '/b',
    lat: '/position/lat',
    lng: '/position/lng',
    metrics: {
      temperature: { from: '/t', unit: '°F' },
      humidity: '/h',
      pressure: { calc: 'p / 100' },
      dew_point: { calc: 't - (100 - h) / 5' },
    },
    flags: { door_open: '/door' },
    rest: 'drop',
  })
  const at = Date.UTC(2026, 0, 1)
  const part = (n: number) => ({
    ...{
      id: `sensor-${n % 100}`,
      at: new Date(at + n * 1_000).toISOString(),
      b: 80,
      t: 60 + (n % 20),
      h: 40 + (n % 9),
    },
    ...{ p: 101_300 + n, door: n % 7 === 0, position: { lat: 46.05, lng: 14.5 } },
  })
  const context = { receivedAt: at, settings: {}, timeZone: 'UTC' }
  const parts = Array.from({ length: 5_000 }, (_, n) => part(n))
  const costs = Array.from({ length: 15 }, () => {
    const { user, system } = process.cpuUsage()
    for (const each of parts) read(each, context)
    const spent = process.cpuUsage({ user, system })
    return (spent.user + spent.system) / parts.length
  })
  return median(costs)
}

type Sources = Pick<Load, 'tokens' | 'urls' | 'devices'> & { tokens: string[]; urls: string[]; ids: number[] }

/** Sources at the largest rate that one can have, which adopt what they speak for. */
async function newSources(site: Site, format: string, path: string): Promise<Sources> {
  call ??= await newPerson(site, 'operator')
  const sources: Sources = { tokens: [], urls: [], ids: [], devices: DEVICES }
  for (let number = 1; number <= SOURCES; number += 1) {
    const adopt = { match: { id: '*' }, module: 'health', limit: DEVICES }
    const body = { name: `Bench ${number}`, format, module: 'health', adopt, rate_per_s: 10_000, burst: 100_000 }
    const { id, token } = await call<{ id: number; token: string }>('POST', '/api/admin/sources', body)
    sources.tokens.push(token)
    sources.urls.push(`${site.tocsin.origin}/api/sources/${id}${path}`)
    sources.ids.push(id)
  }
  await adoptAll(sources, format)
  return sources
}

/** One message of each device: adopting it takes longer than storing what it says, and is not measured. */
async function adoptAll({ tokens, urls }: Sources, format: string): Promise<void> {
  const adopted = tokens.map(async (token, place) => {
    for (let device = 0; device < DEVICES; device += 1) {
      const [number, now] = [device * tokens.length + place, Date.now() - 60_000]
      const body = format === 'influx' ? readingLine(0, now, number) : uplinkBody(0, now, number, now)
      const { status } = await fetch(urls[place]!, { method: 'POST', headers: { 'x-source-token': token }, body })
      if (status !== 204) throw new Error(`A first message of a source was answered ${status}`)
    }
  })
  await Promise.all(adopted)
}

/** So that no round finds it fuller than another. */
async function emptyQuarantine({ connection }: Site): Promise<void> {
  await query(connection, `delete from source_messages where outcome = 'quarantined'`)
  await query(connection, 'update source_states set quarantined = 0, quarantined_bytes = 0')
  await query(connection, 'vacuum analyze source_messages')
}

/** Plain readings at a fixed rate: alone, beside garbage of sources with the usual rate, and of those with the largest. */
async function besideGarbage(site: Site, tokens: string[], { ids, ...garbage }: Sources) {
  const { tocsin, signal } = site
  const plain = () =>
    driven({ url: tocsin.url, tokens, rate: BESIDE_PER_S, seconds, connections: FLOOD_CONNECTIONS, pid: tocsin.pid })
  const flood = () =>
    measure(
      { ...tocsin, sends: 'source garbage' },
      {
        ...{ ...garbage, readingsPerRequest: 1, connections: FLOOD_CONNECTIONS, warmUpS: WARM_UP_S, seconds },
        statuses: [204, 429, 503],
      },
      signal,
    )
  const stages: { name: string; p50Ms: number; p99Ms: number; mostMs: number; garbagePerS: number }[] = []
  const stage = async (name: string, isFlooded: boolean) => {
    const [{ p50Ms, p99Ms, mostMs }, sent] = await Promise.all([plain(), isFlooded ? flood() : null])
    const garbagePerS = sent === null ? 0 : sent.answered / sent.seconds
    stages.push({ name, p50Ms, p99Ms, mostMs, garbagePerS })
    const times = `p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms, longest ${mostMs.toFixed(0)} ms`
    console.log(`${BESIDE_PER_S} readings/s ${name}: ${times}; ${Math.round(garbagePerS)} messages of garbage/s`)
    await emptyQuarantine(site)
  }
  await stage('alone', false)
  await stage('beside garbage, largest rate', true)
  for (const id of ids) await call!('PATCH', `/api/admin/sources/${id}`, { rate_per_s: 50, burst: 1_000 })
  await stage('beside garbage, usual rate', true)
  return stages
}
