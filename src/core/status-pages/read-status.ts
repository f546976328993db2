import type { Queryable } from '../../platform/database/database.ts'
import { type UptimeDay, uptimeOf } from '../devices/presence/uptime.ts'
import { listLiveSilences } from '../notifications/silence-store.ts'
import type { ReachedId } from '../reach/reached-id.ts'
import { type ServiceState, serviceState } from './status-page.ts'
import { listServices, type PublicPage } from './status-page-store.ts'

/** A device as visitors see it: under its label, without its name or anything that it measures. */
export interface PublicService {
  label: string
  state: ServiceState
  days: UptimeDay[]
  share: number | null
}

/** All that a status page shows. */
export interface PublicStatus {
  title: string
  at: Date
  groups: { name: string; services: PublicService[] }[]
}

export async function readStatus(
  db: Queryable,
  { site_id, title }: Pick<PublicPage, 'site_id' | 'title'>,
  now: Date,
): Promise<PublicStatus> {
  const [rows, silences] = await Promise.all([listServices(db, site_id, now), listLiveSilences(db, [site_id], now)])
  const services = rows.map((row) => ({
    group: row.group_name,
    service: {
      label: row.label,
      state: serviceState(row, silences, now),
      ...uptimeOf({ since: row.uptime_since, offlineSince: row.offline_at, days: row.offline_days }, now),
    },
  }))
  const groups = Map.groupBy(services, ({ group }) => group)
  return {
    title,
    at: now,
    groups: [...groups].map(([name, own]) => ({ name, services: own.map(({ service }) => service) })),
  }
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
