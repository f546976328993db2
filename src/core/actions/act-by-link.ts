import type { Database } from '../../platform/database/database.ts'
import { conflict, forbidden, mustExist } from '../../platform/errors.ts'
import type { ChangeBy } from '../audit-log/record-change.ts'
import { inCellOfNotification } from '../cells/find-cell.ts'
import { type ActionLink, noteActed } from '../contact-methods/action-links.ts'
import { findIncident } from '../incidents/list-incidents.ts'
import { mayActIn } from '../reach/reach.ts'
import type { RuleSet } from '../rules/engine/rule-set.ts'
import { answerCall } from './answer-call.ts'
import { type Call, callForHelp } from './call-for-help.ts'
import { acknowledgeIncident, resolveIncident } from './respond-to-incident.ts'

export const LINK_ACTIONS = ['acknowledge', 'resolve'] as const
interface LinkAnswer {
  action: (typeof LINK_ACTIONS)[number]
  /** The incident on the screen; without it, that of the notification. */
  incident?: number
}

/**
 * Acts for the person who got the link in a notification. Whoever was called says with an acknowledgement that they are
 * coming, also when another person has acknowledged the incident before. A second time changes nothing. Throws 403 for people who may
 * only look, 409 for an incident that is resolved, since a late answer never reopens it, and for one that is part of
 * another than the person has seen.
 */
export async function actByLink(
  db: Database,
  link: ActionLink,
  { action, incident: seen = link.told_incident_id }: LinkAnswer,
  /** The client's IP address; null if a service asked for it. */
  address: string | null,
  rules: RuleSet,
  now: Date,
): Promise<void> {
  const { user, reach, incident_id, kind, call } = link
  if (seen !== incident_id) throw conflict('incident_merged', incident_id)
  const incident = mustExist('Incident', await findIncident(db, reach, incident_id))
  if (!mayActIn(reach, incident.site?.id ?? null, 'operator')) throw forbidden('needs_role', 'operator')
  if (incident.status === 'resolved' && action === 'acknowledge') throw conflict('incident_resolved')
  const by = { actor: { id: user.id, email: user.email }, via: kind, reach, address } satisfies ChangeBy
  if (action === 'acknowledge') await acknowledgeIncident(db, incident_id, by, now)
  if (action === 'acknowledge' && call !== null && !call.is_coming) await answerCall(db, incident_id, call, by, now)
  if (action === 'resolve') await resolveIncident(db, incident_id, { resolution: 'manual', note: null }, by, rules, now)
  await noteActed(await inCellOfNotification(db, link.notification_id), link.notification_id, now)
}

/** The same for a call for help. Throws, besides, what `callForHelp` throws. */
export async function callByLink(
  db: Database,
  link: ActionLink,
  { incident: seen = link.told_incident_id, ...call }: Call & { incident?: number },
  address: string | null,
  now: Date,
): Promise<void> {
  const { user, reach, incident_id, kind } = link
  if (seen !== incident_id) throw conflict('incident_merged', incident_id)
  const by = { actor: { id: user.id, email: user.email }, via: kind, reach, address } satisfies ChangeBy
  await callForHelp(db, incident_id, call, by, now)
}
