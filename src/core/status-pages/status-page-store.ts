import sql from 'sql-template-tag'
import type { Static } from 'typebox'
import { secondsAfter } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { hashToken, isTokenShaped } from '../../platform/secrets.ts'
import { UPTIME_DAYS } from '../devices/presence/downtime-by-day.ts'
import { inReach, type Reach } from '../reach/reach.ts'
import type { ReachedId } from '../reach/reached-id.ts'
import type { ServiceFacts } from './status-page.ts'
import type { StatusPageShape } from './status-page-shapes.ts'

export type StatusPage = Static<typeof StatusPageShape> & { version: number }
/** A device on a status page. */
export type PageDevice = StatusPage['devices'][number]

const SELECT = sql`
  select
    p.site_id, p.title, p.version, p.created_at,
    coalesce(
      (
        select json_agg(
          json_build_object('device_id', e.device_id, 'group_name', e.group_name, 'label', e.label) order by e.place
        )
        from status_page_devices as e
        join devices as d on d.id = e.device_id and d.site_id = e.site_id and d.deleted_at is null
        where e.site_id = p.site_id
      ),
      '[]'
    ) as devices
  from status_pages as p`

/** The page of a site, for its administrators. */
export async function findStatusPage(db: Queryable, reach: Reach, siteId: number): Promise<StatusPage | null> {
  const [page] = await db.query<StatusPage>(
    sql`${SELECT} where p.site_id = ${siteId}::bigint and ${inReach(reach, 'admin', sql`p.site_id`)}`,
  )
  return page ?? null
}

/** Locked until the transaction ends. */
export async function lockStatusPage(tx: Queryable, siteId: number): Promise<StatusPage | null> {
  const [page] = await tx.query<StatusPage>(sql`${SELECT} where p.site_id = ${siteId} for update of p`)
  return page ?? null
}

/** A page as its address leads to it. */
export interface PublicPage {
  site_id: number
  title: string
  version: number
  notices_version: number
}

/** The page with this secret in its address; null for any other text. */
export async function findPublicPage(db: Queryable, secret: string): Promise<PublicPage | null> {
  if (!isTokenShaped(secret)) return null
  const [page] = await db.query<PublicPage>(
    sql`select site_id, title, version, notices_version from status_pages where secret_hash = ${hashToken(secret)}`,
  )
  return page ?? null
}

/** A device on a page with all that its state and uptime follow from. */
interface ServiceRow extends ServiceFacts {
  group_name: string
  label: string
  uptime_since: Date | null
  offline_at: Date | null
  /** Seconds by day. */
  offline_days: Record<string, number>
}

/** The devices of a page in their order. Those of another site and deleted ones are not on it. */
export function listServices(db: Queryable, siteId: number, now: Date): Promise<ServiceRow[]> {
  return db.query<ServiceRow>(sql`
    select
      e.group_name, e.label, d.id, d.site_id, d.module, d.tags, d.enabled, s.status,
      s.uptime_since,
      case when s.status = 'offline' then s.offline_at end as offline_at,
      coalesce(
        (
          select json_agg(json_build_object(
            'rule_key', a.rule_key, 'module', a.module, 'severity', a.severity,
            'is_safety', coalesce((r.definition -> 'incident' ->> 'own')::boolean, false)
          ))
          from alerts as a
          left join rules as r on r.key = a.rule_key
          where a.device_id = d.id and a.status <> 'resolved' and coalesce(a.current_severity, a.severity) <> 'info'
        ),
        '[]'
      ) as alerts,
      coalesce(
        (
          select json_object_agg(o.day, o.offline_s)
          from offline_days as o
          where o.device_id = d.id
            and o.day >= (${secondsAfter(now, -UPTIME_DAYS * 86_400)}::timestamptz at time zone 'UTC')::date
        ),
        '{}'
      ) as offline_days
    from status_page_devices as e
    join devices as d on d.id = e.device_id and d.site_id = e.site_id and d.deleted_at is null
    join device_states as s on s.device_id = d.id
    where e.site_id = ${siteId}
    order by e.place`)
}

/** Devices that the page shows. */
export async function listServiceIds(db: Queryable, siteId: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`
    select d.id
    from status_page_devices as e
    join devices as d on d.id = e.device_id and d.site_id = e.site_id and d.deleted_at is null
    where e.site_id = ${siteId}`)
  return rows.map(({ id }) => id)
}

/** Those of the devices that are in the site, locked: none of them leaves it before this transaction is over. */
export async function listOwnDevices(tx: Queryable, siteId: number, ids: readonly number[]): Promise<Set<number>> {
  const rows = await tx.query<{ id: number }>(sql`
    select id
    from devices
    where id = any (${[...ids]}::integer[]) and site_id = ${siteId} and deleted_at is null
    order by id
    for no key update`)
  return new Set(rows.map(({ id }) => id))
}

/** Devices of the site that are not on its page, by name, to be suggested. */
export async function listAbsentNames(db: Queryable, siteId: ReachedId<'site'>, limit: number): Promise<string[]> {
  const rows = await db.query<{ name: string }>(sql`
    select d.name
    from devices as d
    where d.site_id = ${siteId} and d.deleted_at is null
      and not exists (select from status_page_devices as e where e.site_id = ${siteId} and e.device_id = d.id)
    order by lower(d.name), d.id
    limit ${limit}`)
  return rows.map(({ name }) => name)
}

export async function insertStatusPage(
  tx: Queryable,
  { site_id, title }: Pick<StatusPage, 'site_id' | 'title'>,
  secret: string,
  now: Date,
): Promise<void> {
  await tx.query(sql`
    insert into status_pages (site_id, title, secret_hash, created_at)
    values (${site_id}, ${title}, ${hashToken(secret)}, ${now})`)
}

export async function updateStatusPage(tx: Queryable, siteId: number, title: string): Promise<void> {
  await tx.query(sql`update status_pages set title = ${title}, version = version + 1 where site_id = ${siteId}`)
}

export async function replaceSecret(tx: Queryable, siteId: number, secret: string): Promise<void> {
  await tx.query(sql`
    update status_pages set secret_hash = ${hashToken(secret)}, version = version + 1 where site_id = ${siteId}`)
}

export async function replaceDevices(tx: Queryable, siteId: number, devices: readonly PageDevice[]): Promise<void> {
  await tx.query(sql`delete from status_page_devices where site_id = ${siteId}`)
  await tx.query(sql`
    insert into status_page_devices (site_id, device_id, place, group_name, label)
    select ${siteId}, device_id, place, group_name, label
    from rows from (
      jsonb_to_recordset(${JSON.stringify(devices)}::jsonb) as (device_id integer, group_name text, label text)
    ) with ordinality as e (device_id, group_name, label, place)`)
}

export async function deletePage(tx: Queryable, siteId: number): Promise<void> {
  await tx.query(sql`delete from status_pages where site_id = ${siteId}`)
}

/** Takes a device that is deleted, handed over or moved to another site off its page. */
export async function leaveStatusPage(tx: Queryable, deviceId: number): Promise<void> {
  await tx.query(sql`
    with gone as (
      delete from status_page_devices where device_id = ${deviceId} returning site_id
    )
    update status_pages set version = version + 1 where site_id in (select site_id from gone)`)
}
