import sql from 'sql-template-tag'
import { secondsAfter } from '../platform/clock.ts'
import type { Queryable } from '../platform/database.ts'

const DAYS = 7
const DAY_S = 86_400

export interface RuleActivity {
  rule_key: string
  last_fired: Date | null
  firing: number
  /** Of the last seven days, and on how many devices. */
  alerts: number
  devices: number
  /** How many on each of them, the oldest first. */
  days: number[]
}

/** What these rules have had to say of late. Reads an index only: that of a week. */
export async function listRuleActivity(
  db: Queryable,
  keys: readonly string[],
  now: Date,
): Promise<Map<string, RuleActivity>> {
  const since = secondsAfter(now, -DAYS * DAY_S)
  const rows = await db.query<RuleActivity>(sql`
    select
      k.key as rule_key, last.at as last_fired, coalesce(open.firing, 0) as firing, week.alerts, week.devices,
      array(
        select count(a.triggered_at)::integer
        from generate_series(0, ${DAYS - 1}::integer) as d (day)
        left join alerts as a
          on a.rule_key = k.key
          and a.triggered_at >= ${since}::timestamptz + d.day * interval '24 hours'
          and a.triggered_at < ${since}::timestamptz + (d.day + 1) * interval '24 hours'
        group by d.day
        order by d.day
      ) as days
    from unnest(${keys}::text[]) as k (key)
    cross join lateral (select max(a.triggered_at) as at from alerts as a where a.rule_key = k.key) as last
    cross join lateral (
      select count(*)::integer as alerts, count(distinct a.device_id)::integer as devices
      from alerts as a
      where a.rule_key = k.key and a.triggered_at >= ${since}
    ) as week
    left join (
      select a.rule_key, count(*)::integer as firing from alerts as a where a.status <> 'resolved' group by a.rule_key
    ) as open on open.rule_key = k.key`)
  return new Map(rows.map((row) => [row.rule_key, row]))
}
