import sql from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import type { Severity } from '../vocabulary/severities.ts'

export interface AlertCount {
  status: 'firing' | 'acknowledged'
  severity: Severity
  count: number
}

/** How many are open, by status and severity. Those that are over may be many and are not counted. */
export function countOpenAlerts(db: Queryable): Promise<AlertCount[]> {
  return db.query<AlertCount>(sql`
    select status, severity, count(*)::integer as count
    from alerts
    where status <> 'resolved'
    group by status, severity`)
}
