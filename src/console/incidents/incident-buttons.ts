import type { IncidentRecord } from '../../incidents/incident-shape.ts'
import type { Content } from '../../platform/html.ts'
import { actionButton } from '../shell/forms.ts'
import type { Visit } from '../shell/visit.ts'

/** For whom it takes; nothing for what somebody has taken already. The page that it is on is shown again. */
export const incidentAcknowledgeButton = (
  visit: Visit,
  { incident_id, status, title }: Pick<IncidentRecord, 'incident_id' | 'status' | 'title'>,
): Content =>
  status !== 'open' || !visit.may('operator')
    ? null
    : actionButton(
        {
          action: `/incidents/${incident_id}/acknowledgement`,
          csrf: visit.csrf,
          label: visit.t.alerts.acknowledgeOne(title),
          name: 'to',
          value: visit.address,
          shortcut: 'a',
        },
        visit.t.alerts.acknowledge,
      )
