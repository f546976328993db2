import Type, { type Static } from 'typebox'
import {
  Count,
  NullableNumber,
  NullableText,
  NullableTime,
  OneOf,
  Text,
  Time,
} from '../../platform/http/schemas/shapes.ts'
import type { DeviceEffect } from '../rules/engine/evaluate-readings.ts'
import { reachedLevel } from '../rules/engine/fold-effects.ts'
import { CurrentSeverityShape, SeverityShape } from '../vocabulary/shapes.ts'
import type { Titled } from '../vocabulary/titles.ts'

/** An alert of a rehearsal, with the fields of a real one. `raised_at`: server time. */
export const RehearsedAlertShape = Type.Object(
  {
    alert_id: Type.Integer({ description: 'Starting at 1 in this response' }),
    device_id: Count,
    device_name: Text,
    rule_key: Text,
    severity: SeverityShape,
    current_severity: CurrentSeverityShape,
    status: OneOf(['firing', 'resolved']),
    title: Text,
    field: Text,
    threshold: NullableNumber,
    triggered_value: Type.Number(),
    last_value: Type.Number(),
    peak_value: Type.Number(),
    occurrences: Count,
    late: Type.Boolean(),
    has_flapped: Type.Boolean(),
    triggered_at: Time,
    raised_at: Time,
    resolved_at: NullableTime,
    resolve_reason: NullableText,
  },
  { title: 'RehearsedAlert' },
)

/** `closed_at`: server time, as the incident sees it. */
export type RehearsedAlert = Static<typeof RehearsedAlertShape> & Titled & { closed_at: Date | null }

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
      title_of: null,
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
    const { severity, title, title_of, threshold } = reachedLevel({ device, rule, effect }, effect.threshold)
    Object.assign(known, { severity, title, title_of, threshold })
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
