import sql from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import type { Actor } from '../people/actor.ts'

/** People to whom alerts and incidents can be assigned. */
export function listAssignees(db: Queryable): Promise<Actor[]> {
  return db.query<Actor>(sql`
    select id, email, name
    from users
    where enabled and role in ('admin', 'operator')
    order by lower(name), email`)
}
