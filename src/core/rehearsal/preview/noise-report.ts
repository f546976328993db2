import sql, { empty } from 'sql-template-tag'
import Type, { type Static } from 'typebox'
import type { Queryable } from '../../../platform/database/database.ts'
import { Count, NullableNumber, Text } from '../../../platform/http/schemas/shapes.ts'
import { ofDevicesInReach, type Reach } from '../../reach/reach.ts'
import type { RuleDefinition } from '../../rules/rule.ts'
import { listRulesWithKeys } from '../../rules/rule-store.ts'

/** With fewer alerts than this, the past says nothing about a better limit. */
const ENOUGH_ALERTS = 4

export const NoiseShape = Type.Object(
  {
    rule_key: Text,
    alerts: Count,
    devices: Count,
    /** Percentage that resolved without an acknowledgement. */
    unattended_percent: NullableNumber,
    /** Percentage of those with an incident that people called a false alarm. */
    false_alarm_percent: NullableNumber,
    reopened: Count,
    flapped: Count,
    median_firing_s: NullableNumber,
    /** The limit of the mildest level that would have halved the alerts; null if there is none. */
    halving_threshold: NullableNumber,
  },
  { title: 'RuleNoise' },
)
export type RuleNoise = Static<typeof NoiseShape>

interface Row extends Omit<RuleNoise, 'halving_threshold'> {
  lower_half: number
  upper_half: number
}

/**
 * Counts the alerts in reach of each rule triggered since `since`, most first; optionally of one rule only, or of its newest
 * alerts only.
 */
export async function noiseReport(
  db: Queryable,
  reach: Reach,
  since: Date,
  key: string | null = null,
  newest: number | null = null,
): Promise<RuleNoise[]> {
  const rows = await db.query<Row>(sql`
    select
      a.rule_key, count(*)::integer as alerts, count(distinct a.device_id)::integer as devices,
      round(
        100.0 * count(*) filter (where a.status = 'resolved' and a.acknowledged_at is null)
          / nullif(count(*) filter (where a.status = 'resolved'), 0), 1
      )::float8 as unattended_percent,
      round(
        100.0 * count(*) filter (where i.resolution = 'false_alarm') / nullif(count(i.incident_id), 0), 1
      )::float8 as false_alarm_percent,
      (sum(a.occurrences) - count(*))::integer as reopened,
      count(*) filter (where a.has_flapped)::integer as flapped,
      round(percentile_cont(0.5) within group (
        order by extract(epoch from a.resolved_at - a.triggered_at)
      ))::float8 as median_firing_s,
      percentile_disc(0.5) within group (order by a.peak_value) as upper_half,
      percentile_disc(0.5) within group (order by a.peak_value desc) as lower_half
    from (
      select a.*
      from alerts as a
      where a.triggered_at >= ${since} and (${key}::text is null or a.rule_key = ${key}::text)
        and ${ofDevicesInReach(reach, sql`a.device_id`)}
      ${newest === null ? empty : sql`order by a.triggered_at desc limit ${newest}`}
    ) as a
    left join incidents as i on i.incident_id = a.incident_id
    group by a.rule_key
    order by count(*) desc, a.rule_key`)
  const loud = rows.filter(({ alerts }) => alerts >= ENOUGH_ALERTS).map(({ rule_key }) => rule_key)
  const rules = new Map((await listRulesWithKeys(db, reach, loud)).map((rule) => [rule.key, rule.definition]))
  return rows.map(({ lower_half, upper_half, ...noise }) => {
    const rule = rules.get(noise.rule_key)
    const halving = rule === undefined ? null : halvingOf(rule, lower_half, upper_half)
    return { ...noise, halving_threshold: halving }
  })
}

/** Half of the alerts never exceeded the median of their worst values. */
function halvingOf({ condition }: RuleDefinition, lower: number, upper: number): number | null {
  if (!('op' in condition)) return null
  if (condition.op === 'gt' || condition.op === 'gte') return upper
  return condition.op === 'lt' || condition.op === 'lte' ? lower : null
}
