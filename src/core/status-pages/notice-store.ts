import sql from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import type { ReachedId } from '../reach/reached-id.ts'
import { type NoticeFacts, type NoticeUpdate, overAt } from './notice.ts'
import { MOST_LISTED_NOTICES } from './notice-shapes.ts'
import { touchStatusPage } from './status-page-store.ts'

/** A notice as it is stored. */
export interface StoredNotice extends NoticeFacts {
  id: number
  site_id: number
  title: string
  text: string
  over_at: Date | null
  device_ids: number[]
  updates: NoticeUpdate[]
  version: number
  created_at: Date
}
export type NoticeContent = Pick<StoredNotice, 'kind' | 'title' | 'text' | 'starts_at' | 'ends_at' | 'device_ids'>

const SELECT = sql`
  select
    n.id, n.site_id, n.kind, n.title, n.text, n.starts_at, n.ends_at, n.over_at, n.device_ids, n.updates, n.version,
    n.created_at
  from status_notices as n`

type Row = Omit<StoredNotice, 'updates'> & { updates: (Omit<NoticeUpdate, 'at'> & { at: string })[] }
const fromRow = ({ updates, ...notice }: Row): StoredNotice => ({
  ...notice,
  updates: updates.map(({ at, ...update }) => ({ at: new Date(at), ...update })),
})

/** Notices of a page, newest first. */
export async function listNotices(
  db: Queryable,
  siteId: ReachedId<'site'>,
  { beforeId, limit }: { beforeId: number | null; limit: number },
): Promise<StoredNotice[]> {
  const rows = await db.query<Row>(sql`
    ${SELECT}
    where n.site_id = ${siteId} and (${beforeId}::bigint is null or n.id < ${beforeId}::bigint)
    order by n.id desc
    limit ${limit}`)
  return rows.map(fromRow)
}

export async function findNotice(db: Queryable, siteId: ReachedId<'site'>, id: number): Promise<StoredNotice | null> {
  const [row] = await db.query<Row>(sql`${SELECT} where n.site_id = ${siteId} and n.id = ${id}::bigint`)
  return row === undefined ? null : fromRow(row)
}

/** Locked until the transaction ends. */
export async function lockNotice(tx: Queryable, siteId: number, id: number): Promise<StoredNotice | null> {
  const [row] = await tx.query<Row>(sql`${SELECT} where n.site_id = ${siteId} and n.id = ${id}::bigint for update`)
  return row === undefined ? null : fromRow(row)
}

/** Those that are not over, maintenance to come among them, by their time. */
export async function listCurrentNotices(db: Queryable, siteId: number, now: Date): Promise<StoredNotice[]> {
  const rows = await db.query<Row>(sql`
    ${SELECT}
    where n.site_id = ${siteId} and (n.over_at is null or n.over_at > ${now})
    order by n.starts_at, n.id
    limit ${MOST_LISTED_NOTICES}`)
  return rows.map(fromRow)
}

/** Those that are over, the last first. */
export async function listPastNotices(
  db: Queryable,
  siteId: number,
  { since, offset = 0, limit }: { since: Date | null; offset?: number; limit: number },
  now: Date,
): Promise<StoredNotice[]> {
  const rows = await db.query<Row>(sql`
    ${SELECT}
    where n.site_id = ${siteId} and n.over_at <= ${now}
      and (${since}::timestamptz is null or n.over_at >= ${since}::timestamptz)
    order by n.over_at desc, n.id desc
    limit ${limit} offset ${offset}`)
  return rows.map(fromRow)
}

export async function countNotices(db: Queryable, siteId: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    sql`select count(*)::integer as count from status_notices where site_id = ${siteId}`,
  )
  return row!.count
}

export async function insertNotice(
  tx: Queryable,
  siteId: number,
  { kind, title, text, starts_at, ends_at, device_ids }: NoticeContent,
  now: Date,
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(sql`
    insert into status_notices (site_id, kind, title, text, starts_at, ends_at, over_at, device_ids, created_at)
    values (
      ${siteId}, ${kind}, ${title}, ${text}, ${starts_at}, ${ends_at}, ${overAt({ kind, ends_at, updates: [] })},
      ${device_ids}::integer[], ${now}
    )
    returning id`)
  await touchStatusPage(tx, siteId)
  return row!.id
}

export async function updateNotice(
  tx: Queryable,
  { id, site_id, ...notice }: NoticeContent & Pick<StoredNotice, 'id' | 'site_id' | 'updates'>,
): Promise<void> {
  await tx.query(sql`
    update status_notices
    set
      title = ${notice.title}, text = ${notice.text}, starts_at = ${notice.starts_at}, ends_at = ${notice.ends_at},
      over_at = ${overAt(notice)}, device_ids = ${notice.device_ids}::integer[],
      updates = ${JSON.stringify(notice.updates)}::jsonb, version = version + 1
    where id = ${id}`)
  await touchStatusPage(tx, site_id)
}

export async function deleteNotice(tx: Queryable, siteId: number, id: number): Promise<void> {
  await tx.query(sql`delete from status_notices where site_id = ${siteId} and id = ${id}`)
  await touchStatusPage(tx, siteId)
}
