import { type AlertFilter, type AlertRecord, listAlerts } from '../../../core/alerts/list-alerts.ts'
import type { Reach } from '../../../core/reach/reach.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { type CsvCell, csvLine } from '../../../platform/files/csv.ts'
import { type FileFormat, pagesOf, written } from '../../../platform/files/file-format.ts'

const AT_ONCE = 500

const COLUMNS = [
  'alert_id',
  'device_id',
  'device_name',
  'module',
  'rule_key',
  'rule_version',
  'severity',
  'current_severity',
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

const CSV: FileFormat<AlertRecord> = {
  head: csvLine(COLUMNS),
  row: (alert) => csvLine(COLUMNS.map((name) => cellOf(alert[name]))),
  foot: '',
}

/** All alerts that match the filter, newest first, with only a few in memory at a time. */
export function alertsCsv(
  db: Queryable,
  reach: () => Reach,
  filter: AlertFilter,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const next = (behind: AlertRecord | null, limit: number) =>
    listAlerts(db, reach(), filter, { beforeId: behind?.alert_id ?? null, limit })
  return written(CSV, pagesOf(next, AT_ONCE, signal))
}

/** Times are in UTC; people are exported by email. */
function cellOf(value: AlertRecord[(typeof COLUMNS)[number]]): CsvCell {
  if (value instanceof Date) return value.toISOString()
  if (value !== null && typeof value === 'object') return String(value.email ?? value.type)
  return value
}
