import sql from 'sql-template-tag'
import type { Database, InCell } from '../../platform/database/database.ts'
import { alertChangeAnnouncements } from '../alerts/alert-change-announcements.ts'
import type { AlertStatus } from '../alerts/list-alerts.ts'
import { type ChangeBy, recordChange } from '../audit-log/record-change.ts'
import { inCellOfAlert } from '../cells/find-cell.ts'
import type { IncidentStatus } from '../incidents/incident.ts'
import { rescheduleAutoResolve } from '../incidents/incident-store.ts'
import { isAcknowledgedAnew } from '../incidents/snooze.ts'
import { snoozeAsItsAlerts } from '../incidents/snooze-store.ts'
import { appendTimeline } from '../incidents/timeline.ts'
import { alertFact, type EntrySubject } from '../incidents/timeline-texts.ts'
import { announce } from '../notifications/announce.ts'
import type { RuleSet } from '../rules/engine/rule-set.ts'
import { closeAlerts } from './close-alerts.ts'
import { lockAlert } from './find-place.ts'
import { markAcknowledged } from './mark-acknowledged.ts'

/**
 * Acknowledges an alert, until a time if one is given: then it fires again. With the last alert that fires, its incident
 * is acknowledged. A second acknowledgement does not replace the first, but may give another time. Does nothing to a
 * resolved alert. Returns whether it changed anything. Throws 404.
 */
export async function acknowledgeAlert(
  db: Database,
  alertId: number,
  by: ChangeBy,
  now: Date,
  until: Date | null = null,
): Promise<boolean> {
  const cell = await inCellOfAlert(db, alertId)
  return cell.transaction(async (tx) => {
    const { device_id } = await lockAlert(tx, by.reach, alertId)
    const [alert] = await tx.query<FoundAlert>(sql`
      select title, title_of, severity, status, snoozed_until, incident_id
      from alerts
      where device_id = ${device_id} and alert_id = ${alertId}`)
    const { title, title_of, severity, status, snoozed_until, incident_id } = alert!
    if (!isAcknowledgedAnew(alert!, until)) return false
    await tx.query(sql`
      update alerts
      set
        status = 'acknowledged', snoozed_until = ${until},
        acknowledged_at = case when status = 'firing' then ${now} else acknowledged_at end,
        acknowledged_by = case when status = 'firing' then ${by.actor?.id ?? null} else acknowledged_by end
      where device_id = ${device_id} and alert_id = ${alertId}`)
    const said =
      until === null
        ? ({ kind: 'alert_acknowledged', says: alertFact(alert!), action: 'alert.acknowledged' } as const)
        : ({
            kind: 'alert_snoozed',
            says: { code: 'alert_until', severity, title, title_of, until: until.toISOString() },
            action: 'alert.snoozed',
          } as const)
    const entry = { kind: said.kind, user_id: by.actor?.id ?? null, says: said.says }
    await appendTimeline(tx, incident_id === null ? [] : [{ incident_id, ...entry }], now)
    const subject = { type: 'alert', id: alertId, name: title }
    const states = { before: { status, snoozed_until }, after: { status: 'acknowledged', snoozed_until: until } }
    await announce(tx, await alertChangeAnnouncements(tx, 'alert.acknowledged', [alertId], now), now)
    await recordChange(tx, by, { action: said.action, subject, ...states }, now)
    if (incident_id !== null) await acknowledgeWithItsAlerts(tx, incident_id, by, now)
    return true
  })
}

interface FoundAlert extends EntrySubject {
  status: AlertStatus
  snoozed_until: Date | null
  incident_id: number | null
}

/** Acknowledges an open incident when none of its alerts fires any more, until the first that is snoozed fires again. */
async function acknowledgeWithItsAlerts(tx: InCell, incidentId: number, by: ChangeBy, now: Date): Promise<void> {
  const [incident] = await tx.query<{
    incident_id: number
    title: string
    status: IncidentStatus
    snoozed_until: Date | null
  }>(sql`
    select incident_id, title, status, snoozed_until
    from incidents
    where incident_id = ${incidentId}
    for no key update`)
  if (incident?.status === 'acknowledged') await snoozeAsItsAlerts(tx, incidentId)
  if (incident?.status !== 'open') return
  // After the lock: somebody who held it may have acknowledged the other alert that was firing.
  const [alerts] = await tx.query<{ is_firing: boolean | null; first: Date | null }>(sql`
    select
      bool_or(status = 'firing') as is_firing,
      min(snoozed_until) filter (where status = 'acknowledged') as first
    from alerts
    where incident_id = ${incidentId}`)
  if (!alerts!.is_firing) await markAcknowledged(tx, incident, by, now, alerts!.first)
}

/**
 * Resolves an alert, also a latched one; its incident follows when no other alert is open. Returns whether it changed
 * anything. Throws 404.
 */
export async function resolveAlert(
  db: Database,
  alertId: number,
  by: ChangeBy,
  rules: RuleSet,
  now: Date,
): Promise<boolean> {
  const cell = await inCellOfAlert(db, alertId)
  return cell.transaction(async (tx) => {
    const { device_id } = await lockAlert(tx, by.reach, alertId)
    const count = await closeAlerts(tx, device_id, sql`alert_id = ${alertId}`, by, rules, now)
    const incidents = await tx.query<{ incident_id: number }>(sql`
      select incident_id
      from alerts
      where device_id = ${device_id} and alert_id = ${alertId} and incident_id is not null`)
    await rescheduleAutoResolve(tx, incidents, now)
    return count > 0
  })
}
