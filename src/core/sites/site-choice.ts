import Type from 'typebox'
import type { Queryable } from '../../platform/database/database.ts'
import { conflict, forbidden } from '../../platform/errors.ts'
import { NumberText } from '../../platform/http/schemas/shapes.ts'
import { mayActIn, type Reach } from '../reach/reach.ts'
import type { Role } from '../reach/role.ts'
import { chooseSite } from './choose-site.ts'

/** Limits a list to what belongs to one site; see `listedReach`. */
export const siteQuery = {
  site: Type.Optional(NumberText('^[1-9][0-9]{0,8}$', { minimum: 1, description: 'Only of the site with this ID' })),
}

/** In bodies with which people make something that belongs to a site, or to the whole installation. */
export const siteChoice = {
  site_id: Type.Optional(
    Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      minimum: 1,
      maximum: 2_147_483_647,
      description:
        'The site that it belongs to for good; null: the whole installation. By default the installation if your role ' +
        'is one everywhere, else your only site',
      examples: [null],
    }),
  ),
}

/**
 * The site of something new that may belong to the whole installation: the wanted one; by default the installation for
 * people with this role everywhere, for others their only site. Throws 400 for a site out of reach, and 403.
 */
export async function chooseSiteOrAll(
  tx: Queryable,
  reach: Reach,
  needed: Role,
  wanted: number | null | undefined,
): Promise<number | null> {
  if (wanted == null && mayActIn(reach, null, needed)) return null
  if (wanted === null) throw forbidden('needs_role', needed)
  return chooseSite(tx, reach, wanted ?? null, needed)
}

/** A record stays in its site: its past would otherwise be shown to others. Throws 409. */
export function refuseMove({ site_id }: { site_id: number | null }, wanted: number | null | undefined): void {
  if (wanted !== undefined && wanted !== site_id) throw conflict('site_fixed')
}
