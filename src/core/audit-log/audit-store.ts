import sql, { type Sql } from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import { emailKey } from '../../platform/email-key.ts'
import { inReach, type Reach } from '../reach/reach.ts'
import type { AuditEntry } from './audit-entry.ts'

/** Null fields do not filter. The range is half-open. */
export interface AuditFilter {
  /** The id or email of a person, or `command` or `system`. */
  actor: string | null
  /** One action, or all of a kind: `device.*`. */
  action: string | null
  subjectType: string | null
  subjectId: string | null
  from: Date | null
  to: Date | null
}

/** Newest first, with ids below `beforeId`. */
export function listEntries(
  db: Queryable,
  reach: Reach,
  filter: AuditFilter,
  { beforeId, limit }: { beforeId: number | null; limit: number },
): Promise<AuditEntry[]> {
  // A range of time is sorted by time: in the order of ids, everything newer would be read first.
  if (filter.from !== null || filter.to !== null) {
    return selectEntries(db, reach, filter, isBefore(beforeId), sql`order by at desc, id desc limit ${limit}`)
  }
  const isOlder = beforeId === null ? sql`true` : sql`id < ${beforeId}`
  return selectEntries(db, reach, filter, isOlder, sql`order by id desc limit ${limit}`)
}

/** Written in two parts, so that an index serves the first. */
function isBefore(id: number | null): Sql {
  if (id === null) return sql`true`
  const then = sql`(select e.at from audit_entries as e where e.id = ${id})`
  return sql`at <= ${then} and (at < ${then} or id < ${id})`
}

/** Oldest first, after `afterId` and up to `lastId`. */
export function nextEntries(
  db: Queryable,
  reach: Reach,
  filter: AuditFilter,
  page: { afterId: number; lastId: number; limit: number },
): Promise<AuditEntry[]> {
  const where = sql`id > ${page.afterId} and id <= ${page.lastId}`
  return selectEntries(db, reach, filter, where, sql`order by id limit ${page.limit}`)
}

/** Id of the newest entry; 0 if there is none. */
export async function findLastEntryId(db: Queryable): Promise<number> {
  const [row] = await db.query<{ id: number }>(sql`select coalesce(max(id), 0) as id from audit_entries`)
  return row!.id
}

function selectEntries(
  db: Queryable,
  reach: Reach,
  filter: AuditFilter,
  where: Sql,
  order: Sql,
): Promise<AuditEntry[]> {
  return db.query<AuditEntry>(sql`
    select
      id, at,
      jsonb_build_object(
        'type', case when actor_id is not null then 'user' when via in ('command', 'system') then via else 'unknown' end,
        'id', actor_id,
        'email', actor_email,
        'name', (select u.name from users as u where u.id = actor_id)
      ) as actor,
      via, address, action, jsonb_build_object('type', subject_type, 'id', subject_id, 'name', subject_name) as subject,
      before, after
    from audit_entries
    where ${where} and ${inReach(reach, 'admin', sql`site_id`)} and ${actorSql(filter.actor)} and ${actionSql(filter.action)}
      and (${filter.subjectType}::text is null or subject_type = ${filter.subjectType}::text)
      and (${filter.subjectId}::text is null or subject_id = ${filter.subjectId}::text)
      and (${filter.from}::timestamptz is null or at >= ${filter.from}::timestamptz)
      and (${filter.to}::timestamptz is null or at < ${filter.to}::timestamptz)
    ${order}`)
}

function actorSql(actor: string | null): Sql {
  if (actor === null) return sql`true`
  if (actor === 'command' || actor === 'system') return sql`via = ${actor} and actor_id is null`
  if (actor.includes('@')) return sql`actor_email = ${emailKey(actor)}`
  return sql`actor_id = ${actor}::bigint`
}

function actionSql(action: string | null): Sql {
  if (action === null) return sql`true`
  if (!action.endsWith('.*')) return sql`action = ${action}`
  return sql`starts_with(action, ${action.slice(0, -1)})`
}
