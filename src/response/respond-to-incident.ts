import sql from 'sql-template-tag'
import { alertChangeAnnouncements } from '../alerts/alert-change-announcements.ts'
import type { RuleSet } from '../alerts/rule-set.ts'
import { type ChangeBy, recordChange } from '../audit-log/record-change.ts'
import { incidentChangeAnnouncements } from '../incidents/incident-change-announcements.ts'
import { appendTimeline } from '../incidents/incident-store.ts'
import { resolveIncidents } from '../incidents/resolve-incidents.ts'
import type { Database } from '../platform/database.ts'
import { queueDeliveries } from '../webhooks/queue-deliveries.ts'
import { closeAlerts } from './close-alerts.ts'
import { lockIncident } from './find-place.ts'

/** Acknowledges an incident and its alerts. The first person stays the one who did. Throws 404. */
export async function acknowledgeIncident(db: Database, incidentId: number, by: ChangeBy, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const { device_id } = await lockIncident(tx, incidentId)
    const [changed] = await tx.query<{ title: string }>(sql`
      update incidents
      set status = 'acknowledged', acknowledged_at = ${now}, acknowledged_by = ${by.actor?.id ?? null}
      where device_id = ${device_id} and incident_id = ${incidentId} and status = 'open'
      returning title`)
    if (changed === undefined) return
    const alerts = await tx.query<{ alert_id: number }>(sql`
      update alerts
      set status = 'acknowledged', acknowledged_at = ${now}, acknowledged_by = ${by.actor?.id ?? null}
      where device_id = ${device_id} and incident_id = ${incidentId} and status = 'firing'
      returning alert_id`)
    const announcements = [
      ...(await incidentChangeAnnouncements(tx, 'incident.acknowledged', [incidentId], now)),
      ...(await alertChangeAnnouncements(
        tx,
        'alert.acknowledged',
        alerts.map(({ alert_id }) => alert_id),
        now,
      )),
    ]
    await queueDeliveries(tx, announcements, now)
    const entry = {
      device_id,
      incident_id: incidentId,
      kind: 'acknowledged' as const,
      user_id: by.actor?.id ?? null,
      text: '',
    }
    await appendTimeline(tx, [entry], now)
    const subject = { type: 'incident', id: incidentId, name: changed.title }
    const states = { before: { status: 'open' }, after: { status: 'acknowledged' } }
    await recordChange(tx, by, { action: 'incident.acknowledged', subject, ...states }, now)
  })
}

/** Resolves an incident and all its open alerts. A second time changes nothing. Throws 404. */
export async function resolveIncident(
  db: Database,
  incidentId: number,
  how: { resolution: string; note: string | null },
  by: ChangeBy,
  rules: RuleSet,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { device_id } = await lockIncident(tx, incidentId)
    const which = sql`device_id = ${device_id} and incident_id = ${incidentId}`
    const [before] = await tx.query<{ title: string; status: string }>(sql`
      select title, status from incidents where ${which} and status <> 'resolved'`)
    await closeAlerts(tx, device_id, sql`incident_id = ${incidentId}`, by, rules, now)
    await resolveIncidents(tx, which, { ...how, actor: by.actor }, now)
    if (before === undefined) return
    const subject = { type: 'incident', id: incidentId, name: before.title }
    const states = { before: { status: before.status }, after: { status: 'resolved', ...how } }
    await recordChange(tx, by, { action: 'incident.resolved', subject, ...states }, now)
  })
}

/** Adds a note to the timeline, at any time. Throws 404. */
export async function noteOnIncident(
  db: Database,
  incidentId: number,
  by: ChangeBy,
  text: string,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { device_id } = await lockIncident(tx, incidentId)
    const entry = { device_id, incident_id: incidentId, kind: 'note' as const, user_id: by.actor?.id ?? null, text }
    await appendTimeline(tx, [entry], now)
    const subject = { type: 'incident', id: incidentId }
    await recordChange(tx, by, { action: 'incident.note_added', subject, before: null, after: { text } }, now)
  })
}
