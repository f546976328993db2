import sql from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import { forbidden, invalidField } from '../../platform/errors.ts'
import { mayActIn, type Reach } from '../reach/reach.ts'
import type { MemberRole, Role } from '../reach/role.ts'

/** One page each. */
export const MOST_FAMILY_DEVICES = 20

/** A role in a site. */
export interface Membership {
  site_id: number
  role: MemberRole
  /** Ids of the devices that `family` sees; for other roles, there are none. */
  devices?: readonly number[] | undefined
}

/**
 * Adds memberships, or changes their roles. Throws 400 for a site that does not exist, and for devices that are not of the site
 * or go with no other role than `family`.
 */
export async function saveMemberships(
  tx: Queryable,
  userId: number,
  memberships: readonly Membership[],
  now: Date,
): Promise<void> {
  const sites = await tx.query<{ id: number }>(sql`
    select id
    from sites
    where deleted_at is null and id = any (${memberships.map(({ site_id }) => site_id)}::integer[])
    order by id
    for no key update`)
  const unknown = memberships.find(({ site_id }) => sites.every(({ id }) => id !== site_id))
  if (unknown !== undefined) throw invalidField('/memberships', 'no_such_site', unknown.site_id)
  for (const { site_id, role, devices = [] } of memberships) {
    if (role !== 'family' && devices.length > 0) throw invalidField('/devices', 'family_alone')
    await saveFamilyDevices(tx, { userId, siteId: site_id }, role === 'family' ? devices : null, now)
  }
  await tx.query(sql`
    insert into site_members as m (site_id, user_id, role)
    select w.site_id, ${userId}, w.role
    from jsonb_to_recordset(${JSON.stringify(memberships)}::jsonb) as w (site_id integer, role text)
    where w.role <> 'family'
    on conflict (site_id, user_id) do update set role = excluded.role where m.role <> excluded.role`)
}

/** Null: the person is no family there. Devices that they see already keep their time. */
async function saveFamilyDevices(
  tx: Queryable,
  { userId, siteId }: { userId: number; siteId: number },
  devices: readonly number[] | null,
  now: Date,
): Promise<void> {
  const chosen = devices ?? []
  await tx.query(sql`
    delete from family_devices
    where user_id = ${userId} and site_id = ${siteId} and not device_id = any (${chosen}::integer[])`)
  if (devices === null) return
  if (chosen.length === 0 || chosen.length > MOST_FAMILY_DEVICES)
    throw invalidField('/devices', 'family_devices', MOST_FAMILY_DEVICES)
  await tx.query(sql`delete from site_members where user_id = ${userId} and site_id = ${siteId}`)
  const found = await tx.query<{ id: number }>(sql`
    select id from devices where id = any (${chosen}::integer[]) and site_id = ${siteId} and deleted_at is null`)
  const foreign = chosen.find((one) => found.every(({ id }) => id !== one))
  if (foreign !== undefined) throw invalidField('/devices', 'no_such_device', foreign)
  await tx.query(sql`
    insert into family_devices (user_id, site_id, device_id, since)
    select ${userId}, ${siteId}, chosen.id, ${now}
    from unnest(${found.map(({ id }) => id)}::integer[]) as chosen (id)
    on conflict do nothing`)
}

/** Nobody who chose a device for relatives knows of the people whom it is with elsewhere. */
export async function leaveFamily(tx: Queryable, deviceId: number): Promise<void> {
  await tx.query(sql`delete from family_devices where device_id = ${deviceId}`)
}

/** The role of somebody in a site, as the audit log has it; null without one. */
export async function findMembership(
  tx: Queryable,
  siteId: number,
  userId: number,
): Promise<{ role: MemberRole; devices?: string[] } | null> {
  const [found] = await tx.query<{ role: Role | null; devices: string[] | null }>(sql`
    select
      (select role from site_members where site_id = ${siteId} and user_id = ${userId}) as role,
      (
        select json_agg(d.name || ' (#' || d.id || ')' order by d.id)
        from family_devices as f
        join devices as d on d.id = f.device_id
        where f.site_id = ${siteId} and f.user_id = ${userId}
      ) as devices`)
  const { role, devices } = found!
  if (role !== null) return { role }
  return devices === null ? null : { role: 'family', devices }
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
