import { type AlertFilter, type AlertRecord, listAlerts } from '../../alerts/list-alerts.ts'
import { type CsvCell, csvLine } from '../../platform/csv.ts'
import type { Queryable } from '../../platform/database.ts'

const AT_ONCE = 500

const COLUMNS = [
  'alert_id',
  'device_id',
  'device_name',
  'module',
  'rule_key',
  'rule_version',
  'severity',
  'status',
  'title',
  'field',
  'threshold',
  'triggered_value',
  'last_value',
  'peak_value',
  'occurrences',
  'triggered_at',
  'acknowledged_at',
  'acknowledged_by',
  'resolved_at',
  'resolved_by',
  'resolve_reason',
  'late',
  'incident_id',
] as const satisfies readonly (keyof AlertRecord)[]

/** All that the filter lets through as lines of CSV, newest first; however many there are, a few are in memory. */
export async function* alertLines(db: Queryable, filter: AlertFilter): AsyncGenerator<string> {
  yield csvLine(COLUMNS)
  for (let beforeId: number | null = null; ; ) {
    const alerts: AlertRecord[] = await listAlerts(db, filter, { beforeId, limit: AT_ONCE })
    if (alerts.length > 0) yield alerts.map((alert) => csvLine(COLUMNS.map((name) => cellOf(alert[name])))).join('')
    if (alerts.length < AT_ONCE) return
    beforeId = alerts.at(-1)!.alert_id
  }
}

/** Times are in UTC; people are their email. */
function cellOf(value: AlertRecord[(typeof COLUMNS)[number]]): CsvCell {
  if (value instanceof Date) return value.toISOString()
  if (value !== null && typeof value === 'object') return String(value.email ?? value.type)
  return value
}
