import sql, { empty, type Sql } from 'sql-template-tag'
import type { Queryable } from '../../../platform/database/database.ts'
import { unavailable } from '../../../platform/errors.ts'
import { inCellOfDevice } from '../../cells/find-cell.ts'
import type { Module } from '../../vocabulary/modules.ts'
import { chunkAsJson } from '../chunks/chunk-store.ts'
import { chunksBetween } from '../chunks/chunks-between.ts'
import { type DecodedChunk, decodeChunk, type StoredChunk } from '../chunks/decode-chunk.ts'
import { GREATEST_DIGEST, isBefore, LEAST_DIGEST } from './position.ts'
import type { HistoryRow, ReadingRecord } from './reading-record.ts'
import { receiptOf } from './receipt.ts'

/** Readings of a device. The range is half-open: `from` is included, `to` is not. */
export interface ReadingRange {
  deviceId: number
  from: Date | null
  to: Date | null
  /** The last reading that was read before, in the same order. */
  behind?: HistoryRow | null
}

export interface ReadingOrder {
  order: 'oldest first' | 'newest first'
  /** Rows to read at a time. */
  atOnce: number
  only?: ReadingFilter
}

/** Choice of readings. With `rows` and `chunks`, the database skips most of the others. */
export interface ReadingFilter {
  isWanted: (reading: ReadingRecord) => boolean
  /** A condition on `reading_rows`. */
  rows?: Sql
  /** A condition on `c`, the row of a chunk that stands for it. */
  chunks?: Sql
}

/** A time beyond any that a reading can have. */
const END_OF_TIME_MS = 1e14 + 1
/** A filter that hardly any reading fits makes people wait no longer than one statement may take. */
const LONGEST_SEARCH_MS = 10_000
const RETRY_AFTER_S = 60

/** The readings of a range, wherever they are stored, some at a time. */
export function readReadings(
  db: Queryable,
  range: ReadingRange,
  how: ReadingOrder,
): AsyncGenerator<Iterable<ReadingRecord>> {
  const { deviceId, from, to, behind = null } = range
  const [begin, end] = [
    Math.max(from?.getTime() ?? -END_OF_TIME_MS, -END_OF_TIME_MS),
    Math.min(to?.getTime() ?? END_OF_TIME_MS, END_OF_TIME_MS),
  ]
  let after: HistoryRow = { at: new Date(begin - 1), digest: GREATEST_DIGEST }
  let before: HistoryRow = { at: new Date(end), digest: LEAST_DIGEST }
  if (behind !== null && how.order === 'oldest first' && isBefore(after, behind)) after = behind
  if (behind !== null && how.order === 'newest first' && isBefore(behind, before)) before = behind
  return readBetween(db, deviceId, { after, before }, how)
}

/**
 * The readings between two places in the history, both excluded. Each portion is read by one statement, so a reading
 * that is compacted meanwhile is neither left out nor read twice.
 */
export async function* readBetween(
  db: Queryable,
  deviceId: number,
  between: Between,
  how: ReadingOrder,
): AsyncGenerator<Iterable<ReadingRecord>> {
  const isForward = how.order === 'oldest first'
  const cell = await inCellOfDevice(db, deviceId)
  let { after, before } = between
  while (isBefore(after, before)) {
    const { rows, chunk } = await readPortion(cell, deviceId, { after, before }, how)
    const reached = reachedBy(rows, chunk, how)
    const wanted = how.only === undefined ? rows : rows.filter(how.only.isWanted)
    const ofChunk = chunk === null ? [] : wantedOf(decodeChunk(chunk.chunk), { after, before }, how)
    yield merged(wanted, ofChunk, reached, isForward)
    if (reached === null) return
    if (isForward) after = reached
    else before = reached
  }
}

/** The first readings of a range, this many at most. Throws 503 if they are not found within seconds. */
export async function takeReadings(
  db: Queryable,
  range: ReadingRange,
  how: Omit<ReadingOrder, 'atOnce'>,
  limit: number,
): Promise<ReadingRecord[]> {
  const taken: ReadingRecord[] = []
  const endsAt = performance.now() + LONGEST_SEARCH_MS
  for await (const readings of readReadings(db, range, { ...how, atOnce: limit })) {
    for (const reading of readings) {
      taken.push(reading)
      if (taken.length === limit) return taken
    }
    if (performance.now() > endsAt) throw unavailable(RETRY_AFTER_S, 'search_too_long')
  }
  return taken
}

export interface AroundMoment {
  deviceId: number
  from: Date
  to: Date
  moment: Date
  /** Limit on either side. */
  most: number
  isWanted?: ReadingFilter['isWanted']
}

/**
 * The nearest readings on either side of a moment, this many at most on each, in the order of time. One at the moment
 * comes before it.
 */
export async function takeAround(
  db: Queryable,
  { deviceId, from, to, moment, most, isWanted = () => true }: AroundMoment,
): Promise<{ before: ReadingRecord[]; behind: ReadingRecord[] }> {
  // The range excludes its end.
  const next = new Date(moment.getTime() + 1)
  const only = { isWanted }
  const before = await takeReadings(db, { deviceId, from, to: next }, { order: 'newest first', only }, most)
  const behind = await takeReadings(db, { deviceId, from: next, to }, { order: 'oldest first', only }, most)
  return { before: before.reverse(), behind }
}

/** The two ends of a range, both excluded. */
export interface Between {
  after: HistoryRow
  before: HistoryRow
}

interface ChunkOfPortion {
  chunk: StoredChunk
  first: { at: number; digest: string }
  last: { at: number; digest: string }
}

interface Portion {
  rows: ReadingRecord[]
  /** The first chunk of the range; null if there is none, or if all these rows come before it. */
  chunk: ChunkOfPortion | null
}

/** [at, digest, received_at (µs), ts, module, lat, lng, battery, signal, metrics, flags, clock_suspect] */
type RowTuple = [
  number,
  string,
  number,
  number,
  Module,
  number | null,
  number | null,
  number | null,
  number | null,
  Record<string, unknown> | null,
  Record<string, unknown> | null,
  boolean,
]

async function readPortion(
  db: Queryable,
  deviceId: number,
  { after, before }: Between,
  { order, atOnce, only }: ReadingOrder,
): Promise<Portion> {
  const isForward = order === 'oldest first'
  const direction = isForward ? empty : sql`desc`
  const [since, until] = [after.at, before.at]
  const [found] = await db.query<{ rows: RowTuple[] | null; chunk: ChunkOfPortion | null }>(sql`
    with found as materialized (
      select at, digest, received_at, ts, module, lat, lng, battery, signal, metrics, flags, clock_suspect
      from reading_rows
      where device_id = ${deviceId} and at >= ${since} and at <= ${until}
        and (at, digest) > (${since}::timestamptz, ${after.digest}::bigint)
        and (at, digest) < (${until}::timestamptz, ${before.digest}::bigint)
        ${only?.rows === undefined ? empty : sql`and ${only.rows}`}
      order by at ${direction}, digest ${direction}
      limit ${atOnce}
    ),
    next_chunk as materialized (
      select c.*
      from ${chunksBetween(sql`${deviceId}`, sql`${since}`, sql`${new Date(until.getTime() + 1)}`)} as c
      where (c.first_at, c.first_digest) < (${until}::timestamptz, ${before.digest}::bigint)
        and (c.last_at, c.last_digest) > (${since}::timestamptz, ${after.digest}::bigint)
        ${only?.chunks === undefined ? empty : sql`and ${only.chunks}`}
      order by c.first_at ${direction}, c.first_digest ${direction}
      limit 1
    )
    select
      (
        select json_agg(
          json_build_array(
            round(date_part('epoch', at) * 1000), digest::text, round(date_part('epoch', received_at) * 1000000), ts, module,
            lat, lng, battery, signal, metrics, flags, clock_suspect
          )
          order by at ${direction}, digest ${direction}
        )
        from found
      ) as rows,
      (
        select json_build_object(
          'first', json_build_object('at', round(date_part('epoch', c.first_at) * 1000), 'digest', c.first_digest::text),
          'last', json_build_object('at', round(date_part('epoch', c.last_at) * 1000), 'digest', c.last_digest::text),
          'chunk', ${chunkAsJson(sql`c.fields`)}
        )
        from next_chunk as c
        where ${atOnce} > (
          select count(*)
          from found
          where ${isForward ? sql`(at, digest) < (c.first_at, c.first_digest)` : sql`(at, digest) > (c.last_at, c.last_digest)`}
        )
      ) as chunk`)
  return { rows: (found!.rows ?? []).map(recordOf), chunk: found!.chunk }
}

/** How far the portion goes, its end included; null if it is the last one. */
function reachedBy(rows: readonly ReadingRecord[], chunk: ChunkOfPortion | null, how: ReadingOrder): HistoryRow | null {
  const isForward = how.order === 'oldest first'
  const lastRow = rows.length === how.atOnce ? rows.at(-1)! : null
  const end = chunk && (isForward ? placeOf(chunk.last) : placeOf(chunk.first))
  if (lastRow === null || end === null) return lastRow ?? end
  return isBefore(lastRow, end) === isForward ? lastRow : end
}

/** Both in order, up to the position that the portion reaches. */
function* merged(
  rows: readonly ReadingRecord[],
  ofChunk: Iterable<ReadingRecord>,
  reached: HistoryRow | null,
  isForward: boolean,
): Generator<ReadingRecord> {
  const isBehind = (one: HistoryRow, other: HistoryRow) => (isForward ? isBefore(other, one) : isBefore(one, other))
  let place = 0
  for (const reading of ofChunk) {
    while (place < rows.length && isBehind(reading, rows[place]!)) yield rows[place++]!
    if (reached !== null && isBehind(reading, reached)) return
    yield reading
  }
  while (place < rows.length && (reached === null || !isBehind(rows[place]!, reached))) yield rows[place++]!
}

function* wantedOf(
  chunk: DecodedChunk,
  { after, before }: Between,
  { order, only }: ReadingOrder,
): Generator<ReadingRecord> {
  const [first, end] = [chunk.placeOf(after.at.getTime()), chunk.placeOf(before.at.getTime() + 1)]
  for (let step = 0; step < end - first; step += 1) {
    const reading = chunk.reading(order === 'oldest first' ? first + step : end - 1 - step)
    if (!isBefore(after, reading) || !isBefore(reading, before)) continue
    if (only === undefined || only.isWanted(reading)) yield reading
  }
}

const placeOf = ({ at, digest }: { at: number; digest: string }): HistoryRow => ({ at: new Date(at), digest })

function recordOf(row: RowTuple): ReadingRecord {
  const [at, digest, received, ts, module, lat, lng, battery, signal, metrics, flags, clock_suspect] = row
  return {
    ts,
    at: new Date(at),
    ...receiptOf(received),
    module,
    lat,
    lng,
    battery,
    signal,
    metrics: metrics ?? {},
    flags: flags ?? {},
    clock_suspect,
    digest,
  }
}
