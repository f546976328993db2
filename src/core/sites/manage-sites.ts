import sql, { join, raw } from 'sql-template-tag'
import type { Database, Queryable } from '../../platform/database/database.ts'
import { isUniqueViolation } from '../../platform/database/sql-errors.ts'
import { conflict, forbidden } from '../../platform/errors.ts'
import { changedMeanwhile } from '../../platform/http/etags.ts'
import { HELD, type HeldBySite } from '../../platform/site-contents.ts'
import { type ChangeBy, recordChange } from '../audit-log/record-change.ts'
import { mayActIn } from '../reach/reach.ts'
import { requireRole } from '../reach/require-role.ts'
import { rowsOfSites } from './site-limits.ts'
import {
  countSites,
  insertSite,
  lockSite,
  lockSiteToDelete,
  markSiteDeleted,
  type SiteSettings,
  updateSite,
} from './site-store.ts'

/** Every list of sites is read whole. */
const MOST_SITES = 1_000

type NewSite = Pick<SiteSettings, 'name' | 'notes'> & Partial<SiteSettings>

/** Only administrators of the installation make sites. Throws 403, and 409 if the name is taken or there are too many. */
export async function createSite(db: Database, site: NewSite, by: ChangeBy, now: Date): Promise<number> {
  if (!mayActIn(by.reach, null, 'admin')) throw forbidden('needs_role', 'admin')
  return db.transaction(async (tx) => {
    if ((await countSites(tx)) >= MOST_SITES) throw conflict('sites_most', MOST_SITES)
    const after = { ...NO_LIMITS, ...site, name: site.name.trim() }
    const id = await insertSite(tx, after, now).catch(refuseTakenName)
    const subject = { type: 'site', id, name: after.name }
    await recordChange(tx, by, { action: 'site.created', subject, before: null, after }, now)
    return id
  })
}

const NO_LIMITS = { device_readings_per_minute: null, site_readings_per_minute: null, retention_days: null }

/**
 * Limits and the retention are changed by administrators of the installation alone: they protect it from the site. Throws 403, 404, 409 if
 * the name is taken, and 412 if another person changed it first.
 */
export async function changeSite(
  db: Database,
  id: number,
  changes: Partial<SiteSettings>,
  versions: number[] | null,
  by: ChangeBy,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { version, site_id: _site, ...before } = requireRole(by.reach, 'admin', 'Site', await lockSite(tx, id))
    if (versions !== null && !versions.includes(version)) throw changedMeanwhile()
    const after = { ...before, ...changes, name: changes.name?.trim() ?? before.name }
    if (!hasSameLimits(before, after) && !mayActIn(by.reach, null, 'admin')) throw forbidden('needs_role', 'admin')
    await updateSite(tx, id, after).catch(refuseTakenName)
    await recordChange(
      tx,
      by,
      { action: 'site.updated', subject: { type: 'site', id, name: after.name }, before, after },
      now,
    )
  })
}

const hasSameLimits = (one: SiteSettings, other: SiteSettings): boolean =>
  one.device_readings_per_minute === other.device_readings_per_minute &&
  one.site_readings_per_minute === other.site_readings_per_minute &&
  one.retention_days === other.retention_days

/**
 * Deletes a site that has neither devices nor anything of its own any more. Its name stays for the past. Throws 403,
 * 404, and 409 while it has something, or if it is the last one.
 */
export async function deleteSite(db: Database, id: number, by: ChangeBy, now: Date): Promise<void> {
  if (!mayActIn(by.reach, null, 'admin')) throw forbidden('needs_role', 'admin')
  await db.transaction(async (tx) => {
    const {
      version: _version,
      site_id,
      ...before
    } = requireRole(by.reach, 'admin', 'Site', await lockSiteToDelete(tx, id))
    const held = await countHeld(tx, id)
    if (Object.values(held).some((count) => count > 0)) throw conflict('site_in_use', held)
    if ((await countSites(tx)) === 1) throw conflict('last_site')
    await tx.query(sql`delete from site_members where site_id = ${id}`)
    await tx.query(sql`delete from family_devices where site_id = ${id}`)
    await tx.query(sql`delete from status_pages where site_id = ${id}`)
    await markSiteDeleted(tx, id, now)
    const subject = { type: 'site', id: site_id, name: before.name }
    await recordChange(tx, by, { action: 'site.deleted', subject, before, after: null }, now)
  })
}

async function countHeld(tx: Queryable, siteId: number): Promise<HeldBySite> {
  const counts = (Object.keys(HELD) as (keyof HeldBySite)[]).map((kind) => {
    const rows = sql`select site_id from ${rowsOfSites(kind)}`
    return sql`(select count(*)::integer from (${rows}) as held where site_id = ${siteId}) as ${raw(kind)}`
  })
  const [held] = await tx.query<HeldBySite>(sql`select ${join(counts)}`)
  return held!
}

function refuseTakenName(error: unknown): never {
  throw isUniqueViolation(error) ? conflict('site_name_taken') : error
}
