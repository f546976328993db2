import sql from 'sql-template-tag'
import type { CellDatabase, InCell } from '../../../platform/database/database.ts'
import { holdMonths, type ReadingMonth } from '../storage/reading-months.ts'
import { deleteChunks, insertRows } from './chunk-store.ts'
import { around, takeStored } from './take-stored.ts'

/**
 * Turns the chunks of a month into rows again, and keeps it so: only a person compacts it again. Yields the number of
 * readings of each transaction.
 */
export async function* expandMonth(db: CellDatabase, month: ReadingMonth): AsyncGenerator<number> {
  await db.transaction(async (tx) => {
    // The lock waits for the compactions that have asked `isExpanded`; later ones find the month.
    await tx.query(sql`lock table expanded_months in exclusive mode`)
    await tx.query(
      sql`insert into expanded_months (month) values (${new Date(month.from)}::timestamptz at time zone 'utc') on conflict do nothing`,
    )
  })
  for (let behind = 0; ; ) {
    const device = await db.transaction((tx) => expandChunk(tx, month, behind))
    if (device === null && behind === 0) return
    // Once more from the first device: a compaction that began before may have left chunks.
    behind = device === null ? 0 : device.id - 1
    const expanded = device?.readings ?? 0
    if (expanded > 0) yield expanded
  }
}

/** Whether the month of this time is to stay expanded. If not, it is not expanded before this transaction has ended. */
export async function isExpanded(tx: InCell, at: Date): Promise<boolean> {
  await tx.query(sql`lock table expanded_months in row share mode`)
  const rows = await tx.query(
    sql`select from expanded_months where month = date_trunc('month', ${at}::timestamptz at time zone 'utc')`,
  )
  return rows.length > 0
}

/** Lets the month be compacted like any other. */
export async function forgetExpanded(db: InCell, month: ReadingMonth): Promise<void> {
  await db.query(
    sql`delete from expanded_months where month = (${new Date(month.from)}::timestamptz at time zone 'utc')::date`,
  )
}

/**
 * Expands the first chunk of the next device. Returns null if no device has one, and no readings if somebody else has
 * just expanded it. The chunks of deleted devices are left to the erasure.
 */
async function expandChunk(
  tx: InCell,
  { from, to }: ReadingMonth,
  behind: number,
): Promise<{ id: number; readings: number } | null> {
  await holdMonths(tx)
  const [device] = await tx.query<{ device_id: number }>(sql`
    select s.device_id
    from device_states as s
    join devices as d on d.id = s.device_id
    where s.device_id > ${behind} and d.deleted_at is null and exists (
      select
      from reading_chunks as c
      where c.device_id = s.device_id and c.field = 'at' and c.first_at >= ${new Date(from)} and c.first_at < ${new Date(to)}
    )
    order by s.device_id
    limit 1
    for no key update of s`)
  if (device === undefined) return null
  const { device_id } = device
  const [chunk] = await tx.query<ChunkEnds>(sql`
    select first_at, first_digest::text, last_at, last_digest::text
    from reading_chunks
    where device_id = ${device_id} and field = 'at' and first_at >= ${new Date(from)} and first_at < ${new Date(to)}
    order by first_at, first_digest
    limit 1`)
  if (chunk === undefined) return { id: device_id, readings: 0 }
  const first = { at: chunk.first_at, digest: chunk.first_digest }
  const last = { at: chunk.last_at, digest: chunk.last_digest }
  const span = { deviceId: device_id, first, last }
  const readings = await takeStored(tx, device_id, around(span), { in: 'chunks' })
  await deleteChunks(tx, span)
  await insertRows(tx, device_id, readings)
  return { id: device_id, readings: readings.length }
}

interface ChunkEnds {
  first_at: Date
  first_digest: string
  last_at: Date
  last_digest: string
}
