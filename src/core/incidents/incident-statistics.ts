import sql, { empty, raw } from 'sql-template-tag'
import Type, { type Static } from 'typebox'
import type { Queryable } from '../../platform/database/database.ts'
import { Count, NullableNumber } from '../../platform/http/schemas/shapes.ts'
import { inReach, type Reach } from '../reach/reach.ts'

/** Groupings of the statistics. */
export const STATISTICS_BY = ['rule', 'module', 'month', 'severity', 'all'] as const
type StatisticsBy = (typeof STATISTICS_BY)[number]

/** `rule` falls back to the origin if no rule opened the incident. Months are in UTC. */
const KEYS: Record<StatisticsBy, string> = {
  rule: 'coalesce(i.rule_key, i.origin)',
  module: "coalesce(i.module, 'none')",
  month: "to_char(i.created_at at time zone 'utc', 'YYYY-MM')",
  severity: 'i.severity',
  all: "'all'",
}

const Percentiles = Type.Object({
  count: Count,
  mean: NullableNumber,
  median: NullableNumber,
  p90: NullableNumber,
})
export type Percentiles = Static<typeof Percentiles>
export const StatisticsShape = Type.Object({
  key: Type.String({ description: 'The rule, module, month (UTC) or severity', examples: ['2026-11'] }),
  incidents: Count,
  open: Count,
  false_alarms: Count,
  auto_resolved: Count,
  /** Time until a person acknowledged or resolved it, or it resolved by itself: MTTA. */
  time_to_acknowledge_s: Percentiles,
  /** Time until it was resolved: MTTR. */
  time_to_resolve_s: Percentiles,
})
export type IncidentStatistics = Static<typeof StatisticsShape>

interface StatisticsFilter {
  /** Range of `created_at`, half-open. */
  from: Date | null
  to: Date | null
  deviceId: number | null
  /** Only of devices with this tag. */
  tag?: string | null
  /** Limits the statistics to the newest incidents, for pages that must load quickly. */
  newest?: number
}

/** Statistics of incidents. Merged incidents count with those they were merged into. */
export function listIncidentStatistics(
  db: Queryable,
  reach: Reach,
  by: StatisticsBy,
  filter: StatisticsFilter,
): Promise<IncidentStatistics[]> {
  return db.query<IncidentStatistics>(sql`
    with counted as (
      select
        ${raw(KEYS[by])} as key, i.status, i.resolution,
        extract(epoch from coalesce(i.responded_at, i.resolved_at) - i.created_at)::float8 as acknowledge_s,
        extract(epoch from i.resolved_at - i.created_at)::float8 as resolve_s
      from incidents as i
      where i.merged_into is null and ${inReach(reach, 'viewer', sql`i.site_id`)}
        and (${filter.from}::timestamptz is null or i.created_at >= ${filter.from}::timestamptz)
        and (${filter.to}::timestamptz is null or i.created_at < ${filter.to}::timestamptz)
        and (${filter.deviceId}::integer is null or i.device_id = ${filter.deviceId}::integer)
        ${filter.tag == null ? empty : sql`and i.device_id in (select d.id from devices as d where ${filter.tag} = any (d.tags))`}
      ${filter.newest === undefined ? empty : sql`order by i.created_at desc limit ${filter.newest}`}
    )
    select
      key, count(*)::integer as incidents,
      count(*) filter (where status <> 'resolved')::integer as open,
      count(*) filter (where resolution = 'false_alarm')::integer as false_alarms,
      count(*) filter (where resolution = 'auto')::integer as auto_resolved,
      ${percentiles('acknowledge_s')} as time_to_acknowledge_s,
      ${percentiles('resolve_s')} as time_to_resolve_s
    from counted
    group by key
    order by key`)
}

const percentiles = (column: string) =>
  raw(`jsonb_build_object(
    'count', count(${column}),
    'mean', round(avg(${column})::numeric, 3),
    'median', round((percentile_cont(0.5) within group (order by ${column}))::numeric, 3),
    'p90', round((percentile_cont(0.9) within group (order by ${column}))::numeric, 3)
  )`)
