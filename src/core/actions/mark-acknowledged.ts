import sql from 'sql-template-tag'
import type { InCell } from '../../platform/database/database.ts'
import type { ChangeBy } from '../audit-log/record-change.ts'
import { incidentChangeAnnouncements } from '../incidents/announcing/incident-change-announcements.ts'
import type { IncidentStatus } from '../incidents/incident.ts'
import { announce } from '../notifications/announce.ts'
import { recordResponse } from './record-response.ts'

interface Acknowledged {
  incident_id: number
  title: string
  status: IncidentStatus
  snoozed_until: Date | null
}

/**
 * Marks an incident as acknowledged by this person, until a time if one is given, and announces it. If it was acknowledged
 * before, the first person stays recorded. Its alerts are up to the caller.
 */
export async function markAcknowledged(
  tx: InCell,
  incident: Acknowledged,
  by: ChangeBy,
  now: Date,
  until: Date | null,
): Promise<void> {
  const { incident_id, status, snoozed_until } = incident
  await tx.query(sql`
    update incidents
    set
      status = 'acknowledged', snoozed_until = ${until},
      acknowledged_at = case when status = 'open' then ${now} else acknowledged_at end,
      acknowledged_by = case when status = 'open' then ${by.actor?.id ?? null} else acknowledged_by end,
      responded_at = coalesce(responded_at, ${now}::timestamptz)
    where incident_id = ${incident_id}`)
  const states = { before: { status, snoozed_until }, after: { status: 'acknowledged', snoozed_until: until } }
  const said =
    until === null
      ? ({ kind: 'acknowledged', says: '', action: 'incident.acknowledged' } as const)
      : ({ kind: 'snoozed', says: { code: 'until', until: until.toISOString() }, action: 'incident.snoozed' } as const)
  await recordResponse(tx, incident, by, { ...said, ...states }, now)
  await announce(tx, await incidentChangeAnnouncements(tx, 'incident.acknowledged', [incident_id], now), now)
}
