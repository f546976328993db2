import sql from 'sql-template-tag'
import type { Queryable } from '../../../platform/database/database.ts'
import { GREATEST_DIGEST, LEAST_DIGEST } from '../history/position.ts'
import type { HistoryRow } from '../history/reading-record.ts'
import { CHUNK_READINGS } from './chunk.ts'
import type { CompactionStretch } from './compact-readings.ts'

/** In a month that is not over, rows behind the last chunk wait until there are this many. */
const ENOUGH_ROWS = 512
/** Late rows within a chunk wait until there are this many, or this part of its readings. */
const ENOUGH_LATE = 100
const ENOUGH_LATE_PART = 0.05
/** Late rows to look at in one statement. They are few, except in a month whose expansion was interrupted. */
const LATE_ROWS_AT_ONCE = 2_000

/** Readings of a device that may be compacted: event times in milliseconds, `to` excluded, all within one month. */
export interface CompactableRange {
  deviceId: number
  from: number
  to: number
  /** Whether few rows are compacted as well, since hardly any will follow. */
  isOver: boolean
}

/** The rows from the first reading of a chunk to before that of the next one, or before the first chunk. */
interface Group {
  first_at: Date | null
  first_digest: string | null
  last_at: Date | null
  last_digest: string | null
  n: number
  /** Rows before the last reading of the chunk, and behind it. */
  late: number
  beyond: number
  next_at: Date | null
  next_digest: string | null
}

/** The next stretch of a range that is worth compacting; null if there is none. */
export async function findStretch(db: Queryable, range: CompactableRange): Promise<CompactionStretch | null> {
  const tail = await findTail(db, range)
  if (tail !== null && isWorth(tail, range)) return stretchOf(tail, range)
  if (tail === null || tail.first_at === null) return null
  for (let from: HistoryRow | null = { at: new Date(range.from), digest: LEAST_DIGEST }; from !== null; ) {
    const { groups, behind } = await listLateGroups(db, range, from, tail)
    const late = groups.find((group) => isWorth(group, range))
    if (late !== undefined) return stretchOf(late, range)
    from = behind
  }
  return null
}

function isWorth({ n, late, beyond }: Group, { isOver }: CompactableRange): boolean {
  if (isOver) return late + beyond > 0
  return beyond >= ENOUGH_ROWS || late >= Math.min(ENOUGH_LATE, Math.max(1, n * ENOUGH_LATE_PART))
}

/** The chunk is replaced if rows lie within it, or fit into it. */
function stretchOf(group: Group, { deviceId, from, to }: CompactableRange): CompactionStretch {
  const { first_at, last_at, next_at } = group
  const before =
    next_at === null ? { at: new Date(to), digest: LEAST_DIGEST } : { at: next_at, digest: group.next_digest! }
  if (first_at === null || last_at === null) {
    return { deviceId, rows: { after: { at: new Date(from - 1), digest: GREATEST_DIGEST }, before }, chunk: null }
  }
  const chunk = {
    first: { at: first_at, digest: group.first_digest! },
    last: { at: last_at, digest: group.last_digest! },
  }
  if (group.late > 0 || group.n + group.beyond <= CHUNK_READINGS) {
    return { deviceId, rows: { after: chunk.first, before }, chunk }
  }
  return { deviceId, rows: { after: chunk.last, before }, chunk: null }
}

const times = sql`
  c.first_at, c.first_digest::text, c.last_at, c.last_digest::text, coalesce(c.n, 0) as n`

/** The last chunk of the range and the rows behind it, counted up to a chunk; all rows if there is no chunk. */
async function findTail(db: Queryable, { deviceId, from, to }: CompactableRange): Promise<Group | null> {
  const [tail] = await db.query<Group>(sql`
    select ${times}, r.late, r.beyond, null as next_at, null as next_digest
    from (select) as one
    left join lateral (
      select *
      from reading_chunks
      where device_id = ${deviceId} and field = 'at' and first_at >= ${new Date(from)} and first_at < ${new Date(to)}
      order by first_at desc, first_digest desc
      limit 1
    ) as c on true
    cross join lateral (
      select 0 as late, count(*)::integer as beyond
      from (
        select
        from reading_rows
        where device_id = ${deviceId} and at >= ${new Date(from)} and at < ${new Date(to)}
          and at >= coalesce(c.last_at, '-infinity')
          and (at, digest) > (coalesce(c.last_at, '-infinity'), coalesce(c.last_digest, 0))
        limit ${CHUNK_READINGS}
      ) as counted
    ) as r`)
  return tail ?? null
}

interface LateGroup extends Group {
  /** The last row that was counted. */
  end: HistoryRow
}

/** Groups of the next rows from a place on, before the end of the last chunk. `behind` is null if no rows follow. */
async function listLateGroups(
  db: Queryable,
  { deviceId, from, to }: CompactableRange,
  place: HistoryRow,
  tail: Group,
): Promise<{ groups: LateGroup[]; behind: HistoryRow | null }> {
  const until = new Date(Math.min(tail.last_at!.getTime(), to - 1))
  const found = await db.query<Group & { end_at: Date; end_digest: string }>(sql`
    select
      ${times}, count(*) filter (where (r.at, r.digest) < (c.last_at, c.last_digest))::integer as late,
      count(*) filter (where c.last_at is null or (r.at, r.digest) > (c.last_at, c.last_digest))::integer as beyond,
      following.first_at as next_at, following.first_digest::text as next_digest, max(r.at) as end_at,
      (array_agg(r.digest order by r.at desc, r.digest desc))[1]::text as end_digest
    from (
      select at, digest
      from reading_rows
      where device_id = ${deviceId} and at >= ${place.at} and at <= ${until}
        and (at, digest) > (${place.at}::timestamptz, ${place.digest}::bigint)
        and (at, digest) < (${tail.last_at}::timestamptz, ${tail.last_digest}::bigint)
      order by at, digest
      limit ${LATE_ROWS_AT_ONCE}
    ) as r
    left join lateral (
      select first_at, first_digest, last_at, last_digest, n
      from reading_chunks
      where device_id = ${deviceId} and field = 'at' and first_at >= ${new Date(from)} and first_at <= r.at
        and (first_at, first_digest) < (r.at, r.digest)
      order by first_at desc, first_digest desc
      limit 1
    ) as c on true
    left join lateral (
      select first_at, first_digest
      from reading_chunks
      where device_id = ${deviceId} and field = 'at' and first_at >= r.at and first_at < ${new Date(to)}
        and (first_at, first_digest) > (r.at, r.digest)
      order by first_at, first_digest
      limit 1
    ) as following on true
    group by c.first_at, c.first_digest, c.last_at, c.last_digest, c.n, following.first_at, following.first_digest
    order by c.first_at nulls first, c.first_digest`)
  const groups = found.map((group) => ({ ...group, end: { at: group.end_at, digest: group.end_digest } }))
  const rows = groups.reduce((sum, { late, beyond }) => sum + late + beyond, 0)
  return { groups, behind: rows < LATE_ROWS_AT_ONCE ? null : groups.at(-1)!.end }
}
