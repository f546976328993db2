import sql from 'sql-template-tag'
import { UPTIME_DAYS } from '../../devices/presence/downtime-by-day.ts'
import { type OfflineTime, sinceWithin, uptimeBetween } from '../../devices/presence/uptime.ts'
import type { ReportKind } from '../report.ts'
import { inScope, type ReportDevice, rowOfDevice } from '../report-devices.ts'

const MOST_DEVICES = 1_000

/** For how much of the time each device was online, by whole days (UTC). */
export const AVAILABILITY: ReportKind = {
  columns: [
    { name: 'online', amount: 'share', total: 'mean' },
    { name: 'offline', amount: 'duration', total: 'sum' },
  ],
  main: 'online',
  leastFirst: true,
  mostDays: UPTIME_DAYS,
  async read(db, scope) {
    const found = await db.query<ReportDevice & OfflineTime>(sql`
      select
        d.id, d.site_id, d.name, s.uptime_since as since,
        case when s.status = 'offline' then s.offline_at end as "offlineSince",
        coalesce(
          (
            select json_object_agg(o.day, o.offline_s)
            from offline_days as o
            where o.device_id = d.id and o.day >= (${scope.from}::timestamptz at time zone 'UTC')::date
          ),
          '{}'
        ) as days
      from devices as d
      join device_states as s on s.device_id = d.id
      where ${inScope(scope)} and d.enabled and s.uptime_since is not null
      order by lower(d.name), d.id
      limit ${MOST_DEVICES + 1}`)
    const rows = found.slice(0, MOST_DEVICES).flatMap((device) => {
      const { share, offline_s } = uptimeBetween(device, scope, scope.now)
      const since = sinceWithin(device, scope.from)
      return share === null ? [] : [{ ...rowOfDevice(device), values: [share, offline_s], at: null, since }]
    })
    return { rows, isCut: found.length > MOST_DEVICES }
  },
}
