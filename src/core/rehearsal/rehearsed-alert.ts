import type { DeviceEffect } from '../rules/engine/evaluate-readings.ts'
import { reachedLevel } from '../rules/engine/fold-effects.ts'
import type { Severity } from '../vocabulary/severities.ts'

/** An alert of a rehearsal, with the fields of a real one. */
export interface RehearsedAlert {
  alert_id: number
  device_id: number
  device_name: string
  rule_key: string
  severity: Severity
  current_severity: Severity | null
  status: 'firing' | 'resolved'
  title: string
  field: string
  threshold: number | null
  triggered_value: number
  last_value: number
  peak_value: number
  occurrences: number
  late: boolean
  has_flapped: boolean
  triggered_at: Date
  /** Server time. */
  raised_at: Date
  resolved_at: Date | null
  /** Server time, as the incident sees it. */
  closed_at: Date | null
  resolve_reason: string | null
}

/** Applies an effect of the engine; `now` is the time of the service (ms). */
export function applyEffect(
  alerts: Map<number, RehearsedAlert>,
  { device, rule, effect }: DeviceEffect,
  now: number,
): void {
  const { alert, value } = effect
  if (effect.kind === 'raised') {
    alerts.set(alert.alert_id, {
      alert_id: alert.alert_id,
      device_id: device.id,
      device_name: device.name,
      rule_key: rule.key,
      severity: alert.severity,
      current_severity: alert.severity,
      status: 'firing',
      title: '',
      field: rule.field,
      threshold: effect.threshold,
      triggered_value: value,
      last_value: value,
      peak_value: value,
      occurrences: 1,
      late: effect.late,
      has_flapped: false,
      triggered_at: new Date(effect.at),
      raised_at: new Date(now),
      resolved_at: null,
      closed_at: null,
      resolve_reason: null,
    })
  }
  const known = alerts.get(alert.alert_id)!
  if ('threshold' in effect && effect.rises) {
    const { severity, title, threshold } = reachedLevel({ device, rule, effect }, effect.threshold)
    Object.assign(known, { severity, title, threshold })
  }
  known.current_severity = effect.kind === 'resolved' ? null : alert.severity
  known.last_value = value
  known.peak_value = alert.peak_value
  known.occurrences = alert.occurrences
  known.has_flapped ||= alert.flapping ?? false
  known.status = effect.kind === 'resolved' ? 'resolved' : 'firing'
  known.resolved_at = effect.kind === 'resolved' ? new Date(effect.at) : null
  known.closed_at = effect.kind === 'resolved' ? new Date(now) : null
  known.resolve_reason = effect.kind === 'resolved' ? effect.reason : null
}
