import type { Rule } from '../alerts/rule.ts'
import { AUTO_RESOLVE_AFTER_S, GROUP_UP_TO_S, GROUP_WITHIN_S, type IncidentSettings } from '../incidents/incident.ts'
import { rank } from '../vocabulary/severities.ts'
import type { RehearsedAlert } from './rehearsed-alert.ts'

interface Incident {
  opened: number
  lastActivity: number
  /** When its last alert resolved, or infinity. */
  quietSince: number
}

/**
 * How many incidents the alerts of one rule would have made, if no person had done anything and no other rule had
 * opened one before. Pure.
 */
export function countIncidents(rule: Rule, alerts: readonly RehearsedAlert[], settings: IncidentSettings): number {
  const { mode, own } = rule.incident
  const needs = alerts.filter(
    ({ peak_severity }) => mode === 'always' || rank(peak_severity) >= rank(settings.minSeverity),
  )
  if (mode === 'never') return 0
  if (own || settings.grouping === 'alert') return needs.length
  const openOf = new Map<number, Incident>()
  let count = 0
  for (const alert of needs.toSorted((one, other) => one.raised_at.getTime() - other.raised_at.getTime())) {
    const now = alert.raised_at.getTime()
    const incident = openOf.get(alert.device_id)
    const ended = alert.closed_at?.getTime() ?? Number.POSITIVE_INFINITY
    if (incident !== undefined && takesMore(incident, now)) {
      incident.lastActivity = now
      incident.quietSince = Math.max(incident.quietSince, ended)
    } else {
      count += 1
      openOf.set(alert.device_id, { opened: now, lastActivity: now, quietSince: ended })
    }
  }
  return count
}

const takesMore = ({ opened, lastActivity, quietSince }: Incident, now: number): boolean =>
  now < quietSince + AUTO_RESOLVE_AFTER_S * 1_000 &&
  now - lastActivity <= GROUP_WITHIN_S * 1_000 &&
  now - opened < GROUP_UP_TO_S * 1_000
