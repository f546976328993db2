import sql from 'sql-template-tag'
import type { Database, InCell, Queryable } from '../../platform/database/database.ts'
import { conflict, invalidField } from '../../platform/errors.ts'
import type { ChangeBy } from '../audit-log/record-change.ts'
import { inCellOfIncident } from '../cells/find-cell.ts'
import { plannedFor } from '../escalation/find-called.ts'
import { factsOfIncident } from '../escalation/incident-facts.ts'
import { findPeopleOf } from '../escalation/recipients.ts'
import { lockEscalatedIncident } from '../escalation/run-store.ts'
import { announceSnoozeEnd } from '../incidents/open-again.ts'
import { wakeRising } from '../incidents/snooze-store.ts'
import { reachesSql } from '../reach/reach.ts'
import type { Severity } from '../vocabulary/severities.ts'
import { actorName, notifyCalled } from './call-for-help.ts'
import { lockIncident } from './lock-incidents.ts'
import { recordResponse } from './record-response.ts'

/**
 * Assigns an incident to a person, by id or email, and notifies them unless they do it themselves or it is resolved; null
 * unassigns it. Throws 404, and 400 when that person cannot act.
 */
export async function assignIncident(
  db: Database,
  incidentId: number,
  assignee: number | string | null,
  by: ChangeBy,
  now: Date,
): Promise<void> {
  const cell = await inCellOfIncident(db, incidentId)
  await cell.transaction(async (tx) => {
    const incident = await lockIncident(tx, by.reach, incidentId)
    const person = assignee === null ? null : await getAssignee(tx, incident.site_id, assignee)
    const userId = person?.id ?? null
    if (incident.assigned_to === userId) return
    const says = { code: 'assigned', to: person?.name ?? null } as const
    await tx.query(sql`update incidents set assigned_to = ${userId} where incident_id = ${incidentId}`)
    const states = { before: { assigned_to: incident.assigned_to }, after: { assigned_to: userId } }
    const response = { kind: 'assigned', says, action: 'incident.assigned', ...states } as const
    const entryId = await recordResponse(tx, incident, by, response, now)
    const isForAnother = userId !== null && userId !== by.actor?.id
    if (isForAnother && incident.status !== 'resolved') await notifyAssignee(tx, incidentId, userId, entryId, by, now)
  })
}

/** Like a step of an escalation, so that it rings and waits as that person wants it. */
async function notifyAssignee(
  tx: InCell,
  incidentId: number,
  userId: number,
  entry_id: number,
  by: ChangeBy,
  now: Date,
): Promise<void> {
  const incident = (await lockEscalatedIncident(tx, incidentId))!
  const called = plannedFor(await findPeopleOf(tx, incident.site_id, [userId]), incident.severity, now)
  const facts = {
    reason: 'assigned',
    incident: factsOfIncident(incident),
    by: await actorName(tx, by),
    by_id: by.actor?.id ?? null,
    entry_id,
  } as const
  await notifyCalled(tx, incident, called, facts, now)
}

async function getAssignee(
  tx: Queryable,
  siteId: number | null,
  assignee: number | string,
): Promise<{ id: number; name: string }> {
  const isId = typeof assignee === 'number'
  const which = isId ? sql`id = ${assignee}` : sql`email = ${assignee}`
  const [user] = await tx.query<{ id: number; name: string }>(sql`
    select id, name
    from users as u
    where ${which} and enabled and ${reachesSql('u', 'operator', sql`${siteId}::integer`)}`)
  if (user === undefined) throw invalidField(isId ? '/user_id' : '/email', 'no_assignee')
  return user
}

/**
 * Sets the severity of an incident by hand. Alerts that join may raise it again. Throws 404, and 409 when it is
 * resolved.
 */
export async function changeIncidentSeverity(
  db: Database,
  incidentId: number,
  severity: Severity,
  by: ChangeBy,
  now: Date,
): Promise<void> {
  const cell = await inCellOfIncident(db, incidentId)
  await cell.transaction(async (tx) => {
    const incident = await lockIncident(tx, by.reach, incidentId)
    if (incident.severity === severity) return
    if (incident.status === 'resolved') throw conflict('incident_resolved')
    const woken = await wakeRising(tx, [{ incident_id: incidentId, severity }])
    await tx.query(sql`update incidents set severity = ${severity} where incident_id = ${incidentId}`)
    const states = { before: { severity: incident.severity }, after: { severity } }
    const says = { code: 'severity', from: incident.severity, to: severity } as const
    const response = { kind: 'severity_changed', says, action: 'incident.severity_changed', ...states } as const
    await recordResponse(tx, incident, by, response, now)
    await announceSnoozeEnd(tx, woken, 'became_more_severe', now)
  })
}
