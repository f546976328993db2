import type { IncidentSettings } from '../../incidents/incident.ts'
import type { Rule } from '../../rules/rule.ts'
import { incidentOpener } from '../incident-opener.ts'
import type { RehearsedAlert } from '../rehearsed-alert.ts'
import { alertEnd } from './alert-overlaps.ts'
import { firstAlerts } from './first-alerts.ts'

const HOUR_MS = 3_600_000

export interface PreviewOutcome {
  /** The first of them, at most `MOST_LISTED`. */
  alerts: RehearsedAlert[]
  alert_count: number
  incidents: number
  /** Sum over all alerts. */
  firing_s: number
  /** Number of alerts by device id, without devices that had none. */
  byDevice: ReadonlyMap<number, number>
  /** Number of alerts that began in each hour, by the beginning of the hour (ms). */
  byHour: ReadonlyMap<number, number>
}

/** Sums up the alerts of a rule, device by device, each in the order in which they were raised. */
export interface OutcomeTally {
  add(alert: RehearsedAlert): void
  outcome(): PreviewOutcome
}

/** Open alerts count as firing until `end` (ms). */
export function outcomeTally(rule: Rule, settings: IncidentSettings, end: number): OutcomeTally {
  const opensIncident = incidentOpener(rule, settings)
  const first = firstAlerts()
  const byDevice = new Map<number, number>()
  const byHour = new Map<number, number>()
  let [incidents, firingMs] = [0, 0]
  return {
    add(alert) {
      const at = alert.triggered_at.getTime()
      const hour = at - (at % HOUR_MS)
      byDevice.set(alert.device_id, (byDevice.get(alert.device_id) ?? 0) + 1)
      byHour.set(hour, (byHour.get(hour) ?? 0) + 1)
      firingMs += Math.max(0, alertEnd(alert, end) - at)
      if (opensIncident(alert)) incidents += 1
      first.add(alert)
    },
    outcome: () => ({
      alerts: first.list(),
      alert_count: first.count,
      incidents,
      firing_s: Math.round(firingMs / 1_000),
      byDevice,
      byHour,
    }),
  }
}
