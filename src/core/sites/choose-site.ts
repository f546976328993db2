import sql from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import { forbidden, invalidField } from '../../platform/errors.ts'
import { inReach, type Reach } from '../reach/reach.ts'
import type { Role } from '../reach/role.ts'

/**
 * The site of something new: the wanted one, or else the only one in which the person has this role. Throws 400 for a
 * site out of reach, and if there are several to choose from. Locks it, so that it is not deleted meanwhile.
 */
export async function chooseSite(
  tx: Queryable,
  reach: Reach,
  wanted: number | null,
  needed: Role = 'operator',
): Promise<number> {
  const sites = await tx.query<{ id: number }>(sql`
    select id
    from sites
    where deleted_at is null and ${inReach(reach, needed, sql`id`)}
      and (${wanted}::integer is null or id = ${wanted})
    order by id
    limit 2
    -- It stays in its cell until what is added is there.
    for no key update`)
  if (sites.length === 1) return sites[0]!.id
  if (wanted !== null) throw invalidField('/site_id', 'no_such_site', wanted)
  if (sites.length === 0) throw forbidden('needs_role', needed)
  throw invalidField('/site_id', 'which_site')
}

/** The site of an installation with a single one; null with several. */
export async function findOnlySite(db: Queryable): Promise<number | null> {
  const sites = await db.query<{ id: number }>(sql`select id from sites where deleted_at is null order by id limit 2`)
  return sites.length === 1 ? sites[0]!.id : null
}
