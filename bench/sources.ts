// Compares the processor time of a reading that comes through a source with that of a plain one, alternating at the same
// time: lines of InfluxDB beside our batches, an uplink of The Things Stack beside a single reading, and what garbage
// costs. Then how long other devices wait while sources send garbage as fast as they can.
import { parseArgs } from 'node:util'
import { newTokens, query } from './harness/bench-database.ts'
import { driven } from './harness/drive-open-load.ts'
import { type Load, type Measurement, measure } from './harness/measure.ts'
import { newPerson } from './harness/person.ts'
import { machine, summarize, table } from './harness/report.ts'
import type { RequestKind } from './harness/requests.ts'
import { onSite, type Site, saveJson } from './harness/site.ts'

const WARM_UP_S = 2
const FIRST_WARM_UP_S = 6
const BATCH = 100
/** Sources of each format; so many that the rate of none is reached. */
const SOURCES = 8
/** Devices of each source. */
const DEVICES = 25
const FLOOD_CONNECTIONS = 64
/** Plain readings a second beside the flood: far below what the service can take. */
const BESIDE_PER_S = 500

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '6' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '64' },
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
  sends: RequestKind
  load: Pick<Load, 'tokens' | 'readingsPerRequest' | 'urls' | 'devices' | 'statuses'>
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
  const ways: Way[] = [
    { name: 'reading', beside: 'reading', sends: 'reading', load: { ...own, readingsPerRequest: 1 } },
    { name: 'uplink', beside: 'reading', sends: 'source uplink', load: { ...uplinks, readingsPerRequest: 1 } },
    {
      ...{ name: `batch of ${BATCH}`, beside: `batch of ${BATCH}`, sends: 'reading' },
      ...{ load: { ...own, readingsPerRequest: BATCH }, url: tocsin.url.replace('ingest', 'batch') },
    },
    {
      ...{ name: `${BATCH} lines`, beside: `batch of ${BATCH}`, sends: 'source lines' },
      load: { ...lines, readingsPerRequest: BATCH },
    },
    // 429 beyond the rate is an answer too, but none is expected.
    { name: 'garbage', beside: 'reading', sends: 'source garbage', load: { ...uplinks, readingsPerRequest: 1 } },
  ]
  const drive = ({ sends, load, url = tocsin.url }: Way, warmUpS: number) =>
    measure({ ...tocsin, url, sends }, { ...load, connections, warmUpS, seconds }, signal)
  const measured = new Map<string, Measurement[]>(ways.map(({ name }) => [name, []]))
  for (const way of ways) await drive(way, FIRST_WARM_UP_S)
  for (let round = 0; round < rounds; round += 1) {
    for (const way of ways) {
      measured.get(way.name)!.push(await drive(way, WARM_UP_S))
      await emptyQuarantine(site)
    }
  }
  const summaries = new Map(ways.map(({ name }) => [name, summarize(measured.get(name)!)]))
  const costOf = (name: string) => (summaries.get(name)!.appUs ?? 0) + (summaries.get(name)!.databaseUs ?? 0)
  const results = ways.map(({ name, beside }) => {
    const { readingsPerS, p99Ms, appUs, databaseUs, errors } = summaries.get(name)!
    return { name, beside, ratio: costOf(name) / costOf(beside), readingsPerS, p99Ms, appUs, databaseUs, errors }
  })
  const rows = results.map(({ name, beside, ratio, readingsPerS, p99Ms, appUs, databaseUs, errors }) => [
    ...[name, `${ratio.toFixed(2)} × ${beside}`, Math.round(readingsPerS).toLocaleString('en'), p99Ms.toFixed(1)],
    ...[appUs?.toFixed(1) ?? '-', databaseUs?.toFixed(1) ?? '-', String(errors)],
  ])
  const headings = ['', 'CPU', 'readings/s', 'p99 ms', 'service µs', 'database µs', 'errors']
  console.log(table([headings, ...rows]).join('\n'))
  const flooded = await besideGarbage(site, tokens, uplinks)
  const settings = { seconds, rounds, connections, sources: SOURCES, devices: SOURCES * DEVICES }
  saveJson(values.json, { settings, machine: await machine(connection), results, flooded })
  if (results.some(({ errors }) => errors > 0)) process.exitCode = 1
})

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
  return sources
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
