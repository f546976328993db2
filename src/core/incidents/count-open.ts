import sql, { join, raw } from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import { inReach, ofDevicesInReach, type Reach } from '../reach/reach.ts'
import type { Severity } from '../vocabulary/severities.ts'
import { type IncidentFilter, isAboutTag, isWanted } from './list-incidents.ts'

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

/** The same of the incidents of a filter. */
export const countOpenIncidents = (db: Queryable, reach: Reach, filter: IncidentFilter): Promise<OpenCount[]> =>
  db.query<OpenCount>(sql`
    select i.status, i.severity, count(*)::integer as count
    from incidents as i
    where ${join([...isWanted(filter), inReach(reach, 'viewer', sql`i.site_id`)], ' and ')}
    group by i.status, i.severity`)

/** Time of the last resolution, of incidents of devices with a tag if there is one; null if there is none. */
export async function findLastResolution(db: Queryable, reach: Reach, tag: string | null = null): Promise<Date | null> {
  const [row] = await db.query<{ resolved_at: Date | null }>(sql`
    select max(newest.resolved_at) as resolved_at
    from (
      select i.resolved_at
      from incidents as i
      where ${inReach(reach, 'viewer', sql`i.site_id`)} and ${tag === null ? sql`true` : isAboutTag(tag)}
      order by i.created_at desc
      limit 100
    ) as newest`)
  return row!.resolved_at
}
