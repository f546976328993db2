import type { AlertRecord } from '../../../core/alerts/list-alerts.ts'
import { type Content, html } from '../../../platform/html.ts'
import { type Reader, readerOfDevice } from '../../frame/page/reader.ts'

/** Formats a value of an alert: flags have no limit, and stale alerts a duration. */
export function alertValue(reader: Reader, alert: AlertRecord, value: number | null): string {
  if (value === null) return '–'
  const { t, format } = readerOfDevice(reader, alert.device_metrics)
  const { field, threshold } = alert
  if (field === 'last_seen') return format.duration(value)
  if (isYesOrNo({ field, threshold })) return value === 0 ? t.shared.no : t.shared.yes
  return format.value(field, value)
}

/** Whether it is about something that is or is not, without a limit. */
export const isYesOrNo = ({ field, threshold }: Pick<AlertRecord, 'field' | 'threshold'>): boolean =>
  threshold === null && (field.startsWith('flags.') || field === 'location')

/** When it was detected and has cleared, and whether it waits for a person, for alerts that are about no number. */
export function courseOf({ t, format }: Reader, alert: AlertRecord): string[] {
  const { course } = t.alerts
  const { status, triggered_at, clear_since, resolved_at, recovering, flapping } = alert
  const begun = course.detected(format.clock(triggered_at))
  if (resolved_at !== null) return [begun, course.resolved(format.clock(resolved_at))]
  if (clear_since === null) return [begun, course.holds]
  const waits = status === 'firing' && !recovering && !flapping
  return [begun, course.cleared(format.clock(clear_since)), ...(waits ? [course.waits] : [])]
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
