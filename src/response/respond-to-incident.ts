import sql from 'sql-template-tag'
import type { RuleSet } from '../alerts/rule-set.ts'
import { appendTimeline } from '../incidents/incident-store.ts'
import { resolveIncidents } from '../incidents/resolve-incidents.ts'
import type { Database } from '../platform/database.ts'
import type { Actor } from '../users/actor.ts'
import { closeAlerts } from './close-alerts.ts'
import { lockIncident } from './find-place.ts'

/** Acknowledges an incident and its alerts. The first person stays the one who did. Throws 404. */
export async function acknowledgeIncident(db: Database, incidentId: number, actor: Actor, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const { device_id } = await lockIncident(tx, incidentId)
    const changed = await tx.query(sql`
      update incidents
      set status = 'acknowledged', acknowledged_at = ${now}, acknowledged_by = ${actor.id}
      where device_id = ${device_id} and incident_id = ${incidentId} and status = 'open'
      returning incident_id`)
    if (changed.length === 0) return
    await tx.query(sql`
      update alerts
      set status = 'acknowledged', acknowledged_at = ${now}, acknowledged_by = ${actor.id}
      where device_id = ${device_id} and incident_id = ${incidentId} and status = 'firing'`)
    const entry = { device_id, incident_id: incidentId, kind: 'acknowledged' as const, user_id: actor.id, text: '' }
    await appendTimeline(tx, [entry], now)
  })
}

/** Resolves an incident and all its open alerts. A second time changes nothing. Throws 404. */
export async function resolveIncident(
  db: Database,
  incidentId: number,
  how: { resolution: string; note: string | null; actor: Actor },
  rules: RuleSet,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { device_id } = await lockIncident(tx, incidentId)
    const which = sql`device_id = ${device_id} and incident_id = ${incidentId}`
    await closeAlerts(tx, device_id, sql`incident_id = ${incidentId}`, how.actor, rules, now)
    await resolveIncidents(tx, which, how, now)
  })
}

/** Adds a note to the timeline, at any time. Throws 404. */
export async function noteOnIncident(
  db: Database,
  incidentId: number,
  actor: Actor,
  text: string,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { device_id } = await lockIncident(tx, incidentId)
    await appendTimeline(tx, [{ device_id, incident_id: incidentId, kind: 'note', user_id: actor.id, text }], now)
  })
}
