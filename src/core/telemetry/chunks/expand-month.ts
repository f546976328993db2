import sql from 'sql-template-tag'
import type { Database, Queryable } from '../../../platform/database/database.ts'
import type { ReadingMonth } from '../storage/reading-months.ts'
import { deleteChunks, insertRows } from './chunk-store.ts'
import { around, takeStored } from './take-stored.ts'

/**
 * Turns the chunks of a month into rows again, and keeps it so: only a person compacts it again. Yields the number of
 * readings of each transaction.
 */
export async function* expandMonth(db: Database, month: ReadingMonth): AsyncGenerator<number> {
  await db.transaction(async (tx) => {
    // Waits for the compactions that have asked `isExpanded`; later ones find the month.
    await tx.query(sql`lock table expanded_months in access exclusive mode`)
    await tx.query(
      sql`insert into expanded_months (month) values (${new Date(month.from)}::timestamptz at time zone 'utc') on conflict do nothing`,
    )
  })
  for (;;) {
    const expanded = await db.transaction((tx) => expandChunk(tx, month))
    if (expanded === null) return
    if (expanded > 0) yield expanded
  }
}

/** Whether the month of this time is to stay expanded. If not, it is not expanded before this transaction has ended. */
export async function isExpanded(tx: Queryable, at: Date): Promise<boolean> {
  const rows = await tx.query(
    sql`select from expanded_months where month = date_trunc('month', ${at}::timestamptz at time zone 'utc')`,
  )
  return rows.length > 0
}

/** Lets the month be compacted like any other. */
export async function forgetExpanded(db: Queryable, month: ReadingMonth): Promise<void> {
  await db.query(
    sql`delete from expanded_months where month = (${new Date(month.from)}::timestamptz at time zone 'utc')::date`,
  )
}

/** Returns null if there is no chunk, 0 if somebody else has just expanded it. */
async function expandChunk(tx: Queryable, { from, to }: ReadingMonth): Promise<number | null> {
  const [device] = await tx.query<{ device_id: number }>(sql`
    select s.device_id
    from device_states as s
    where exists (
      select
      from reading_chunks as c
      where c.device_id = s.device_id and c.field = 'at' and c.first_at >= ${new Date(from)} and c.first_at < ${new Date(to)}
    )
    order by s.device_id
    limit 1
    for no key update`)
  if (device === undefined) return null
  const { device_id } = device
  const [chunk] = await tx.query<ChunkEnds>(sql`
    select first_at, first_digest::text, last_at, last_digest::text
    from reading_chunks
    where device_id = ${device_id} and field = 'at' and first_at >= ${new Date(from)} and first_at < ${new Date(to)}
    order by first_at, first_digest
    limit 1`)
  if (chunk === undefined) return 0
  const first = { at: chunk.first_at, digest: chunk.first_digest }
  const last = { at: chunk.last_at, digest: chunk.last_digest }
  const span = { deviceId: device_id, first, last }
  const readings = await takeStored(tx, device_id, around(span), { in: 'chunks' })
  await deleteChunks(tx, span)
  await insertRows(tx, device_id, readings)
  return readings.length
}

interface ChunkEnds {
  first_at: Date
  first_digest: string
  last_at: Date
  last_digest: string
}
