import sql from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import type { Actor } from '../people/actor.ts'
import { mayActIn, type Reach, reachesSql } from '../reach/reach.ts'

/**
 * People to whom alerts and incidents of one of these sites can be assigned, of those where one may do so; a null site is the
 * installation.
 */
export async function listAssignees(
  db: Queryable,
  reach: Reach,
  siteIds: readonly (number | null)[],
): Promise<Actor[]> {
  const own = siteIds.filter((id) => mayActIn(reach, id, 'operator'))
  if (own.length === 0) return []
  return db.query<Actor>(sql`
    select id, email, name
    from users as u
    where enabled and exists (
      select from unnest(${own}::integer[]) as s (id) where ${reachesSql('u', 'operator', sql`s.id`)}
    )
    order by lower(name), email`)
}

/** The ones of these sites where somebody may assign to this person; a null site is the installation. */
export async function sitesOfAssignee(
  db: Queryable,
  reach: Reach,
  userId: number,
  siteIds: readonly (number | null)[],
): Promise<Set<number | null>> {
  const own = siteIds.filter((id) => mayActIn(reach, id, 'operator'))
  if (own.length === 0) return new Set()
  const rows = await db.query<{ id: number | null }>(sql`
    select distinct s.id
    from users as u
    cross join unnest(${own}::integer[]) as s (id)
    where u.id = ${userId} and u.enabled and ${reachesSql('u', 'operator', sql`s.id`)}`)
  return new Set(rows.map(({ id }) => id))
}
