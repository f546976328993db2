import sql, { raw } from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import { inReach, ofDevicesInReach, type Reach } from '../reach/reach.ts'
import type { Severity } from '../vocabulary/severities.ts'

export interface OpenCount {
  status: string
  severity: Severity
  count: number
}

/** Counts open alerts or incidents by status and severity. Resolved ones may be many and are not counted. */
export const countOpen = (db: Queryable, reach: Reach, table: 'alerts' | 'incidents'): Promise<OpenCount[]> =>
  db.query<OpenCount>(sql`
    select status, severity, count(*)::integer as count
    from ${raw(table)}
    where status <> 'resolved' and ${table === 'alerts' ? ofDevicesInReach(reach, sql`device_id`) : inReach(reach, 'viewer', sql`site_id`)}
    group by status, severity`)

/** Time of the last resolution; null if there is none. */
export async function findLastResolution(db: Queryable, reach: Reach): Promise<Date | null> {
  const [row] = await db.query<{ resolved_at: Date | null }>(sql`
    select max(newest.resolved_at) as resolved_at
    from (
      select resolved_at
      from incidents
      where ${inReach(reach, 'viewer', sql`site_id`)}
      order by created_at desc
      limit 100
    ) as newest`)
  return row!.resolved_at
}
