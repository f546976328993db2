import sql, { type Sql } from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import type { Window } from '../../platform/weekly-windows.ts'
import { inReach, type Reach } from '../reach/reach.ts'
import type { IncidentRecord } from './incident-shape.ts'
import { selectIncidents } from './list-incidents.ts'

/** The first of a list, and how many it has. */
export interface FirstIncidents {
  incidents: IncidentRecord[]
  count: number
}

/** Which incidents a list has, and in what order. */
interface ShiftList {
  which: Sql
  order: Sql
  /** Where they are found, if the table of incidents does not say enough. */
  from?: Sql
}

/** Incidents that were resolved in a time, by people or by the service; the latest first. */
export const resolvedIn = ({ from, to }: Window): ShiftList => ({
  which: sql`i.status = 'resolved' and i.resolved_at >= ${from} and i.resolved_at < ${to} and i.merged_into is null`,
  order: sql`i.resolved_at desc`,
})

/** Incidents that somebody acknowledged in a time, whether they are resolved since or not; the latest first. */
export const acknowledgedBy = (userId: number, { from, to }: Window): ShiftList => ({
  // A resolved incident was resolved after it was acknowledged, and that time has an index.
  which: sql`
    (i.status <> 'resolved' or (i.status = 'resolved' and i.resolved_at >= ${from}))
    and i.acknowledged_by = ${userId} and i.acknowledged_at >= ${from} and i.acknowledged_at < ${to}
    and i.merged_into is null`,
  order: sql`i.acknowledged_at desc`,
})

/** Active incidents of which somebody is the assignee, or which they acknowledged while nobody is; the newest first. */
export const ownedBy = (userId: number): ShiftList => ({
  which: sql`i.status <> 'resolved' and coalesce(i.assigned_to, i.acknowledged_by) = ${userId}`,
  order: sql`i.created_at desc`,
})

/** Acknowledged incidents that are open again by a time, when their snooze or acknowledgement ends; the first to do so first. */
export const openAgainBy = (until: Date): ShiftList => ({
  which: sql`i.status = 'acknowledged' and i.open_again_at <= ${until}`,
  order: sql`i.open_again_at`,
  from: sql`listed_incidents`,
})

export async function listFirst(
  db: Queryable,
  reach: Reach,
  { which, order, from = sql`incidents` }: ShiftList,
  limit: number,
): Promise<FirstIncidents> {
  const found = await db.query<{ incident_id: number; count: number }>(sql`
    select i.incident_id, count(*) over ()::integer as count
    from ${from} as i
    where ${inReach(reach, 'viewer', sql`i.site_id`)} and ${which}
    order by ${order}, i.incident_id desc
    limit ${limit}`)
  if (found.length === 0) return { incidents: [], count: 0 }
  const ids = found.map(({ incident_id }) => incident_id)
  const isFound = sql`i.incident_id = any (${ids}::bigint[]) order by ${order}, i.incident_id desc`
  return { incidents: await selectIncidents(db, reach, isFound), count: found[0]!.count }
}
