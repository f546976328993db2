import { forbidden, notFound } from '../../platform/errors.ts'
import { mayActIn, mayActSomewhere, type Reach } from './reach.ts'
import type { Role } from './role.ts'

/** A record that belongs to a site, or to the whole installation (null). */
interface OfSite {
  site_id: number | null
}

/**
 * Checks what has been found and locked: throws 404, as for what does not exist, unless it is in reach, and 403 unless
 * the role there is high enough.
 */
export function requireRole<Found extends OfSite>(
  reach: Reach,
  needed: Role,
  what: string,
  found: Found | null | undefined,
): Found {
  if (found == null || !mayActIn(reach, found.site_id, 'viewer')) throw notFound(what)
  if (!mayActIn(reach, found.site_id, needed)) throw forbidden('needs_role', needed)
  return found
}

/** The same for what everybody sees when it belongs to the whole installation. */
export function requireRoleIfShared<Found extends OfSite>(
  reach: Reach,
  needed: Role,
  what: string,
  found: Found | null | undefined,
): Found {
  const isShared = found?.site_id === null && mayActSomewhere(reach, 'viewer')
  if (isShared && !mayActIn(reach, null, needed)) throw forbidden('needs_role', needed)
  return requireRole(reach, needed, what, found)
}
