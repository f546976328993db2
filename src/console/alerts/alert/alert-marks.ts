import type { AlertRecord } from '../../../core/alerts/list-alerts.ts'
import { type Content, html } from '../../../platform/html.ts'
import { type Reader, readerOfDevice } from '../../shell/reader.ts'

/** Formats a value of an alert: flags have no limit, and stale alerts a duration. */
export function alertValue(reader: Reader, alert: AlertRecord, value: number | null): string {
  if (value === null) return '–'
  const { t, format } = readerOfDevice(reader, alert.device_metrics)
  const { field, threshold } = alert
  if (field === 'last_seen') return format.duration(value)
  if (threshold === null && (field.startsWith('flags.') || field === 'location')) {
    return value === 0 ? t.shared.no : t.shared.yes
  }
  return format.value(field, value)
}

export const durationOf = ({ now }: Reader, { triggered_at, resolved_at }: AlertRecord): number =>
  Math.max(0, ((resolved_at ?? now).getTime() - triggered_at.getTime()) / 1_000)

/** Badges for everything but the status. */
export function alertMarks({ t }: Reader, alert: AlertRecord): Content {
  const { marks } = t.alerts
  const present = [
    alert.flapping ? marks.flapping : null,
    alert.recovering ? marks.recovering : null,
    alert.silenced_by === null ? null : marks.silenced,
    alert.late ? marks.late : null,
  ].filter((mark) => mark !== null)
  return present.map(({ text, title }) => html` <span class="badge" title="${title}">${text}</span>`)
}
