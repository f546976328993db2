import type { IncidentRecord } from '../../../core/incidents/incident-shape.ts'
import type { Content } from '../../../platform/html.ts'
import { actionButton } from '../../shell/forms.ts'
import type { Reader } from '../../shell/reader.ts'

/** For whom it takes; nothing for what somebody has taken already. The page that it is on is shown again. */
export const incidentAcknowledgeButton = (
  reader: Reader,
  { incident_id, status, title }: Pick<IncidentRecord, 'incident_id' | 'status' | 'title'>,
): Content =>
  status !== 'open' || !reader.may('operator')
    ? null
    : actionButton(
        {
          action: `/incidents/${incident_id}/acknowledgement`,
          csrf: reader.csrf,
          label: reader.t.alerts.acknowledgeOne(title),
          name: 'to',
          value: reader.address,
          shortcut: 'a',
        },
        reader.t.alerts.acknowledge,
      )
