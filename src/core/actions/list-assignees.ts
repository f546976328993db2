import sql from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import type { Actor } from '../people/actor.ts'
import { reachesSql } from '../reach/reach.ts'

/** People to whom alerts and incidents of a site can be assigned. */
export function listAssignees(db: Queryable, siteId: number | null): Promise<Actor[]> {
  return db.query<Actor>(sql`
    select id, email, name
    from users as u
    where enabled and ${reachesSql('u', 'operator', sql`${siteId}::integer`)}
    order by lower(name), email`)
}
