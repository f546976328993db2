import sql from 'sql-template-tag'
import { secondsAfter } from '../../platform/clock.ts'
import type { Database, InCell, Queryable } from '../../platform/database/database.ts'
import type { ChangeBy } from '../audit-log/record-change.ts'
import { inCellOfIncident } from '../cells/find-cell.ts'
import { timeFor } from '../contact-methods/notification-preferences.ts'
import { queueNotifications } from '../contact-methods/outbox/queue-notifications.ts'
import { factsOfIncident } from '../escalation/incident-facts.ts'
import { findPeopleOf } from '../escalation/recipients.ts'
import type { EscalatedIncident } from '../escalation/run-store.ts'
import type { ReachedId } from '../reach/reached-id.ts'
import { actorName, lockActiveIncident } from './call-for-help.ts'
import { recordResponse } from './record-response.ts'
import { acknowledgeIncident } from './respond-to-incident.ts'

/** A call asks for an answer as long as its link works. */
const ASKS_S = 86_400

/** The call, or the assignment, that a person answers: its entry on the timeline, and who made it; null: a program. */
interface AnsweredCall {
  entry_id: number
  called_at: string
  by_id: number | null
}

/**
 * Says on the timeline that the person who was called is coming, and notifies whoever called, without a sound. A second
 * time changes nothing. Throws 404, 403, and 409 if the incident is resolved.
 */
export async function answerCall(
  db: Database,
  incidentId: number,
  { entry_id, called_at, by_id }: AnsweredCall,
  by: ChangeBy & { actor: { id: number } },
  now: Date,
): Promise<void> {
  const cell = await inCellOfIncident(db, incidentId)
  await cell.transaction(async (tx) => {
    const incident = await lockActiveIncident(tx, by.reach, incidentId)
    const answered = await tx.query(sql`
      select
      from incident_timeline
      where incident_id = ${incidentId}::bigint and kind = 'coming' and user_id = ${by.actor.id}
        and entry_id > ${entry_id}::bigint and at >= ${called_at}::timestamptz
      limit 1`)
    if (answered.length > 0) return
    const response = { kind: 'coming', says: '', action: 'incident.call_answered', before: null, after: null } as const
    await recordResponse(tx, incident, by, response, now)
    if (by_id !== null) await notifyCaller(tx, incident, by_id, await actorName(tx, by), now)
  })
}

/** The newest call or assignment of an incident that this person has not answered; null: none. */
export const findOwnCall = (
  db: Queryable,
  incidentId: ReachedId<'incident'>,
  userId: number,
  now: Date,
): Promise<AnsweredCall | null> => findCall(db, incidentId, userId, now)

async function findCall(db: Queryable, incidentId: number, userId: number, now: Date): Promise<AnsweredCall | null> {
  const [call = null] = await db.query<AnsweredCall>(sql`
    select
      (n.facts -> 'entry_id')::bigint as entry_id, n.created_at::text as called_at, (n.facts ->> 'by_id')::integer as by_id
    from notifications as n
    where n.incident_id = ${incidentId}::bigint and n.user_id = ${userId} and n.reason in ('call', 'assigned')
      and n.created_at > ${secondsAfter(now, -ASKS_S)}
      and not exists (
        select
        from incident_timeline as t
        where t.incident_id = n.incident_id and t.kind = 'coming' and t.user_id = n.user_id
          and t.entry_id > (n.facts -> 'entry_id')::bigint and t.at >= n.created_at
      )
    order by n.id desc
    limit 1`)
  return call
}

/**
 * The same as with the link of the call, for whoever is logged in: acknowledges the incident if it is open, and says that
 * the person is coming. A second time changes nothing. Throws 404, 403, and 409 if the incident is resolved.
 */
export async function answerOwnCall(
  db: Database,
  incidentId: number,
  by: ChangeBy & { actor: { id: number } },
  now: Date,
): Promise<void> {
  await acknowledgeIncident(db, incidentId, by, now)
  const call = await findCall(db, incidentId, by.actor.id, now)
  if (call !== null) await answerCall(db, incidentId, call, by, now)
}

/** News is not worth waiting for: in quiet hours, the caller finds it on the timeline. */
async function notifyCaller(
  tx: InCell,
  incident: EscalatedIncident,
  callerId: number,
  by: string,
  now: Date,
): Promise<void> {
  const { incident_id, severity } = incident
  const [caller] = await findPeopleOf(tx, incident.site_id, [callerId])
  if (caller === undefined || timeFor(caller.preferences, severity, now).held) return
  const facts = { reason: 'coming', incident: factsOfIncident(incident), by } as const
  const message = { run_id: null, incident_id, user_id: callerId, severity, facts, dedupe_key: null }
  const messages = caller.method_ids.map((method_id) => ({ ...message, method_id, due_at: now, held: false }))
  await queueNotifications(tx, messages, now)
}
