import sql from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import type { Actor } from '../people/actor.ts'
import { reachesSql } from '../reach/reach.ts'

/** People to whom alerts and incidents of one of these sites can be assigned; a null site is the installation. */
export function listAssignees(db: Queryable, siteIds: readonly (number | null)[]): Promise<Actor[]> {
  return db.query<Actor>(sql`
    select id, email, name
    from users as u
    where enabled and exists (
      select from unnest(${siteIds}::integer[]) as s (id) where ${reachesSql('u', 'operator', sql`s.id`)}
    )
    order by lower(name), email`)
}
