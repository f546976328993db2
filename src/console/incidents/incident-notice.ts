import type { IncidentRecord } from '../../core/incidents/incident-shape.ts'
import type { Content } from '../../platform/html.ts'
import { doneBy } from '../alerts/alert-notice.ts'
import { doneOf } from '../shell/done-of.ts'
import type { Reader } from '../shell/reader.ts'

/** Result of an action. If another person was first, it names them. */
export function incidentNotice(reader: Reader, incident: IncidentRecord, what: string): Content {
  const { t } = reader
  if (what === 'acknowledged' || what === 'resolved') {
    const by = what === 'acknowledged' ? incident.acknowledged_by : incident.resolved_by
    const at = what === 'acknowledged' ? incident.acknowledged_at : incident.resolved_at
    return doneBy(reader, { what: t.alerts.done[what], by, at, says: t.alerts[`${what}By`] })
  }
  return doneOf({ ...t.alerts.done, ...t.incidents.done }, what)
}
