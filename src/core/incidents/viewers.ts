import sql from 'sql-template-tag'
import { secondsAfter } from '../../platform/clock.ts'
import type { InCell, Queryable } from '../../platform/database/database.ts'
import { inCellOfIncident } from '../cells/find-cell.ts'
import type { Actor } from '../people/actor.ts'
import { inReach, type Reach } from '../reach/reach.ts'
import type { ReachedId } from '../reach/reached-id.ts'

/** An open page sends a heartbeat every 20 seconds; one may be lost. */
export const VIEWER_STAYS_S = 45
const AT_ONCE = 500

/** Records that the person of this session is viewing the incident. Null if it does not exist. */
export async function noteViewer(
  db: Queryable,
  reach: Reach,
  incidentId: number,
  sessionId: number,
  now: Date,
): Promise<ReachedId<'incident'> | null> {
  const cell = await inCellOfIncident(db, incidentId)
  const [noted] = await cell.query<{ incident_id: ReachedId<'incident'> }>(sql`
    insert into incident_viewers (incident_id, session_id, expires_at)
    select i.incident_id, s.id, ${secondsAfter(now, VIEWER_STAYS_S)}
    from incidents as i
    join sessions as s on s.id = ${sessionId}
    where i.incident_id = ${incidentId} and ${inReach(reach, 'viewer', sql`i.site_id`)}
    -- A logout under way is waited for; the row would refer to nothing.
    for key share
    on conflict (incident_id, session_id) do update set expires_at = excluded.expires_at
    returning incident_id`)
  return noted?.incident_id ?? null
}

/** The other people who are viewing it now. */
export function listOtherViewers(
  db: Queryable,
  incidentId: ReachedId<'incident'>,
  userId: number,
  now: Date,
): Promise<Actor[]> {
  return db.query<Actor>(sql`
    select distinct u.name, u.email, u.id
    from incident_viewers as v
    join sessions as s on s.id = v.session_id
    join users as u on u.id = s.user_id
    where v.incident_id = ${incidentId} and v.expires_at > ${now} and u.id <> ${userId} and u.enabled
    order by u.name, u.email`)
}

/** Deletes viewers who have left, and notifies the others. Returns whether there may be more. */
export async function forgetGoneViewers(db: InCell, now: Date): Promise<boolean> {
  const gone = await db.query(sql`
    delete from incident_viewers as v
    using (
      select incident_id, session_id
      from incident_viewers
      where expires_at <= ${now}
      order by expires_at
      limit ${AT_ONCE}
      for update skip locked
    ) as g
    where v.incident_id = g.incident_id and v.session_id = g.session_id
    returning v.incident_id`)
  return gone.length === AT_ONCE
}
