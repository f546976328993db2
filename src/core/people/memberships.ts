import sql from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import { forbidden, invalidField } from '../../platform/errors.ts'
import { mayActIn, type Reach } from '../reach/reach.ts'
import type { Role } from '../reach/role.ts'

/** A role in a site. */
export interface Membership {
  site_id: number
  role: Role
}

/** Adds memberships, or changes their roles. Throws 400 for a site that does not exist. */
export async function saveMemberships(
  tx: Queryable,
  userId: number,
  memberships: readonly Membership[],
): Promise<void> {
  const sites = await tx.query<{ id: number }>(sql`
    select id
    from sites
    where deleted_at is null and id = any (${memberships.map(({ site_id }) => site_id)}::integer[])
    order by id
    for no key update`)
  const unknown = memberships.find(({ site_id }) => sites.every(({ id }) => id !== site_id))
  if (unknown !== undefined) throw invalidField('/memberships', 'no_such_site', unknown.site_id)
  await tx.query(sql`
    insert into site_members as m (site_id, user_id, role)
    select w.site_id, ${userId}, w.role
    from jsonb_to_recordset(${JSON.stringify(memberships)}::jsonb) as w (site_id integer, role text)
    on conflict (site_id, user_id) do update set role = excluded.role where m.role <> excluded.role`)
}

/**
 * Checks that one may give a new person this role everywhere and these memberships: administrators of a site only in
 * that site. Throws 400 and 403.
 */
export function checkGrants(reach: Reach, role: Role | null, memberships: readonly Membership[]): void {
  if (mayActIn(reach, null, 'admin')) return
  if (role !== null) throw forbidden('needs_role', 'admin')
  if (memberships.length === 0) throw invalidField('/memberships', 'which_site')
  const foreign = memberships.find(({ site_id }) => !mayActIn(reach, site_id, 'viewer'))
  if (foreign !== undefined) throw invalidField('/memberships', 'no_such_site', foreign.site_id)
  if (!memberships.every(({ site_id }) => mayActIn(reach, site_id, 'admin'))) throw forbidden('needs_role', 'admin')
}
