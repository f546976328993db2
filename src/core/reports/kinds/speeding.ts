import sql from 'sql-template-tag'
import type { Queryable } from '../../../platform/database/database.ts'
import type { Coordinates } from '../../../platform/great-circle.ts'
import { EXPIRE_AFTER_S } from '../../rules/rule.ts'
import { readLocations } from '../../telemetry/track/read-track.ts'
import type { ReportKind } from '../report.ts'
import { inScope, type ReportDevice, rowOfDevice } from '../report-devices.ts'

const FIELD = 'metrics.speed_kmh'
const RULES_ON_SPEED = `$.condition.** ? (@.field == "${FIELD}")`
const MOST_DEVICES = 200
/** With more alerts than this, only the newest are counted. */
const MOST_ALERTS = 20_000
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

/**
 * How often each device was faster than a rule on its speed allows. The silence of a device is not speeding: an open alert counts
 * until its last reading, and one that expired until the reading after which nothing was heard.
 */
export const SPEEDING: ReportKind = {
  field: FIELD,
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
      with rules_on_speed as materialized (
        select distinct key from rule_versions where definition @? ${RULES_ON_SPEED}::jsonpath
      ), counted as (
        select
          a.device_id, a.severity, a.peak_value, a.triggered_at,
          least(
            case
              when a.resolve_reason = 'expired' then a.resolved_at - make_interval(secs => coalesce((v.definition ->> 'expire_after_s')::float8, ${EXPIRE_AFTER_S}))
              else coalesce(a.resolved_at, s.last_seen)
            end, ${scope.now}::timestamptz
          ) as ended_at
        from alerts as a
        join devices as d on d.id = a.device_id
        left join device_states as s on s.device_id = a.device_id
        left join rule_versions as v on v.key = a.rule_key and v.version = a.rule_version
        where a.rule_key in (select key from rules_on_speed) and a.field = ${FIELD}
          and a.peak_value >= coalesce(a.threshold, a.peak_value)
          and a.triggered_at >= ${scope.from} and a.triggered_at < ${scope.to} and ${inScope(scope)}
        order by a.triggered_at desc
        limit ${MOST_ALERTS}
      )
      select
        d.id, d.site_id, d.name, count(*)::integer as times,
        count(*) filter (where a.severity = 'critical')::integer as critical,
        max(a.lasted_s) as longest_s, sum(a.lasted_s) as together_s, max(a.peak_value) as fastest,
        (array_agg(a.triggered_at order by a.peak_value desc, a.triggered_at))[1] as began,
        (array_agg(a.ended_at order by a.peak_value desc, a.triggered_at))[1] as ended
      from counted as c
      cross join lateral (
        select c.*, extract(epoch from greatest(c.ended_at - c.triggered_at, interval '0'))::float8 as lasted_s
      ) as a
      join devices as d on d.id = a.device_id
      group by d.id, d.site_id, d.name
      order by times desc, lower(d.name), d.id
      limit ${MOST_DEVICES + 1}`)
    const rows = []
    for (const [place, device] of found.slice(0, MOST_DEVICES).entries()) {
      const { times, critical, longest_s, together_s, fastest } = device
      const at = place < MOST_PLACES ? await fastestPlace(db, device) : null
      rows.push({ ...rowOfDevice(device), values: [times, critical, longest_s, together_s, fastest], at })
    }
    const counted = found.reduce((sum, { times }) => sum + times, 0)
    return { rows, isCut: found.length > MOST_DEVICES || counted >= MOST_ALERTS }
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
