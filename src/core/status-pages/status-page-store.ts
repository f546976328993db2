import sql from 'sql-template-tag'
import type { Static } from 'typebox'
import { secondsAfter } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { hashToken, isTokenShaped } from '../../platform/secrets.ts'
import { UPTIME_DAYS } from '../devices/presence/downtime-by-day.ts'
import { inReach, type Reach } from '../reach/reach.ts'
import type { ReachedId } from '../reach/reached-id.ts'
import type { ServiceFacts } from './status-page.ts'
import { MOST_DEVICES, NAME_IN_LABEL, type StatusPageShape } from './status-page-shapes.ts'

export type StatusPage = Static<typeof StatusPageShape> & { version: number }
/** A device on a status page. */
export type PageDevice = StatusPage['devices'][number]
/** A tag on a status page: all devices of the site that have it. */
export type PageTag = StatusPage['tags'][number]

const SELECT = sql`
  select
    p.site_id, p.title, p.subscription, p.version, p.created_at,
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
    ) as devices,
    coalesce(
      (
        select json_agg(json_build_object('tag', t.tag, 'group_name', t.group_name, 'label', t.label) order by t.place)
        from status_page_tags as t
        where t.site_id = p.site_id
      ),
      '[]'
    ) as tags
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
  subscription: boolean
  version: number
  shown_version: number
}

/** The page with this secret in its address; null for any other text. */
export async function findPublicPage(db: Queryable, secret: string): Promise<PublicPage | null> {
  if (!isTokenShaped(secret)) return null
  const [page] = await db.query<PublicPage>(
    sql`
      select site_id, title, subscription, version, shown_version
      from status_pages
      where secret_hash = ${hashToken(secret)}`,
  )
  return page ?? null
}

/** A device on a page with all that its state and uptime follow from. */
interface ServiceRow extends ServiceFacts {
  /** Count of all devices that the page could show. */
  total: number
  group_name: string
  label: string
  uptime_since: Date | null
  offline_at: Date | null
  /** Seconds by day. */
  offline_days: Record<string, number>
}

/**
 * Devices of a page in their order, each once: those that it names, then those of its tags. Deleted ones and those of another
 * site are not on it. Those of a tag have its label with a number, or with their name where the label says so.
 */
const entriesOf = (siteId: number) => sql`
  select
    o.id, o.tag, o.group_name,
    case
      when o.tag is null then o.label
      when o.named is not null then left(replace(o.label, ${NAME_IN_LABEL}, d.name), 200)
      when count(*) over of_tag = 1 then o.label
      else o.label || ' ' || row_number() over (partition by o.tag order by o.id)
    end as label,
    (row_number() over (order by o.tag is not null, o.place, o.named, o.id))::integer as place,
    (count(*) over ())::integer as total
  from (
    select distinct on (given.id) given.*
    from (
      select e.device_id as id, null as tag, e.place, e.group_name, e.label, null as named
      from status_page_devices as e
      where e.site_id = ${siteId}
      union all
      select
        tagged.id, t.tag, t.place, t.group_name, t.label,
        case when strpos(t.label, ${NAME_IN_LABEL}) > 0 then lower(tagged.name) end
      from status_page_tags as t
      join devices as tagged on tagged.site_id = t.site_id and t.tag = any (tagged.tags) and tagged.deleted_at is null
      where t.site_id = ${siteId}
    ) as given
    order by given.id, given.tag is not null, given.place
  ) as o
  join devices as d on d.id = o.id and d.site_id = ${siteId} and d.deleted_at is null
  window of_tag as (partition by o.tag)`

/** The devices of a page in their order, as many as it shows. */
export function listServices(db: Queryable, siteId: number, now: Date): Promise<ServiceRow[]> {
  return db.query<ServiceRow>(sql`
    select
      e.group_name, e.label, e.total, d.id, d.site_id, d.module, d.tags, d.enabled, s.status,
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
    from (${entriesOf(siteId)}) as e
    join devices as d on d.id = e.id
    join device_states as s on s.device_id = d.id
    where e.place <= ${MOST_DEVICES}
    order by e.place`)
}

/** Devices that the page shows. */
export async function listServiceIds(db: Queryable, siteId: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    sql`select e.id from (${entriesOf(siteId)}) as e where e.place <= ${MOST_DEVICES}`,
  )
  return rows.map(({ id }) => id)
}

/** The same with the labels that visitors read. */
export function listServiceLabels(
  db: Queryable,
  siteId: ReachedId<'site'>,
): Promise<{ device_id: number; label: string }[]> {
  return db.query(sql`
    select e.id as device_id, e.label
    from (${entriesOf(siteId)}) as e
    where e.place <= ${MOST_DEVICES}
    order by e.place`)
}

/** By tag of the page: devices that stand on it because of the tag, and how many of them it shows. */
export async function countByTag(
  db: Queryable,
  siteId: ReachedId<'site'>,
): Promise<Map<string, { all: number; shown: number }>> {
  const rows = await db.query<{ tag: string; all: number; shown: number }>(sql`
    select e.tag, count(*)::integer as all, (count(*) filter (where e.place <= ${MOST_DEVICES}))::integer as shown
    from (${entriesOf(siteId)}) as e
    where e.tag is not null
    group by e.tag`)
  return new Map(rows.map(({ tag, ...counts }) => [tag, counts]))
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
  { site_id, title, subscription }: Pick<StatusPage, 'site_id' | 'title' | 'subscription'>,
  secret: string,
  now: Date,
): Promise<void> {
  await tx.query(sql`
    insert into status_pages (site_id, title, subscription, secret_hash, created_at)
    values (${site_id}, ${title}, ${subscription}, ${hashToken(secret)}, ${now})`)
}

export async function updateStatusPage(
  tx: Queryable,
  { site_id, title, subscription }: Pick<StatusPage, 'site_id' | 'title' | 'subscription'>,
): Promise<void> {
  await tx.query(sql`
    update status_pages
    set title = ${title}, subscription = ${subscription}, version = version + 1
    where site_id = ${site_id}`)
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

export async function replaceTags(tx: Queryable, siteId: number, tags: readonly PageTag[]): Promise<void> {
  await tx.query(sql`delete from status_page_tags where site_id = ${siteId}`)
  await tx.query(sql`
    insert into status_page_tags (site_id, tag, place, group_name, label)
    select ${siteId}, tag, place, group_name, label
    from rows from (
      jsonb_to_recordset(${JSON.stringify(tags)}::jsonb) as (tag text, group_name text, label text)
    ) with ordinality as e (tag, group_name, label, place)`)
}

/** The public page is computed anew; whoever edits it is not disturbed. */
export async function touchStatusPage(tx: Queryable, siteId: number): Promise<void> {
  await tx.query(sql`update status_pages set shown_version = shown_version + 1 where site_id = ${siteId}`)
}

/** The number of something that subscribers are to be told. The page is locked, so numbers are committed in their order. */
export async function nextNews(tx: Queryable, siteId: number): Promise<number> {
  const [row] = await tx.query<{ news: number }>(sql`
    update status_pages
    set news = news + 1, shown_version = shown_version + 1
    where site_id = ${siteId}
    returning news`)
  return row!.news
}

export async function deletePage(tx: Queryable, siteId: number): Promise<void> {
  await tx.query(sql`delete from status_pages where site_id = ${siteId}`)
}

/** Takes a device that is deleted, handed over or moved to another site off the page of this one. */
export async function leaveStatusPage(tx: Queryable, deviceId: number, siteId: number): Promise<void> {
  await tx.query(sql`
    with gone as (
      delete from status_page_devices where device_id = ${deviceId} returning site_id
    )
    update status_pages set version = version + 1 where site_id in (select site_id from gone)`)
  // It may have stood there by a tag.
  await tx.query(sql`
    update status_pages as p
    set shown_version = p.shown_version + 1
    where p.site_id = ${siteId} and exists (select from status_page_tags as t where t.site_id = ${siteId})`)
}
