import sql from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import type { ReachedId } from '../reach/reached-id.ts'
import type { Severity } from '../vocabulary/severities.ts'
import type { TitleFacts } from '../vocabulary/titles.ts'

/** Time during which an alert was open; `resolved_at` is null while it is. */
export interface AlertSpan {
  alert_id: number
  rule_key: string
  threshold: number | null
  triggered_value: number
  field: string
  severity: Severity
  title: string
  title_of: TitleFacts | null
  triggered_at: Date
  resolved_at: Date | null
}

/** More could not be told apart in a chart. */
const MOST = 200

/** Alerts of a device that were open at some time of a range, newest first. */
export function listAlertSpans(
  db: Queryable,
  deviceId: ReachedId<'device'>,
  from: Date,
  to: Date,
): Promise<AlertSpan[]> {
  return db.query<AlertSpan>(sql`
    select alert_id, rule_key, threshold, triggered_value, field, severity, title, title_of, triggered_at, resolved_at
    from alerts
    where device_id = ${deviceId} and triggered_at < ${to} and (resolved_at is null or resolved_at > ${from})
    order by alert_id desc
    limit ${MOST}`)
}
