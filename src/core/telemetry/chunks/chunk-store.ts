import sql, { join, type Sql } from 'sql-template-tag'
import type { InCell, Queryable } from '../../../platform/database/database.ts'
import { bigints, booleans, floats, textArray, timestamps } from '../../../platform/database/sql-arrays.ts'
import type { ReadingRecord } from '../history/reading-record.ts'
import { CHUNK_FORMAT, type ChunkField, type ChunkItems } from './chunk.ts'

/** Stores readings, which are in the order of the history, as a chunk. */
export async function insertChunk(
  tx: InCell,
  deviceId: number,
  readings: readonly ReadingRecord[],
  fields: readonly ChunkField[],
): Promise<void> {
  const [first, last] = [readings[0]!, readings.at(-1)!]
  const names = fields.map(({ field }) => field)
  const rows = fields.map(({ field, scaled, items }) => {
    const text = (kind: ChunkItems['kind']) => (items?.kind === kind ? textArray(items.list) : null)
    const head = field === 'at' ? sql`${names}::text[], ${CHUNK_FORMAT}::smallint` : sql`null, null`
    return sql`(
      ${deviceId}::integer, ${field}, ${first.at}::timestamptz, ${first.digest}::bigint, ${last.at}::timestamptz,
      ${last.digest}::bigint, ${readings.length}::integer, ${scaled?.base ?? null}::bigint, ${scaled?.step ?? null}::bigint,
      ${scaled?.divisor ?? null}::bigint, ${text('i1')}::integer[]::"char"[], ${text('i2')}::smallint[],
      ${text('i4')}::integer[], ${text('f8')}::float8[], ${text('truths')}::boolean[], ${wordsOf(items)}::text[], ${head}
    )`
  })
  await tx.query(sql`
    insert into reading_chunks (
      device_id, field, first_at, first_digest, last_at, last_digest, n, base, step, divisor, i1, i2, i4, f8, truths,
      words, fields, format
    )
    values ${join(rows)}`)
}

const wordsOf = (items: ChunkItems | null): readonly (string | null)[] | null =>
  items?.kind === 'words' ? items.list : null

/** A `StoredChunk` with some of its fields, from `c`, the row that stands for the chunk. */
export const chunkAsJson = (fields: Sql): Sql => sql`
  json_build_object(
    'n', c.n, 'format', c.format,
    'fields', (
      select json_agg(
        json_build_object(
          'field', f.field, 'base', f.base, 'step', f.step, 'divisor', f.divisor,
          'offsets', coalesce(to_json(f.i1::integer[]), to_json(f.i2), to_json(f.i4)),
          'floats', f.f8, 'truths', f.truths, 'words', f.words
        )
      )
      from unnest(${fields}) as of_chunk (field)
      join reading_chunks as f
        on f.device_id = c.device_id and f.field = of_chunk.field and f.first_at = c.first_at
          and f.first_digest = c.first_digest
    )
  )`

/** Readings between two places in the order of the history, both included. */
interface Span {
  deviceId: number
  first: Pick<ReadingRecord, 'at' | 'digest'>
  last: Pick<ReadingRecord, 'at' | 'digest'>
}

/** Bytes of the values of the chunks within this span, as they are stored. */
export async function sizeOfChunks(tx: Queryable, span: Span): Promise<number> {
  const [size] = await tx.query<{ bytes: number }>(sql`
    select sum(
      ${ROW_BYTES} + octet_length(field) + coalesce(pg_column_size(i1), 0) + coalesce(pg_column_size(i2), 0)
      + coalesce(pg_column_size(i4), 0) + coalesce(pg_column_size(f8), 0) + coalesce(pg_column_size(truths), 0)
      + coalesce(pg_column_size(words), 0) + coalesce(pg_column_size(fields), 0)
    )::float8 as bytes
    from reading_chunks
    where device_id = ${span.deviceId} and ${isWithin(sql`(first_at, first_digest)`, sql`first_at`, span)}`)
  return size!.bytes
}

/** Header and columns of fixed width. */
const ROW_BYTES = 96

/** Deletes the chunks that lie within this span. Returns how many readings they held. */
export async function deleteChunks(tx: InCell, span: Span): Promise<number> {
  const [deleted] = await tx.query<{ readings: number }>(sql`
    with deleted as (
      delete from reading_chunks
      where device_id = ${span.deviceId} and ${isWithin(sql`(first_at, first_digest)`, sql`first_at`, span)}
      returning field, n
    )
    select coalesce(sum(n), 0)::integer as readings from deleted where field = 'at'`)
  return deleted!.readings
}

interface Proof {
  readings: number
  bytes: number
  /** All digests combined by exclusive or, and the sum of all times in milliseconds. */
  digests: string
  times: string
}

/** Deletes the rows within this span, and returns what proves which ones they were. */
export async function deleteRows(tx: InCell, span: Span): Promise<Proof> {
  const [proof] = await tx.query<Proof>(sql`
    with deleted as (
      delete from reading_rows
      where device_id = ${span.deviceId} and ${isWithin(sql`(at, digest)`, sql`at`, span)}
      returning at, digest, pg_column_size(reading_rows.*) as bytes
    )
    select
      count(*)::integer as readings, coalesce(sum(bytes), 0)::float8 as bytes, coalesce(bit_xor(digest), 0)::text as digests,
      coalesce(sum(round(date_part('epoch', at) * 1000)::bigint), 0)::text as times
    from deleted`)
  return proof!
}

/** Stores readings of a chunk as rows. */
export async function insertRows(tx: InCell, deviceId: number, readings: readonly ReadingRecord[]): Promise<void> {
  const column = <Value>(of: (reading: ReadingRecord) => Value): Value[] => readings.map(of)
  await tx.query(sql`
    insert into reading_rows (
      device_id, at, digest, received_at, ts, clock_suspect, lat, lng, battery, signal, module, metrics, flags
    )
    select
      ${deviceId}, at, digest, received_at, ts, clock_suspect, lat, lng, battery, signal, module,
      nullif(metrics::jsonb, '{}'), nullif(flags::jsonb, '{}')
    from unnest(
      ${timestamps(column(({ at }) => at.getTime()))}::timestamptz[],
      ${column(({ digest }) => digest)}::bigint[],
      ${timestamps(column(({ received_at, arrival }) => received_at.getTime() + arrival / 1_000))}::timestamptz[],
      ${bigints(column(({ ts }) => ts))}::bigint[],
      ${booleans(column(({ clock_suspect }) => clock_suspect))}::boolean[],
      ${floats(column(({ lat }) => lat))}::float8[],
      ${floats(column(({ lng }) => lng))}::float8[],
      ${floats(column(({ battery }) => battery))}::float8[],
      ${floats(column(({ signal }) => signal))}::float8[],
      ${column(({ module }) => module)}::text[],
      ${column(({ metrics }) => JSON.stringify(metrics))}::text[],
      ${column(({ flags }) => JSON.stringify(flags))}::text[]
    ) as r (at, digest, received_at, ts, clock_suspect, lat, lng, battery, signal, module, metrics, flags)`)
}

/** The condition on the time alone lets the planner choose the month. */
const isWithin = (place: Sql, time: Sql, { first, last }: Span): Sql => sql`
  ${time} >= ${first.at} and ${time} <= ${last.at}
  and ${place} >= (${first.at}::timestamptz, ${first.digest}::bigint)
  and ${place} <= (${last.at}::timestamptz, ${last.digest}::bigint)`
