import sql from 'sql-template-tag'
import type { RuleSet } from '../alerts/rule-set.ts'
import { AUTO_RESOLVE_AFTER_S } from '../incidents/incident.ts'
import { rescheduleAutoResolve } from '../incidents/incident-store.ts'
import { secondsAfter } from '../platform/clock.ts'
import type { Database } from '../platform/database.ts'
import type { Actor } from '../users/actor.ts'
import { closeAlerts } from './close-alerts.ts'
import { lockAlert } from './find-place.ts'

/** The first person stays the one who acknowledged. Does nothing to a resolved alert. Throws 404. */
export async function acknowledgeAlert(db: Database, alertId: number, actor: Actor, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const { device_id } = await lockAlert(tx, alertId)
    await tx.query(sql`
      update alerts
      set status = 'acknowledged', acknowledged_at = ${now}, acknowledged_by = ${actor.id}
      where device_id = ${device_id} and alert_id = ${alertId} and status = 'firing'`)
  })
}

/** Resolves an alert, latched ones too; its incident follows when no other alert is open. Throws 404. */
export async function resolveAlert(
  db: Database,
  alertId: number,
  actor: Actor,
  rules: RuleSet,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { device_id } = await lockAlert(tx, alertId)
    await closeAlerts(tx, device_id, sql`alert_id = ${alertId}`, actor, rules, now)
    const incidents = await tx.query<{ device_id: number; incident_id: number }>(sql`
      select device_id, incident_id
      from alerts
      where device_id = ${device_id} and alert_id = ${alertId} and incident_id is not null`)
    await rescheduleAutoResolve(tx, incidents, secondsAfter(now, AUTO_RESOLVE_AFTER_S))
  })
}
