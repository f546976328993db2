import sql from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import type { Severity } from '../vocabulary/severities.ts'

export interface AlertCount {
  status: 'firing' | 'acknowledged'
  severity: Severity
  count: number
}

/** Counts open alerts by status and severity. Resolved alerts may be many and are not counted. */
export function countOpenAlerts(db: Queryable): Promise<AlertCount[]> {
  return db.query<AlertCount>(sql`
    select status, severity, count(*)::integer as count
    from alerts
    where status <> 'resolved'
    group by status, severity`)
}
