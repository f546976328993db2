import sql from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import type { ChangeBy } from '../audit-log/record-change.ts'
import { incidentChangeAnnouncements } from '../incidents/announcing/incident-change-announcements.ts'
import { announce } from '../notifications/announce.ts'
import { recordResponse } from './record-response.ts'

/** Marks an open incident as acknowledged by this person, and announces it. Its alerts are up to the caller. */
export async function markAcknowledged(
  tx: Queryable,
  incident: { incident_id: number; title: string },
  by: ChangeBy,
  now: Date,
): Promise<void> {
  const { incident_id } = incident
  await tx.query(sql`
    update incidents
    set
      status = 'acknowledged', acknowledged_at = ${now}, acknowledged_by = ${by.actor?.id ?? null},
      responded_at = coalesce(responded_at, ${now}::timestamptz)
    where incident_id = ${incident_id}`)
  const states = { before: { status: 'open' }, after: { status: 'acknowledged' } }
  const response = { kind: 'acknowledged', text: '', action: 'incident.acknowledged', ...states } as const
  await recordResponse(tx, incident, by, response, now)
  await announce(tx, await incidentChangeAnnouncements(tx, 'incident.acknowledged', [incident_id], now), now)
}
