import sql from 'sql-template-tag'
import type { Queryable } from '../../../platform/database/database.ts'
import { chunkAsJson } from '../chunks/chunk-store.ts'
import { chunksBetween } from '../chunks/chunks-between.ts'
import { decodeChunk, type StoredChunk } from '../chunks/decode-chunk.ts'
import { PLACES, type TrackPoint, trackPointOf } from '../history/history-store.ts'
import { LEAST_DIGEST } from '../history/position.ts'
import { readReadings } from '../history/read-readings.ts'
import type { HistoryRow } from '../history/reading-record.ts'

interface TrackRange {
  deviceId: number
  from: Date
  to: Date
}

const AT_ONCE = 1_000
const CHUNKS_AT_ONCE = 50
const BEGINNING: HistoryRow = { at: new Date(-1e14), digest: LEAST_DIGEST }
/** Fields of a track point. */
const FIELDS = ['at', 'lat', 'lng', 'metrics.speed_kmh', 'metrics.heading']

/** All points of a range, oldest first. */
export async function listPlaces(db: Queryable, range: TrackRange): Promise<TrackPoint[]> {
  const points: TrackPoint[] = []
  for await (const readings of readReadings(db, range, { order: 'oldest first', atOnce: AT_ONCE, only: PLACES })) {
    for (const reading of readings) points.push(trackPointOf(reading))
  }
  return points
}

/**
 * The first point of each interval of a range, and the last point of the range, oldest first. Rows are read first: those
 * that are compacted meanwhile are met again in their chunk.
 */
export async function listSpacedLocations(db: Queryable, range: TrackRange, widthMs: number): Promise<TrackPoint[]> {
  const firsts = new Map<number, TrackPoint>()
  let last: TrackPoint | null = null
  const add = (point: TrackPoint) => {
    const stretch = Math.floor(point.at.getTime() / widthMs)
    const known = firsts.get(stretch)
    if (known === undefined || point.at < known.at) firsts.set(stretch, point)
    if (last === null || point.at > last.at) last = point
  }
  for (const point of await listSpacedRows(db, range, widthMs)) add(point)
  for await (const point of spacedInChunks(db, range, widthMs)) add(point)
  const points = [...firsts.values()].sort((one, other) => one.at.getTime() - other.at.getTime())
  return last === null || points.at(-1)!.at >= (last as TrackPoint).at ? points : [...points, last]
}

/** The lookups are lateral, since the planner would otherwise join with everything stored of the device. */
async function listSpacedRows(
  db: Queryable,
  { deviceId, from, to }: TrackRange,
  widthMs: number,
): Promise<TrackPoint[]> {
  type Tuple = [at: number, lat: number, lng: number, speed_kmh: number | null, heading: number | null]
  // As one list, which is read much faster than as many rows.
  const [found] = await db.query<{ points: Tuple[] | null }>(sql`
    with stretches as (
      select min(at) as first, max(at) as last
      from (
        select at, date_bin(${`${widthMs} milliseconds`}::interval, at, 'epoch') as stretch
        from reading_rows
        where device_id = ${deviceId} and at >= ${from} and at < ${to} and lat is not null
        offset 0
      ) as places
      group by stretch
    ), moments as (
      select first as at from stretches union select max(last) from stretches
    )
    select json_agg(
      json_build_array(round(date_part('epoch', moments.at) * 1000), place.lat, place.lng, place.speed_kmh, place.heading)
    ) as points
    from moments
    cross join lateral (
      select lat, lng, (metrics ->> 'speed_kmh')::float8 as speed_kmh, (metrics ->> 'heading')::float8 as heading
      from reading_rows
      where device_id = ${deviceId} and at = moments.at and lat is not null
      order by digest
      limit 1
    ) as place`)
  return (found!.points ?? []).map(([at, lat, lng, speed_kmh, heading]) => ({
    at: new Date(at),
    lat,
    lng,
    speed_kmh,
    heading,
  }))
}

/**
 * The first point of each interval in each chunk, and its last point. Chunks that begin and end in the interval in which
 * the one before ends are left out, so a long range opens no more chunks than it has intervals.
 */
async function* spacedInChunks(
  db: Queryable,
  { deviceId, from, to }: TrackRange,
  widthMs: number,
): AsyncGenerator<TrackPoint> {
  const stretchOf = (at: number) => Math.floor(at / widthMs)
  let behind: HistoryRow = BEGINNING
  for (let isWhole = true; isWhole; ) {
    const rows = await db.query<{ first_at: Date; first_digest: string; chunk: StoredChunk }>(sql`
      select first_at, first_digest::text, ${chunkAsJson(sql`array(select unnest(c.fields) intersect select unnest(${FIELDS}::text[]))`)} as chunk
      from (
        select
          c.*, lag(c.last_at) over places as previous,
          lead(c.first_at) over places is null as is_last
        from ${chunksBetween(sql`${deviceId}`, sql`${from}`, sql`${to}`)} as c
        where 'lat' = any (c.fields)
        window places as (order by c.first_at, c.first_digest)
      ) as c
      where (first_at, first_digest) > (${behind.at}::timestamptz, ${behind.digest}::bigint)
        and (
          is_last or previous is null
          or date_bin(${`${widthMs} milliseconds`}::interval, previous, 'epoch')
            < date_bin(${`${widthMs} milliseconds`}::interval, c.last_at, 'epoch')
        )
      order by c.first_at, c.first_digest
      limit ${CHUNKS_AT_ONCE}`)
    for (const { chunk } of rows) {
      const { n, at, number } = decodeChunk(chunk)
      const pointAt = (place: number): TrackPoint => ({
        at: new Date(at(place)),
        lat: number('lat', place)!,
        lng: number('lng', place)!,
        speed_kmh: number('metrics.speed_kmh', place),
        heading: number('metrics.heading', place),
      })
      let before: number | null = null
      let newest: number | null = null
      for (let place = 0; place < n; place += 1) {
        const time = at(place)
        if (time < from.getTime() || time >= to.getTime() || number('lat', place) === null) continue
        newest = place
        if (before !== null && stretchOf(time) === before) continue
        before = stretchOf(time)
        yield pointAt(place)
      }
      if (newest !== null) yield pointAt(newest)
    }
    isWhole = rows.length === CHUNKS_AT_ONCE
    if (isWhole) behind = { at: rows.at(-1)!.first_at, digest: rows.at(-1)!.first_digest }
  }
}
