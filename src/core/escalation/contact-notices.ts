import sql, { type Sql } from 'sql-template-tag'
import { secondsAfter } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { visiblePeople } from '../people/known-people.ts'
import { inReach, inReachOrShared, type Reach } from '../reach/reach.ts'
import type { Titled } from '../vocabulary/titles.ts'

/** A round that reached nobody is shown that long. */
const SHOWN_S = 86_400

/** Notices for everybody about people who cannot be reached. */
export interface ContactNotices {
  /** Whether any person has a verified contact method. */
  is_anybody_reachable: boolean
  /** Whether this person has one. */
  is_reader_reachable: boolean
  /** Whether a webhook hears of new incidents. */
  is_heard_by_webhook: boolean
  nobody_told: UnheardIncident | null
}

/** The newest open incident of which a round has reached nobody lately. */
export interface UnheardIncident extends Titled {
  incident_id: number
}

/** Part of another statement: the notices as jsonb, for a person and what is in reach. */
export const contactNoticesSql = (reach: Reach, userId: number, now: Date): Sql => sql`
  jsonb_build_object(
    'is_anybody_reachable', exists (
      select
      from contact_methods as m
      join users as reachable on reachable.id = m.user_id and reachable.enabled
      where m.state = 'verified' and ${visiblePeople(reach, sql`m.user_id`)}
        and (reachable.role is not null or exists (select from site_members as own where own.user_id = reachable.id))
    ),
    'is_reader_reachable', exists (
      select from contact_methods as own where own.user_id = ${userId} and own.state = 'verified'
    ),
    'is_heard_by_webhook', exists (
      select
      from webhooks
      where enabled and 'incident.created' = any (events) and ${inReachOrShared(reach, 'viewer', sql`site_id`)}
    ),
    'nobody_told', ${unheardIncidentSql(reach, now)}
  )`

/** For a page about a part of what is in reach. */
export async function findUnheardIncident(db: Queryable, reach: Reach, now: Date): Promise<UnheardIncident | null> {
  const [row] = await db.query<{ incident: UnheardIncident | null }>(
    sql`select ${unheardIncidentSql(reach, now)} as incident`,
  )
  return row!.incident
}

const unheardIncidentSql = (reach: Reach, now: Date): Sql => sql`
  (
    select jsonb_build_object('incident_id', i.incident_id, 'title', i.title, 'title_of', i.title_of)
    from escalation_runs as r
    join incidents as i on i.incident_id = r.incident_id and i.status = 'open'
    where ${inReach(reach, 'viewer', sql`i.site_id`)} and r.nobody_told_at > ${secondsAfter(now, -SHOWN_S)}
    order by r.nobody_told_at desc
    limit 1
  )`
