import type { Queryable } from '../../platform/database/database.ts'
import { sinceWithin, type UptimeDay, uptimeOf } from '../devices/presence/uptime.ts'
import { listLiveSilences } from '../notifications/silence-store.ts'
import type { ReachedId } from '../reach/reached-id.ts'
import { firstPastDay, type NoticeKind, type NoticeState, type NoticeUpdate, noticeState } from './notice.ts'
import { MOST_LISTED_NOTICES } from './notice-shapes.ts'
import { countNotices, listCurrentNotices, listPastNotices, type StoredNotice } from './notice-store.ts'
import { type ServiceState, serviceState } from './status-page.ts'
import { listServices, type PublicPage } from './status-page-store.ts'

/** A device as visitors see it: under its label, without its name or anything that it measures. */
export interface PublicService {
  label: string
  state: ServiceState
  days: UptimeDay[]
  share: number | null
  /** When recording began, if that was later than the first day; null: before. */
  since: Date | null
}

/** A notice as visitors see it. */
export interface PublicNotice extends Pick<StoredNotice, 'title' | 'text' | 'starts_at' | 'ends_at' | 'over_at'> {
  kind: NoticeKind
  state: NoticeState
  /** When it was written, or its incident began. */
  at: Date
  /** Labels of the devices that it concerns and that are on the page. */
  labels: string[]
  /** Oldest first. */
  updates: NoticeUpdate[]
}

/** All that a status page shows. */
export interface PublicStatus {
  title: string
  at: Date
  groups: { name: string; services: PublicService[] }[]
  /** By device. */
  labels: ReadonlyMap<number, string>
  /** Devices of its tags that it has no room for. */
  more: number
  /** By their time. */
  current: PublicNotice[]
  /** Those of the last days, the last first. */
  past: PublicNotice[]
  hasNotices: boolean
  hasOlder: boolean
}

export async function readStatus(
  db: Queryable,
  { site_id, title }: Pick<PublicPage, 'site_id' | 'title'>,
  now: Date,
): Promise<PublicStatus> {
  const [rows, silences, current, past, notices] = await Promise.all([
    listServices(db, site_id, now),
    listLiveSilences(db, [site_id], now),
    listCurrentNotices(db, site_id, now),
    listPastNotices(db, site_id, { since: firstPastDay(now), limit: MOST_LISTED_NOTICES }, now),
    countNotices(db, site_id),
  ])
  const services = rows.map((row) => {
    const time = { since: row.uptime_since, offlineSince: row.offline_at, days: row.offline_days }
    const uptime = uptimeOf(time, now)
    const since = sinceWithin(time, uptime.days[0]!.day)
    return {
      group: row.group_name,
      service: { label: row.label, state: serviceState(row, silences, now), ...uptime, since },
    }
  })
  const groups = Map.groupBy(services, ({ group }) => group)
  const labels = new Map(rows.map(({ id, label }) => [id, label]))
  return {
    title,
    at: now,
    groups: [...groups].map(([name, own]) => ({ name, services: own.map(({ service }) => service) })),
    labels,
    more: (rows[0]?.total ?? 0) - rows.length,
    current: current.map((notice) => publicNotice(notice, labels, now)),
    past: past.map((notice) => publicNotice(notice, labels, now)),
    hasNotices: notices > 0,
    hasOlder: notices > current.length + past.length,
  }
}

/** All notices that are over, a page of them; one more shows that there is another page. */
export async function readHistory(
  db: Queryable,
  { site_id }: Pick<PublicPage, 'site_id'>,
  labels: ReadonlyMap<number, string>,
  place: { offset: number; limit: number },
  now: Date,
): Promise<PublicNotice[]> {
  const past = await listPastNotices(db, site_id, { since: null, ...place }, now)
  return past.map((notice) => publicNotice(notice, labels, now))
}

function publicNotice(notice: StoredNotice, labelOf: ReadonlyMap<number, string>, now: Date): PublicNotice {
  const { kind, title, text, starts_at, ends_at, over_at, updates, created_at, device_ids } = notice
  // A device that is not on the page any more has no label.
  const labels = device_ids.flatMap((id) => labelOf.get(id) ?? [])
  const at = kind === 'incident' ? starts_at : created_at
  return { kind, title, text, starts_at, ends_at, over_at, updates, at, labels, state: noticeState(notice, now) }
}

/** The states of the devices of a page by their id, for its editor. */
export async function readStates(
  db: Queryable,
  siteId: ReachedId<'site'>,
  now: Date,
): Promise<Map<number, ServiceState>> {
  const [rows, silences] = await Promise.all([listServices(db, siteId, now), listLiveSilences(db, [siteId], now)])
  return new Map(rows.map((row) => [row.id, serviceState(row, silences, now)]))
}
