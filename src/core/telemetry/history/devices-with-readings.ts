import sql from 'sql-template-tag'
import type { Queryable } from '../../../platform/database/database.ts'
import { chunksBetween } from '../chunks/chunks-between.ts'

/** Those of these devices that have a reading in a range of time (ms), whether a row or in a chunk that reaches into it. */
export async function devicesWithReadings(
  db: Queryable,
  ids: readonly number[],
  { from, to }: { from: number; to: number },
): Promise<Set<number>> {
  const [since, until] = [sql`${new Date(from)}`, sql`${new Date(to)}`]
  const found = await db.query<{ id: number }>(sql`
    select d.id
    from unnest(${ids}::integer[]) as d (id)
    where exists (select from reading_rows as r where r.device_id = d.id and r.at >= ${since} and r.at < ${until})
      or exists (select from ${chunksBetween(sql`d.id`, since, until)} as c)`)
  return new Set(found.map(({ id }) => id))
}
