import sql from 'sql-template-tag'
import type { Queryable } from '../../../platform/database/database.ts'
import type { Coordinates } from '../../../platform/great-circle.ts'
import { readLocations } from '../../telemetry/track/read-track.ts'
import type { ReportKind } from '../report.ts'
import { inScope, type ReportDevice, rowOfDevice } from '../report-devices.ts'

const FIELD = 'metrics.speed_kmh'
const MOST_DEVICES = 200
/** The places of so many rows are looked up. */
const MOST_PLACES = 50
/** An alert may last for days; its fastest moment is looked for among so many locations. */
const LOCATIONS = 2_000

interface Speeding extends ReportDevice {
  times: number
  critical: number
  longest_s: number
  together_s: number
  fastest: number
  /** The alert with the highest speed. */
  began: Date
  ended: Date
}

/** How often each device was faster than a rule on its speed allows. */
export const SPEEDING: ReportKind = {
  columns: [
    { name: 'times', amount: 'count', total: 'sum' },
    { name: 'critical', amount: 'count', total: 'sum' },
    { name: 'longest', amount: 'duration', total: 'most' },
    { name: 'together', amount: 'duration', total: 'sum' },
    { name: 'fastest', amount: 'speed', total: 'most' },
  ],
  main: 'times',
  mostDays: 366,
  async read(db, scope) {
    const found = await db.query<Speeding>(sql`
      select
        d.id, d.site_id, d.name, count(*)::integer as times,
        count(*) filter (where a.severity = 'critical')::integer as critical,
        max(a.lasted_s) as longest_s, sum(a.lasted_s) as together_s, max(a.peak_value) as fastest,
        (array_agg(a.triggered_at order by a.peak_value desc, a.triggered_at))[1] as began,
        (array_agg(a.ended_at order by a.peak_value desc, a.triggered_at))[1] as ended
      from devices as d
      join lateral (
        select
          severity, peak_value, triggered_at, coalesce(resolved_at, ${scope.now}) as ended_at,
          extract(epoch from greatest(coalesce(resolved_at, ${scope.now}) - triggered_at, interval '0'))::float8 as lasted_s
        from alerts
        where device_id = d.id and field = ${FIELD} and peak_value >= coalesce(threshold, peak_value)
          and triggered_at >= ${scope.from} and triggered_at < ${scope.to}
      ) as a on true
      where ${inScope(scope)}
      group by d.id, d.site_id, d.name
      order by times desc, lower(d.name), d.id
      limit ${MOST_DEVICES + 1}`)
    const rows = []
    for (const [place, device] of found.slice(0, MOST_DEVICES).entries()) {
      const { times, critical, longest_s, together_s, fastest } = device
      const at = place < MOST_PLACES ? await fastestPlace(db, device) : null
      rows.push({ ...rowOfDevice(device), values: [times, critical, longest_s, together_s, fastest], at })
    }
    return { rows, isCut: found.length > MOST_DEVICES }
  },
}

/** Where the device was fastest during its alert; null if nothing is known of it any more. */
async function fastestPlace(db: Queryable, { id, began, ended }: Speeding): Promise<Coordinates | null> {
  const range = { deviceId: id, from: began, to: new Date(Math.max(ended.getTime(), began.getTime() + 1)) }
  const { track } = await readLocations(db, range, LOCATIONS)
  const [first, ...others] = track
  if (first === undefined) return null
  const { lat, lng } = others.reduce(
    (one, other) => ((other.speed_kmh ?? 0) > (one.speed_kmh ?? 0) ? other : one),
    first,
  )
  return { lat, lng }
}
