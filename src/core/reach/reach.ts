import sql, { raw, type Sql } from 'sql-template-tag'
import { higherRole, lesserRole, mayActAs, ROLES, type Role } from './role.ts'

declare const isReach: unique symbol

/**
 * The rights of somebody: a role everywhere, and a role in each of some sites. Grants only add. Every query that
 * people cause takes one, so that forgetting it does not compile.
 */
export interface Reach {
  /** The role in all sites and for what belongs to none; null without one. */
  everywhere: Role | null
  /** By site id. */
  sites: ReadonlyMap<number, Role>
  readonly [isReach]: true
}

export const reachWith = (everywhere: Role | null, sites: Iterable<readonly [number, Role]> = []): Reach =>
  ({ everywhere, sites: new Map(sites) }) as unknown as Reach

/** The reach of the service itself and of commands. */
export const INSTALLATION: Reach = reachWith('admin')

export const NO_REACH: Reach = reachWith(null)

/** The role in a site; for `null`, the role for what belongs to the whole installation. */
export const roleIn = ({ everywhere, sites }: Reach, siteId: number | null): Role | null =>
  higherRole(everywhere, siteId === null ? null : (sites.get(siteId) ?? null))

export function mayActIn(reach: Reach, siteId: number | null, needed: Role): boolean {
  const role = roleIn(reach, siteId)
  return role !== null && mayActAs(role, needed)
}

/** The highest role anywhere: what the person may do at all. */
export const highestRole = ({ everywhere, sites }: Reach): Role | null =>
  [...sites.values()].reduce<Role | null>(higherRole, everywhere)

export const mayActSomewhere = (reach: Reach, needed: Role): boolean => {
  const role = highestRole(reach)
  return role !== null && mayActAs(role, needed)
}

/** The sites in which one has at least this role. */
export function sitesWith(reach: Reach, needed: Role): 'all' | number[] {
  if (mayActIn(reach, null, needed)) return 'all'
  return [...reach.sites].filter(([, role]) => mayActAs(role, needed)).map(([id]) => id)
}

/** At most this role, and only in these sites if there is a list: the reach of a token, or of a page about one site. */
export function limitedReach(reach: Reach, most: Role | null, only: readonly number[] | null): Reach {
  const capped = (role: Role | null) => (role === null ? null : lesserRole(role, most))
  const roles = (ids: Iterable<number>) => [...ids].map((id): [number, Role | null] => [id, capped(roleIn(reach, id))])
  const isGranted = (entry: [number, Role | null]): entry is [number, Role] => entry[1] !== null
  return only === null
    ? reachWith(capped(reach.everywhere), roles(reach.sites.keys()).filter(isGranted))
    : reachWith(null, roles(only).filter(isGranted))
}

/** Only one site, or only what belongs to the installation: where something of it may be chosen from. */
export const ofSite = (reach: Reach, siteId: number | null): Reach =>
  siteId === null ? reach : limitedReach(reach, null, [siteId])

/** A condition on a column with a site id: whether it is of a site with at least this role there. */
export function inReach(reach: Reach, needed: Role, column: Sql): Sql {
  const sites = sitesWith(reach, needed)
  if (sites === 'all') return sql`true`
  // An index has the rows of a single site in their order.
  return sites.length === 1 ? sql`${column} = ${sites[0]}` : sql`${column} = any (${sites}::integer[])`
}

/** The same for what may belong to the whole installation (null), which everybody sees. */
export function inReachOrShared(reach: Reach, needed: Role, column: Sql): Sql {
  const sites = sitesWith(reach, needed)
  return sites === 'all' ? sql`true` : sql`(${column} is null or ${column} = any (${sites}::integer[]))`
}

/** Selects the ids of the devices in reach, deleted ones included. */
export const devicesInReach = (reach: Reach): Sql =>
  sql`select reached.id from devices as reached where ${inReach(reach, 'viewer', sql`reached.site_id`)}`

/** A condition on a column with a device id: whether the device is of a site in reach. */
export const ofDevicesInReach = (reach: Reach, column: Sql): Sql =>
  sitesWith(reach, 'viewer') === 'all' ? sql`true` : sql`${column} in (${devicesInReach(reach)})`

/** Whether administrators need a second factor, and this person has none and does not leave it to a provider. */
const lacksFactorOfAdmins = (user: string) => `(
  (select value #>> '{}' from settings where key = 'second_factor_required') = 'admins'
  and not exists (select from authenticator_apps where user_id = ${user}.id)
  and not exists (select from passkeys where user_id = ${user}.id)
  and not (${user}.password_hash is null and exists (select from identities where user_id = ${user}.id))
)`

/** Whether a person of the table with this alias is an administrator of a site, but lacks the second factor for it. */
export const isHeldBackSql = (user: string): Sql =>
  raw(`(${lacksFactorOfAdmins(user)} and exists (
    select from site_members as m
    join sites as s on s.id = m.site_id and s.deleted_at is null
    where m.user_id = ${user}.id and m.role = 'admin'
  ))`)

/**
 * Selects the reach of a person of the table with this alias, to be read by `storedReach`. An administrator of a site who
 * lacks the second factor of administrators is an operator there: whoever is made one must not be kept from the rest.
 */
export const reachSql = (user: string): Sql =>
  raw(`${user}.role as everywhere, (
  select json_agg(json_build_array(
    m.site_id, case when m.role = 'admin' and ${lacksFactorOfAdmins(user)} then 'operator' else m.role end
  ))
  from site_members as m
  join sites as s on s.id = m.site_id and s.deleted_at is null
  where m.user_id = ${user}.id
) as memberships`)

export interface StoredReach {
  everywhere: Role | null
  /** Site ids with roles. */
  memberships: [number, Role][] | null
}

export const storedReach = ({ everywhere, memberships }: StoredReach): Reach => reachWith(everywhere, memberships ?? [])

/** Whether a person of the table with this alias has at least this role in a site; a null site is the installation. */
export const reachesSql = (user: string, needed: Role, site: Sql): Sql => {
  const roles = ROLES.slice(0, ROLES.indexOf(needed) + 1)
  return sql`(
    coalesce(${raw(user)}.role = any (${roles}::text[]), false)
    or exists (
      select from site_members as m
      where m.user_id = ${raw(user)}.id and m.site_id = ${site} and m.role = any (${roles}::text[])
    )
  )`
}
