import sql, { raw } from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import type { ReachedId } from '../reach/reached-id.ts'
import { type NoticeFacts, type NoticeUpdate, overAt } from './notice.ts'
import { MOST_LISTED_NOTICES } from './notice-shapes.ts'
import { nextNews, touchStatusPage } from './status-page-store.ts'

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
  /** Number among the news of its page, when it was written or last moved to another time. */
  news: number
  created_at: Date
}
export type NoticeContent = Pick<StoredNotice, 'kind' | 'title' | 'text' | 'starts_at' | 'ends_at' | 'device_ids'>

const COLUMNS = raw(`
  n.id, n.site_id, n.kind, n.title, n.text, n.starts_at, n.ends_at, n.over_at, n.device_ids, n.updates, n.version, n.news,
  n.created_at`)
const SELECT = sql`select ${COLUMNS} from status_notices as n`

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

/** Those with news behind this number, and the number of the last news that the page has. */
export async function listNews(
  db: Queryable,
  siteId: number,
  behind: number,
): Promise<{ notices: StoredNotice[]; through: number }> {
  const rows = await db.query<Row & { last: number }>(sql`
    select p.news as last, ${COLUMNS}
    from status_pages as p
    left join status_notices as n
      on n.site_id = p.site_id and (
        n.news > ${behind}::integer
        or jsonb_path_exists(n.updates, '$[*] ? (@.news > $told)', jsonb_build_object('told', ${behind}::integer))
      )
    where p.site_id = ${siteId}
    order by n.id`)
  const notices = rows.filter(({ id }) => id !== null).map(({ last: _last, ...row }) => fromRow(row))
  return { notices, through: rows[0]?.last ?? behind }
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
    insert into status_notices (site_id, kind, title, text, starts_at, ends_at, over_at, device_ids, news, created_at)
    values (
      ${siteId}, ${kind}, ${title}, ${text}, ${starts_at}, ${ends_at}, ${overAt({ kind, ends_at, updates: [] })},
      ${device_ids}::integer[], ${await nextNews(tx, siteId)}, ${now}
    )
    returning id`)
  return row!.id
}

export async function updateNotice(
  tx: Queryable,
  { id, site_id, ...notice }: NoticeContent & Pick<StoredNotice, 'id' | 'site_id' | 'updates' | 'news'>,
): Promise<void> {
  await tx.query(sql`
    update status_notices
    set
      title = ${notice.title}, text = ${notice.text}, starts_at = ${notice.starts_at}, ends_at = ${notice.ends_at},
      over_at = ${overAt(notice)}, device_ids = ${notice.device_ids}::integer[],
      updates = ${JSON.stringify(notice.updates)}::jsonb, news = ${notice.news}, version = version + 1
    where id = ${id}`)
  await touchStatusPage(tx, site_id)
}

export async function deleteNotice(tx: Queryable, siteId: number, id: number): Promise<void> {
  await tx.query(sql`delete from status_notices where site_id = ${siteId} and id = ${id}`)
  await touchStatusPage(tx, siteId)
}
