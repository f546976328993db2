import sql, { type Sql } from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import { type Reach, sitesWith } from '../reach/reach.ts'

/**
 * A condition on a column with a user id: whether somebody with this reach may know of the person. That is so for
 * members of the same sites and for people with a role everywhere, who act there too. Families are known to administrators alone.
 */
export function visiblePeople(reach: Reach, user: Sql): Sql {
  const sites = sitesWith(reach, 'viewer')
  if (sites === 'all') return sql`true`
  return sql`${user} in (
    select m.user_id from site_members as m where m.site_id = any (${sites}::integer[])
    union all
    select everywhere.id from users as everywhere where everywhere.role is not null
    union all
    select f.user_id from family_devices as f where f.site_id = any (${sitesWith(reach, 'admin')}::integer[])
  )`
}

/** Whether somebody with this reach administers the person: everywhere, or in one of their sites. */
export function administeredBy(reach: Reach, user: Sql): Sql {
  const sites = sitesWith(reach, 'admin')
  if (sites === 'all') return sql`true`
  return sql`(
    exists (select from site_members as m where m.user_id = ${user} and m.site_id = any (${sites}::integer[]))
    or exists (select from family_devices as f where f.user_id = ${user} and f.site_id = any (${sites}::integer[]))
  )`
}

export async function isKnownTo(db: Queryable, reach: Reach, userId: number): Promise<boolean> {
  const rows = await db.query(sql`select from users where id = ${userId} and ${visiblePeople(reach, sql`id`)}`)
  return rows.length > 0
}
