import pg from 'pg'
import { bodyOf } from './bodies.ts'
import { moreOf } from './history-load.ts'
import { type Ledger, readLedger } from './ledger.ts'
import { deviceName, type Site } from './site.ts'

/** The export of one device in this many is compared. */
const EXPORTED_EVERY = 3

/** Queries that must return nothing, by what is broken. */
const BROKEN_CHUNKS: Record<string, string> = {
  'chunks of a device overlap': `
    select from reading_chunks as one
    join reading_chunks as other using (device_id, field)
    where field = 'at' and (one.first_at, one.first_digest) < (other.first_at, other.first_digest)
      and (one.last_at, one.last_digest) >= (other.first_at, other.first_digest)`,
  'chunks cross the end of a month': `
    select from reading_chunks
    where date_trunc('month', first_at at time zone 'utc') <> date_trunc('month', last_at at time zone 'utc')`,
  'chunks have other fields than they say': `
    select from reading_chunks
    group by device_id, first_at, first_digest
    having count(*) is distinct from max(cardinality(fields)) or min(n) <> max(n) or min(last_at) <> max(last_at)
      or min(last_digest) <> max(last_digest)`,
  'chunks have another number of readings, or other times, than they say': `
    select from (
      select device_id, first_at, last_at, sum(n) as n
      from reading_chunks
      where field = 'at'
      group by device_id, first_at, last_at
    ) as c
    full join (
      select device_id, first_at, last_at, count(*) as n, min(at) as first, max(at) as last
      from chunk_readings
      group by device_id, first_at, last_at
    ) as r using (device_id, first_at, last_at)
    where c.n is distinct from r.n or r.first <> first_at or r.last <> last_at`,
  'chunks reach beyond the time up to which late readings look for them': `
    select from reading_chunks as c
    join device_states as s on s.device_id = c.device_id
    where s.compacted_until is null or c.last_at > s.compacted_until`,
}

interface Exported {
  ts: number
  at: Date | string
  received_at: Date | string
  module: string
  lat: number | null
  lng: number | null
  battery: number | null
  signal: number | null
  metrics: Record<string, unknown> | null
  flags: Record<string, unknown> | null
}

/** Faults of chunks, and differences between exports, which Node decodes, and SQL, by kind. */
export async function brokenChunks(site: Site, ledger: Ledger): Promise<Record<string, number>> {
  const client = new pg.Client(await site.connection())
  await client.connect()
  const broken: Record<string, number> = {}
  const note = (what: string, times: number) => {
    if (times > 0) broken[what] = (broken[what] ?? 0) + times
  }
  try {
    for (const [what, query] of Object.entries(BROKEN_CHUNKS)) note(what, (await client.query(query)).rowCount!)
    const sent = readLedger(ledger.path)
    for (let device = 1; device <= site.tokens.length; device += EXPORTED_EVERY) {
      const found = await client.query<{ id: number }>('select id from devices where name = $1', [deviceName(device)])
      const { id } = found.rows[0]!
      const { rows } = await client.query<Exported>(
        `select ts::float8 as ts, at, received_at, module, lat, lng, battery, signal, metrics, flags
         from readings
         where device_id = $1`,
        [id],
      )
      const answer = await site.call('GET', `/api/mobile/devices/${id}/readings/export?format=ndjson`)
      const lines = (await answer.text()).split('\n').slice(0, -1)
      const exported = lines.map((line) => JSON.parse(line) as Exported)
      note(
        'readings differ between the export and the database',
        difference(exported.map(asStored), rows.map(asStored)),
      )
      const otherwise = exported.filter((reading) => {
        const value = reading.metrics!.audit as number
        const ts = sent.get(value)?.ts ?? Number.NaN
        return asBody(reading) !== asBody(JSON.parse(bodyOf({ value, ts, more: moreOf(value) })))
      })
      note('exported readings differ from those sent', otherwise.length)
    }
  } finally {
    await client.end()
  }
  return broken
}

const asBody = ({ ts, module, lat, lng, battery, signal, metrics, flags }: Exported): string =>
  JSON.stringify([
    ts,
    module,
    lat ?? null,
    lng ?? null,
    battery ?? null,
    signal ?? null,
    sorted(metrics),
    sorted(flags),
  ])

const sorted = (values: Record<string, unknown> | null | undefined) => Object.entries(values ?? {}).sort()

const asStored = (reading: Exported): string =>
  [new Date(reading.at).toISOString(), new Date(reading.received_at).toISOString(), asBody(reading)].join(' ')

/** Number of elements that only one of the lists has, or has more often. */
function difference(one: readonly string[], other: readonly string[]): number {
  const times = new Map<string, number>()
  for (const each of one) times.set(each, (times.get(each) ?? 0) + 1)
  for (const each of other) times.set(each, (times.get(each) ?? 0) - 1)
  return [...times.values()].reduce((sum, each) => sum + Math.abs(each), 0)
}
