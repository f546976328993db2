import sql, { type Sql } from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import { inReach, type Reach } from '../reach/reach.ts'
import type { ReachedId } from '../reach/reached-id.ts'
import type { MemberRole } from '../reach/role.ts'
import type { SiteName } from '../reach/site-name.ts'

/** Channel of changes of what caches know of a site, for the caches of every node. */
export const SITE_CHANGED = 'site_changed'

/** Settings of a site. */
export interface SiteSettings {
  name: string
  notes: string
  /** Readings that each of its devices may send a minute; null: as the installation says; 0: no limit. */
  device_readings_per_minute: number | null
  /** The same for all of its devices together. */
  site_readings_per_minute: number | null
  /** Days for which its readings are kept, at least; null: as the installation says. */
  retention_days: number | null
}

export interface SiteRecord extends SiteSettings {
  id: ReachedId<'site'>
  /** Devices that are not deleted. */
  devices: number
  version: number
  created_at: Date
}

const RECORD = sql`
  s.id, s.name, s.notes, s.device_readings_per_minute, s.site_readings_per_minute, s.retention_days,
  s.version, s.created_at,
  (select count(*)::integer from devices as d where d.site_id = s.id and d.deleted_at is null) as devices`

/** The sites in reach, by name. */
export function listSites(db: Queryable, reach: Reach): Promise<SiteRecord[]> {
  return db.query<SiteRecord>(sql`
    select ${RECORD}
    from sites as s
    where s.deleted_at is null and ${inReach(reach, 'viewer', sql`s.id`)}
    order by lower(s.name), s.id`)
}

export async function findSite(db: Queryable, reach: Reach, id: number): Promise<SiteRecord | null> {
  const [site] = await db.query<SiteRecord>(sql`
    select ${RECORD}
    from sites as s
    where s.id = ${id}::bigint and s.deleted_at is null and ${inReach(reach, 'viewer', sql`s.id`)}`)
  return site ?? null
}

/** By id; deleted ones too. */
export async function findSiteNames(
  db: Queryable,
  ids: readonly (number | null)[],
): Promise<Map<number | null, SiteName>> {
  const sites = await db.query<SiteName>(
    sql`select id, name from sites where id = any (${[...new Set(ids)]}::integer[])`,
  )
  return new Map(sites.map((site) => [site.id, site]))
}

interface LockedSite extends SiteSettings {
  /** Its own id, as records of a site have it. */
  site_id: number
  version: number
}

/**
 * Locked until the transaction ends. Rows that refer to it are still added: readings that open incidents do not wait.
 * Null if there is no such site.
 */
export const lockSite = (tx: Queryable, id: number): Promise<LockedSite | null> =>
  selectLocked(tx, id, sql`for no key update`)

/** The same, and nothing is put into it meanwhile. */
export const lockSiteToDelete = (tx: Queryable, id: number): Promise<LockedSite | null> =>
  selectLocked(tx, id, sql`for update`)

/** Keeps a site in its cell while something of it is added there. */
export async function keepInCell(tx: Queryable, id: number | null): Promise<void> {
  await tx.query(sql`select from sites where id = ${id} for no key update`)
}

async function selectLocked(tx: Queryable, id: number, lock: Sql): Promise<LockedSite | null> {
  const [site] = await tx.query<LockedSite>(sql`
    select id as site_id, name, notes, device_readings_per_minute, site_readings_per_minute, retention_days, version
    from sites
    where id = ${id}::bigint and deleted_at is null
    ${lock}`)
  return site ?? null
}

/** The cell with the fewest devices. */
async function findEmptiestCell(tx: Queryable): Promise<number> {
  const [cell] = await tx.query<{ number: number }>(sql`
    select c.number
    from cells as c
    left join sites as s on s.cell = c.number
    left join devices as d on d.site_id = s.id and d.deleted_at is null
    where c.joined
    group by c.number
    order by count(d.id), count(distinct s.id), c.number
    limit 1`)
  return cell!.number
}

export async function insertSite(tx: Queryable, site: SiteSettings, now: Date): Promise<number> {
  const cell = await findEmptiestCell(tx)
  const [added] = await tx.query<{ id: number }>(sql`
    insert into sites (
      name, notes, device_readings_per_minute, site_readings_per_minute, retention_days, created_at, cell
    )
    values (
      ${site.name}, ${site.notes}, ${site.device_readings_per_minute}, ${site.site_readings_per_minute},
      ${site.retention_days}, ${now}, ${cell}
    )
    returning id`)
  return added!.id
}

export async function updateSite(tx: Queryable, id: number, site: SiteSettings): Promise<void> {
  await tx.query(sql`
    update sites
    set
      name = ${site.name},
      notes = ${site.notes},
      device_readings_per_minute = ${site.device_readings_per_minute},
      site_readings_per_minute = ${site.site_readings_per_minute},
      retention_days = ${site.retention_days},
      version = version + 1
    where id = ${id}`)
  await tx.notify(SITE_CHANGED, String(id))
}

export async function markSiteDeleted(tx: Queryable, id: number, now: Date): Promise<void> {
  await tx.query(sql`update sites set deleted_at = ${now}, version = version + 1 where id = ${id}`)
}

export async function countSites(db: Queryable): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::integer as count from sites where deleted_at is null`)
  return row!.count
}

/** A person with a role in a site. */
export interface SiteMember {
  user_id: number
  name: string
  email: string
  role: MemberRole
  /** Those that `family` sees, by name; null for other roles. */
  devices: { id: number; name: string }[] | null
}

/** The members of a site, by name. People with a role everywhere are not among them. */
export function listSiteMembers(db: Queryable, siteId: ReachedId<'site'>): Promise<SiteMember[]> {
  return db.query<SiteMember>(sql`
    select u.id as user_id, u.name, u.email, m.role, m.devices
    from (
      select user_id, role, null::jsonb as devices from site_members where site_id = ${siteId}
      union all
      select
        f.user_id, 'family',
        coalesce(
          jsonb_agg(jsonb_build_object('id', d.id, 'name', d.name) order by lower(d.name), d.id)
            filter (where d.id is not null),
          '[]'
        )
      from family_devices as f
      left join devices as d on d.id = f.device_id and ${isSeen}
      where f.site_id = ${siteId}
      group by f.user_id
    ) as m
    join users as u on u.id = m.user_id
    order by lower(u.name), u.id`)
}

/** A condition on a device `d` that a family was to see: only while it is in the site. */
export const isSeen = sql`d.site_id = f.site_id and d.deleted_at is null`

/** A site of which somebody is a member. */
export interface OwnSite {
  id: number
  name: string
  role: MemberRole
  /** Devices that they see. */
  devices: number
}

/** The sites of which somebody is a member, by name. */
export function listMemberships(db: Queryable, reach: Reach, userId: number): Promise<OwnSite[]> {
  return db.query<OwnSite>(sql`
    select
      s.id, s.name, m.role,
      coalesce(
        m.devices, (select count(*)::integer from devices as d where d.site_id = s.id and d.deleted_at is null)
      ) as devices
    from (
      select site_id, role, null::integer as devices from site_members where user_id = ${userId}
      union all
      select f.site_id, 'family', count(d.id)::integer
      from family_devices as f
      left join devices as d on d.id = f.device_id and ${isSeen}
      where f.user_id = ${userId}
      group by f.site_id
    ) as m
    join sites as s on s.id = m.site_id and s.deleted_at is null
    where ${inReach(reach, 'viewer', sql`s.id`)}
    order by lower(s.name), s.id`)
}
