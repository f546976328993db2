import sql from 'sql-template-tag'
import { secondsAfter } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { ofDevicesInReach, type Reach, sitesWith } from '../../reach/reach.ts'

const DAYS = 7
const DAY_S = 86_400
/** Counting devices needs a sort; for a rule with this many alerts, the number makes no difference. */
const MOST_COUNTED = 1_000
/** Counts kept, by the sites in reach. */
const MOST_KEPT = 100
/** Past days change only by late readings. */
const GOOD_FOR_MS = 60_000

export interface RuleActivity {
  rule_key: string
  last_fired: Date | null
  firing: number
  /** Alerts of the last seven days. */
  alerts: number
  /** Number of devices; null if there were too many alerts to count them. */
  devices: number | null
  /** Alerts per day, the oldest day first. */
  days: number[]
}

/** Alerts of each rule on each of the days before the last one, which begins at `until`. */
interface PastDays {
  since: Date
  until: Date
  counts: ReadonlyMap<string, number[]>
}

type FindRuleActivity = (
  db: Queryable,
  reach: Reach,
  keys: readonly string[],
  now: Date,
) => Promise<Map<string, RuleActivity>>

/** Recent alerts per rule. Reads an index only, one week of it. */
export const findRuleActivity: FindRuleActivity = async (db, reach, keys, now) =>
  activitySince(db, reach, keys, await countPastDays(db, reach, keys, now))

/** The same for pages that are refreshed often: all but the last day is counted once a minute. */
export function watchRuleActivity(): FindRuleActivity {
  const counted = new Map<string, PastDays>()
  return async (db, reach, keys, now) => {
    const sites = String(sitesWith(reach, 'viewer'))
    let past = counted.get(sites)
    const ageMs = past === undefined ? Number.NaN : now.getTime() - secondsAfter(past.since, DAYS * DAY_S).getTime()
    if (past === undefined || !(ageMs >= 0 && ageMs < GOOD_FOR_MS)) {
      past = await countPastDays(db, reach, keys, now)
      if (counted.size >= MOST_KEPT) counted.clear()
      counted.set(sites, past)
    }
    return activitySince(db, reach, keys, past)
  }
}

async function countPastDays(db: Queryable, reach: Reach, keys: readonly string[], now: Date): Promise<PastDays> {
  const since = secondsAfter(now, -DAYS * DAY_S)
  const isOwn = ofDevicesInReach(reach, sql`a.device_id`)
  const rows = await db.query<{ key: string; days: number[] }>(sql`
    select k.key, array(
      select (
        select count(*)::integer
        from alerts as a
        where a.rule_key = k.key
          and a.triggered_at >= ${since}::timestamptz + d.day * interval '24 hours'
          and a.triggered_at < ${since}::timestamptz + (d.day + 1) * interval '24 hours'
          and ${isOwn}
      )
      from generate_series(0, ${DAYS - 2}::integer) as d (day)
      order by d.day
    ) as days
    from unnest(${keys}::text[]) as k (key)`)
  return { since, until: secondsAfter(now, -DAY_S), counts: new Map(rows.map(({ key, days }) => [key, days])) }
}

const QUIET = Array<number>(DAYS - 1).fill(0)

async function activitySince(
  db: Queryable,
  reach: Reach,
  keys: readonly string[],
  { since, until, counts }: PastDays,
): Promise<Map<string, RuleActivity>> {
  const isOwn = ofDevicesInReach(reach, sql`a.device_id`)
  const before = keys.map((key) => (counts.get(key) ?? QUIET).reduce((sum, count) => sum + count, 0))
  const rows = await db.query<Omit<RuleActivity, 'days'> & { today: number }>(sql`
    select
      k.key as rule_key, last.at as last_fired, coalesce(open.firing, 0) as firing, k.before + day.alerts as alerts,
      day.alerts as today,
      case when k.before + day.alerts <= ${MOST_COUNTED} then (
        select count(distinct a.device_id)::integer
        from alerts as a
        where a.rule_key = k.key and a.triggered_at >= ${since} and ${isOwn}
      ) end as devices
    from unnest(${keys}::text[], ${before}::integer[]) as k (key, before)
    left join lateral (
      -- The first in an index; for a max() of some sites' devices all alerts of the rule are read.
      select a.triggered_at as at
      from alerts as a
      where a.rule_key = k.key and ${isOwn}
      order by a.triggered_at desc
      limit 1
    ) as last on true
    cross join lateral (
      select count(*)::integer as alerts
      from alerts as a
      where a.rule_key = k.key and a.triggered_at >= ${until} and ${isOwn}
    ) as day
    left join (
      select a.rule_key, count(*)::integer as firing
      from alerts as a
      where a.status <> 'resolved' and ${isOwn}
      group by a.rule_key
    ) as open on open.rule_key = k.key`)
  return new Map(
    rows.map(({ today, ...row }) => [row.rule_key, { ...row, days: [...(counts.get(row.rule_key) ?? QUIET), today] }]),
  )
}
