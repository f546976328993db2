import sql from 'sql-template-tag'
import { secondsAfter } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { conflict } from '../../platform/errors.ts'
import { alertChangeAnnouncements } from '../alerts/alert-change-announcements.ts'
import { type ChangeBy, recordChange } from '../audit-log/record-change.ts'
import { inCellOfIncident } from '../cells/find-cell.ts'
import { REOPEN_WITHIN_S, type Resolution } from '../incidents/incident.ts'
import { touchIncidents } from '../incidents/incident-store.ts'
import { announceReopened } from '../incidents/open-again.ts'
import { resolveIncidents } from '../incidents/resolve-incidents.ts'
import { isAcknowledgedAnew } from '../incidents/snooze.ts'
import { announce } from '../notifications/announce.ts'
import type { RuleSet } from '../rules/engine/rule-set.ts'
import { closeAlerts } from './close-alerts.ts'
import { lockIncident } from './lock-incidents.ts'
import { markAcknowledged } from './mark-acknowledged.ts'
import { recordResponse } from './record-response.ts'

/**
 * Acknowledges an incident and its alerts, until a time if one is given: then they are open again. A second
 * acknowledgement does not replace the first, but may give another time; one without a time replaces snoozes of alerts, or
 * those acknowledged long ago would fire again at once. Returns whether it changed anything. Throws 404.
 */
export async function acknowledgeIncident(
  db: Database,
  incidentId: number,
  by: ChangeBy,
  now: Date,
  until: Date | null = null,
): Promise<boolean> {
  const cell = await inCellOfIncident(db, incidentId)
  return cell.transaction(async (tx) => {
    const incident = await lockIncident(tx, by.reach, incidentId)
    if (!isAcknowledgedAnew(incident, until)) return false
    if (until !== null) {
      await tx.query(sql`
        update alerts set snoozed_until = ${until} where incident_id = ${incidentId} and status = 'acknowledged'`)
    }
    const alerts = await tx.query<{ alert_id: number }>(sql`
      update alerts
      set
        status = 'acknowledged', acknowledged_at = ${now}, acknowledged_by = ${by.actor?.id ?? null},
        snoozed_until = ${until}
      where incident_id = ${incidentId}
        and (status = 'firing' or status = 'acknowledged' and snoozed_until is not null and ${until === null})
      returning alert_id`)
    const ids = alerts.map(({ alert_id }) => alert_id)
    await markAcknowledged(tx, incident, by, now, until)
    await announce(tx, await alertChangeAnnouncements(tx, 'alert.acknowledged', ids, now), now)
    return true
  })
}

/** Withdraws an acknowledgement: the incident is open again, and its alerts fire. Throws 404. */
export async function unacknowledgeIncident(db: Database, incidentId: number, by: ChangeBy, now: Date): Promise<void> {
  const cell = await inCellOfIncident(db, incidentId)
  await cell.transaction(async (tx) => {
    const incident = await lockIncident(tx, by.reach, incidentId)
    if (incident.status !== 'acknowledged') return
    await tx.query(sql`
      update incidents
      set status = 'open', acknowledged_at = null, acknowledged_by = null, snoozed_until = null
      where incident_id = ${incidentId}`)
    await tx.query(sql`
      update alerts
      set status = 'firing', acknowledged_at = null, acknowledged_by = null, snoozed_until = null
      where incident_id = ${incidentId} and status = 'acknowledged'`)
    const states = { before: { status: 'acknowledged' }, after: { status: 'open' } }
    const response = { kind: 'unacknowledged', says: '', action: 'incident.unacknowledged', ...states } as const
    await recordResponse(tx, incident, by, response, now)
  })
}

/** Resolves an incident and all its open alerts. Returns whether it changed anything. Throws 404. */
export async function resolveIncident(
  db: Database,
  incidentId: number,
  how: { resolution: Resolution; note: string | null },
  by: ChangeBy,
  rules: RuleSet,
  now: Date,
): Promise<boolean> {
  const cell = await inCellOfIncident(db, incidentId)
  return cell.transaction(async (tx) => {
    const incident = await lockIncident(tx, by.reach, incidentId)
    if (incident.status === 'resolved') return false
    for (const deviceId of incident.device_ids) {
      await closeAlerts(tx, deviceId, sql`incident_id = ${incidentId}`, by, rules, now)
    }
    await resolveIncidents(tx, sql`incident_id = ${incidentId}`, { ...how, actor: by.actor }, now)
    const subject = { type: 'incident', id: incidentId, name: incident.title }
    const states = { before: { status: incident.status }, after: { status: 'resolved', ...how } }
    await recordChange(tx, by, { action: 'incident.resolved', subject, ...states }, now)
    return true
  })
}

/**
 * Reopens an incident that was resolved too early. Throws 404, and 409 if too late: then a new incident is opened
 * instead.
 */
export async function reopenIncident(db: Database, incidentId: number, by: ChangeBy, now: Date): Promise<void> {
  const cell = await inCellOfIncident(db, incidentId)
  await cell.transaction(async (tx) => {
    const incident = await lockIncident(tx, by.reach, incidentId)
    if (incident.status !== 'resolved') return
    if (incident.merged_into !== null) throw conflict('incident_merged', incident.merged_into)
    if (secondsAfter(incident.resolved_at!, REOPEN_WITHIN_S) < now) {
      throw conflict('incident_old')
    }
    await touchIncidents(tx, [{ ...incident, reopen: true }], now)
    const states = { before: { status: 'resolved', resolution: incident.resolution }, after: { status: 'open' } }
    const response = { kind: 'reopened', says: '', action: 'incident.reopened', ...states } as const
    await recordResponse(tx, incident, by, response, now)
    await announceReopened(tx, [incidentId], now)
  })
}

/** Adds a note to the timeline, open or resolved. Throws 404. */
export async function noteOnIncident(
  db: Database,
  incidentId: number,
  by: ChangeBy,
  text: string,
  now: Date,
): Promise<void> {
  const cell = await inCellOfIncident(db, incidentId)
  await cell.transaction(async (tx) => {
    const incident = await lockIncident(tx, by.reach, incidentId)
    const response = { kind: 'note', says: text, action: 'incident.note_added', before: null, after: { text } } as const
    await recordResponse(tx, incident, by, response, now)
  })
}
