import sql, { empty, raw } from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'

/** What incidents may be counted by. */
export const STATISTICS_BY = ['rule', 'module', 'month', 'severity', 'all'] as const
export type StatisticsBy = (typeof STATISTICS_BY)[number]

/** What opened it, if no rule did. Months are those of UTC. */
const KEYS: Record<StatisticsBy, string> = {
  rule: 'coalesce(i.rule_key, i.origin)',
  module: "coalesce(i.module, 'none')",
  month: "to_char(i.created_at at time zone 'utc', 'YYYY-MM')",
  severity: 'i.severity',
  all: "'all'",
}

export interface Percentiles {
  count: number
  mean: number | null
  median: number | null
  p90: number | null
}

export interface IncidentStatistics {
  key: string
  incidents: number
  open: number
  false_alarms: number
  resolved_by_themselves: number
  /** Until a person acknowledged or resolved it, or it was over by itself: MTTA. */
  time_to_acknowledge_s: Percentiles
  /** Until it was resolved: MTTR. */
  time_to_resolve_s: Percentiles
}

export interface StatisticsFilter {
  /** By when they were opened: from, and before. */
  from: Date | null
  to: Date | null
  deviceId: number | null
  /** No more than so many, the newest: for a page that has to come soon. */
  newest?: number
}

/** Those that were merged into others count with those. */
export function listIncidentStatistics(
  db: Queryable,
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
      where i.merged_into is null
        and (${filter.from}::timestamptz is null or i.created_at >= ${filter.from}::timestamptz)
        and (${filter.to}::timestamptz is null or i.created_at < ${filter.to}::timestamptz)
        and (${filter.deviceId}::integer is null or i.device_id = ${filter.deviceId}::integer)
      ${filter.newest === undefined ? empty : sql`order by i.created_at desc limit ${filter.newest}`}
    )
    select
      key, count(*)::integer as incidents,
      count(*) filter (where status <> 'resolved')::integer as open,
      count(*) filter (where resolution = 'false_alarm')::integer as false_alarms,
      count(*) filter (where resolution = 'auto')::integer as resolved_by_themselves,
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
