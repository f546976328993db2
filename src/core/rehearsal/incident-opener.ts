import { AUTO_RESOLVE_AFTER_S, GROUP_UP_TO_S, GROUP_WITHIN_S, type IncidentSettings } from '../incidents/incident.ts'
import type { Rule } from '../rules/rule.ts'
import { rank } from '../vocabulary/severities.ts'
import type { RehearsedAlert } from './rehearsed-alert.ts'

interface Incident {
  opened: number
  lastActivity: number
  /** Time at which its last alert resolved, or infinity. */
  quietSince: number
}

/**
 * Decides which alerts of one rule would have opened an incident, without actions of people and incidents of other
 * rules. Call the returned function for the alerts of a device in the order in which they were raised.
 */
export function incidentOpener(rule: Rule, settings: IncidentSettings): (alert: RehearsedAlert) => boolean {
  const { mode, own } = rule.incident
  const openOf = new Map<number, Incident>()
  return ({ device_id, severity, raised_at, closed_at }) => {
    if (mode === 'never' || (mode === 'auto' && rank(severity) < rank(settings.minSeverity))) return false
    if (own || settings.grouping === 'alert') return true
    const now = raised_at.getTime()
    const incident = openOf.get(device_id)
    const ended = closed_at?.getTime() ?? Number.POSITIVE_INFINITY
    if (incident === undefined || !takesMore(incident, now)) {
      openOf.set(device_id, { opened: now, lastActivity: now, quietSince: ended })
      return true
    }
    incident.lastActivity = now
    incident.quietSince = Math.max(incident.quietSince, ended)
    return false
  }
}

const takesMore = ({ opened, lastActivity, quietSince }: Incident, now: number): boolean =>
  now < quietSince + AUTO_RESOLVE_AFTER_S * 1_000 &&
  now - lastActivity <= GROUP_WITHIN_S * 1_000 &&
  now - opened < GROUP_UP_TO_S * 1_000
