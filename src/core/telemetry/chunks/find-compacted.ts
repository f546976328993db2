import sql from 'sql-template-tag'
import type { Queryable } from '../../../platform/database/database.ts'
import { bigints, timestamps } from '../../../platform/database/sql-arrays.ts'
import type { Reading } from '../reading.ts'
import { chunkAsJson } from './chunk-store.ts'
import { type DecodedChunk, decodeChunk, type StoredChunk } from './decode-chunk.ts'

/** Readings of a device that are in chunks already. The state of the device must be locked. */
export async function findCompacted(
  tx: Queryable,
  deviceId: number,
  readings: readonly Reading[],
): Promise<Set<Reading>> {
  const found = new Set<Reading>()
  for (const [chunk, inChunk] of await chunksAround(tx, deviceId, readings)) {
    // The times are a small part of a chunk, and usually show that all of these are new.
    const times = await openChunk(tx, deviceId, chunk, ['at'])
    if (!inChunk.some(({ at }) => times.at(times.placeOf(at)) === at)) continue
    const whole = await openChunk(tx, deviceId, chunk, null)
    for (const reading of inChunk) if (isIn(whole, reading)) found.add(reading)
  }
  return found
}

function isIn(chunk: DecodedChunk, { at, digest }: Reading): boolean {
  for (let place = chunk.placeOf(at); place < chunk.n && chunk.at(place) === at; place += 1) {
    if (chunk.reading(place).digest === `${digest}`) return true
  }
  return false
}

/** The place of the first reading of a chunk in the history, as text. */
interface ChunkStart {
  first_at: string
  first_digest: string
}

/** Readings by the chunk into whose range they fall; those that fall into none are left out. */
async function chunksAround(
  tx: Queryable,
  deviceId: number,
  readings: readonly Reading[],
): Promise<Map<ChunkStart, Reading[]>> {
  const rows = await tx.query<ChunkStart & { place: number }>(sql`
    select r.place::integer, c.first_at::text, c.first_digest::text
    from unnest(
      ${timestamps(readings.map(({ at }) => at))}::timestamptz[], ${bigints(readings.map(({ digest }) => digest))}::bigint[]
    ) with ordinality as r (at, digest, place)
    cross join lateral (
      select first_at, first_digest, last_at, last_digest
      from reading_chunks
      where device_id = ${deviceId} and field = 'at' and first_at <= r.at and (first_at, first_digest) <= (r.at, r.digest)
      order by first_at desc, first_digest desc
      limit 1
    ) as c
    where (c.last_at, c.last_digest) >= (r.at, r.digest)
    order by c.first_at, c.first_digest`)
  const byChunk = new Map<ChunkStart, Reading[]>()
  let chunk: ChunkStart | null = null
  for (const { place, ...start } of rows) {
    if (chunk?.first_at !== start.first_at || chunk.first_digest !== start.first_digest) {
      chunk = start
      byChunk.set(chunk, [])
    }
    byChunk.get(chunk)!.push(readings[place - 1]!)
  }
  return byChunk
}

async function openChunk(
  tx: Queryable,
  deviceId: number,
  { first_at, first_digest }: ChunkStart,
  fields: readonly string[] | null,
): Promise<DecodedChunk> {
  const [row] = await tx.query<{ chunk: StoredChunk }>(sql`
    select ${chunkAsJson(sql`coalesce(${fields}::text[], c.fields)`)} as chunk
    from reading_chunks as c
    where c.device_id = ${deviceId} and c.field = 'at' and c.first_at = ${first_at}::timestamptz
      and c.first_digest = ${first_digest}::bigint`)
  return decodeChunk(row!.chunk)
}
