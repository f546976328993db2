import sql from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import type { Actor } from '../people/actor.ts'

/** Those who can be given an alert or an incident. */
export function listAssignees(db: Queryable): Promise<Actor[]> {
  return db.query<Actor>(sql`
    select id, email from users where enabled and role in ('admin', 'operator') order by email`)
}
