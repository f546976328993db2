import sql from 'sql-template-tag'
import type { Database, Queryable } from '../../platform/database/database.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { type ProvenBy, recordChange } from '../audit-log/record-change.ts'
import { inCellOfSite } from '../cells/find-cell.ts'
import { isKnownTo } from '../people/known-people.ts'
import { findMembership, type Membership, saveMemberships } from '../people/memberships.ts'
import { findUserByEmail, lockUser } from '../people/user-store.ts'
import type { Reach } from '../reach/reach.ts'
import { requireRole } from '../reach/require-role.ts'
import { lockSite } from '../sites/site-store.ts'
import { dropAssignments } from './drop-assignments.ts'

/** Every request reads the memberships of its person. */
const MOST_MEMBERSHIPS = 200

/**
 * Gives somebody, by id or email, a role in a site, or another one. A role everywhere stays beside it: the higher one counts. Throws 400
 * for wrong devices of a family, 403, 404, and 409 for a member of too many sites.
 */
export async function putMember(
  db: Database,
  { siteId, user: given, ...wanted }: Omit<Membership, 'site_id'> & { siteId: number; user: number | string },
  by: ProvenBy,
  now: Date,
): Promise<void> {
  const cell = await inCellOfSite(db, siteId)
  await cell.transaction(async (tx) => {
    const { site, user } = await lockBoth(tx, by.reach, siteId, given)
    const userId = user.id
    const [{ count }] = (await tx.query(sql`
      select count(*)::integer as count
      from (
        select site_id from site_members where user_id = ${userId}
        union
        select site_id from family_devices where user_id = ${userId}
      ) as own
      where site_id <> ${siteId}`)) as [{ count: number }]
    if (count >= MOST_MEMBERSHIPS) throw conflict('memberships_most', MOST_MEMBERSHIPS)
    const was = await findMembership(tx, siteId, userId)
    await saveMemberships(tx, userId, [{ ...wanted, site_id: siteId }], now)
    await dropAssignments(tx, siteId, assignedTo(userId))
    const subject = { type: 'site', id: siteId, name: site.name }
    const action = was === null ? 'site.member_added' : 'site.member_changed'
    // Fields that stay the same are left out of an entry, but this one says who it is about.
    const after = { member: user.email, ...(await findMembership(tx, siteId, userId)) }
    await recordChange(tx, by, { action, subject, before: was, after }, now)
  })
}

/**
 * Takes somebody out of a site: open alerts and incidents there are unassigned, and streams end. Throws 403 and
 * 404.
 */
export async function removeMember(
  db: Database,
  { siteId, userId }: { siteId: number; userId: number },
  by: ProvenBy,
  now: Date,
): Promise<void> {
  const cell = await inCellOfSite(db, siteId)
  await cell.transaction(async (tx) => {
    const { site, user } = await lockBoth(tx, by.reach, siteId, userId)
    const was = await findMembership(tx, siteId, userId)
    if (was === null) throw notFound('Member')
    await tx.query(sql`delete from site_members where site_id = ${siteId} and user_id = ${userId}`)
    await tx.query(sql`delete from family_devices where site_id = ${siteId} and user_id = ${userId}`)
    await dropAssignments(tx, siteId, assignedTo(userId))
    const subject = { type: 'site', id: siteId, name: site.name }
    const before = { member: user.email, ...was }
    await recordChange(tx, by, { action: 'site.member_removed', subject, before, after: null }, now)
  })
}

const assignedTo = (userId: number) => ({
  alerts: sql`a.assigned_to = ${userId}`,
  incidents: sql`i.assigned_to = ${userId}`,
})

/** The person first, as everywhere: two changes of one person wait for each other. */
async function lockBoth(tx: Queryable, reach: Reach, siteId: number, given: number | string) {
  const found = typeof given === 'number' ? given : (await findUserByEmail(tx, given))?.id
  const user = found === undefined ? null : await lockUser(tx, found)
  const site = requireRole(reach, 'admin', 'Site', await lockSite(tx, siteId))
  // Somebody who enters the email knows of the person already.
  const isKnown = typeof given === 'string' || (await isKnownTo(tx, reach, given))
  if (user === null || !isKnown) throw notFound('User')
  return { user, site }
}
