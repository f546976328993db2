import sql, { raw } from 'sql-template-tag'
import type { InCell, Queryable } from '../../../platform/database/database.ts'
import { listOldReadings, makeOldReadings, monthOf, type OldReadings, oldReadings } from './reading-months.ts'
import { READING_COLUMNS } from './telemetry-store.ts'

/** Few enough to release the locks after a moment. */
const AT_ONCE = 2_000

/**
 * Frees a range (ms) that lies in tables of many months, makes other tables in it, and stores the readings again. Readers
 * and writers of all months wait meanwhile.
 */
export async function divideOldReadings(
  tx: InCell,
  tables: readonly OldReadings[],
  { from, to }: { from: number; to: number },
  makeOthers: () => Promise<void>,
): Promise<void> {
  for (const { table } of tables) await tx.query(sql`alter table reading_rows detach partition ${raw(table)}`)
  await makeOthers()
  for (const old of tables) {
    const [ends] = await tx.query<{ oldest: Date | null; newest: Date | null }>(sql`
      select min(at) as oldest, max(at) as newest from ${raw(old.table)}`)
    const { oldest, newest } = ends!
    if (oldest !== null && oldest.getTime() < from) await makeOldReadings(tx, oldReadings(old.from, from))
    if (newest !== null && newest.getTime() >= to) await makeOldReadings(tx, oldReadings(to, old.to))
    await tx.query(sql`
      insert into reading_rows (${READING_COLUMNS}) select ${READING_COLUMNS} from ${raw(old.table)}`)
    await tx.query(sql`drop table ${raw(old.table)}`)
  }
}

/**
 * The part of a table of many months that lies before the month of a time, if it has readings; the table as a whole does
 * not lie before it.
 */
export async function findPartBefore(db: Queryable, before: Date): Promise<OldReadings | null> {
  const to = monthOf(before.getTime()).from
  for (const { table, from } of (await listOldReadings(db)).filter((old) => old.from < to && old.to > to)) {
    const part = { table, from, to }
    if ((await db.query(sql`${keysOf(part, 1)}`)).length > 0) return part
  }
  return null
}

/** Deletes some of the readings of this part of a table. */
export async function deletePart(tx: InCell, part: OldReadings): Promise<void> {
  await tx.query(sql`
    delete from ${raw(part.table)} where (device_id, at, digest) in (${keysOf(part, AT_ONCE)})`)
}

export async function countPart(db: Queryable, { table, to }: OldReadings): Promise<number> {
  const [counted] = await db.query<{ readings: number }>(sql`
    select count(*)::integer as readings from ${raw(table)} where at < ${new Date(to)}`)
  return counted!.readings
}

/** Looked up by device: there is no index by time alone. */
const keysOf = ({ table, to }: OldReadings, limit: number) => sql`
  select r.device_id, r.at, r.digest
  from device_states as s
  cross join lateral (
    select device_id, at, digest
    from ${raw(table)}
    where device_id = s.device_id and at < ${new Date(to)}
    order by at
    limit ${limit}
  ) as r
  limit ${limit}`
