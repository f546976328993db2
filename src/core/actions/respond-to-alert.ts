import sql from 'sql-template-tag'
import { secondsAfter } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { alertChangeAnnouncements } from '../alerts/alert-change-announcements.ts'
import { type ChangeBy, recordChange } from '../audit-log/record-change.ts'
import { AUTO_RESOLVE_AFTER_S } from '../incidents/incident.ts'
import { rescheduleAutoResolve } from '../incidents/incident-store.ts'
import { appendTimeline } from '../incidents/timeline.ts'
import { announce } from '../notifications/announce.ts'
import type { RuleSet } from '../rules/engine/rule-set.ts'
import { closeAlerts } from './close-alerts.ts'
import { lockAlert } from './find-place.ts'
import { markAcknowledged } from './mark-acknowledged.ts'

/**
 * Acknowledges an alert, and with the last one that fires its incident. A second acknowledgement does not replace the
 * first. Does nothing to a resolved alert. Returns whether it changed anything. Throws 404.
 */
export function acknowledgeAlert(db: Database, alertId: number, by: ChangeBy, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { device_id } = await lockAlert(tx, by.reach, alertId)
    const [acknowledged] = await tx.query<{ title: string; severity: string; incident_id: number | null }>(sql`
      update alerts
      set status = 'acknowledged', acknowledged_at = ${now}, acknowledged_by = ${by.actor?.id}
      where device_id = ${device_id} and alert_id = ${alertId} and status = 'firing'
      returning title, severity, incident_id`)
    if (acknowledged === undefined) return false
    const { title, severity, incident_id } = acknowledged
    const user_id = by.actor?.id ?? null
    const entry = { kind: 'alert_acknowledged' as const, user_id, text: `${severity}: ${title}` }
    await appendTimeline(tx, incident_id === null ? [] : [{ incident_id, ...entry }], now)
    const subject = { type: 'alert', id: alertId, name: title }
    const states = { before: { status: 'firing' }, after: { status: 'acknowledged' } }
    await announce(tx, await alertChangeAnnouncements(tx, 'alert.acknowledged', [alertId], now), now)
    await recordChange(tx, by, { action: 'alert.acknowledged', subject, ...states }, now)
    const [incident] = await tx.query<{ incident_id: number; title: string }>(sql`
      select incident_id, title
      from incidents as i
      where i.incident_id = ${incident_id} and i.status = 'open'
        and not exists (select from alerts as a where a.incident_id = i.incident_id and a.status = 'firing')
      for no key update`)
    if (incident !== undefined) await markAcknowledged(tx, incident, by, now)
    return true
  })
}

/**
 * Resolves an alert, also a latched one; its incident follows when no other alert is open. Returns whether it changed
 * anything. Throws 404.
 */
export function resolveAlert(db: Database, alertId: number, by: ChangeBy, rules: RuleSet, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { device_id } = await lockAlert(tx, by.reach, alertId)
    const count = await closeAlerts(tx, device_id, sql`alert_id = ${alertId}`, by, rules, now)
    const incidents = await tx.query<{ incident_id: number }>(sql`
      select incident_id
      from alerts
      where device_id = ${device_id} and alert_id = ${alertId} and incident_id is not null`)
    await rescheduleAutoResolve(tx, incidents, secondsAfter(now, AUTO_RESOLVE_AFTER_S))
    return count > 0
  })
}
