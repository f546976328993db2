import type { AlertRecord } from '../../../core/alerts/list-alerts.ts'
import { observeReadings, reachS } from '../../../core/rehearsal/explanation/observe-readings.ts'
import { toRuleReading } from '../../../core/rehearsal/preview/stored-readings.ts'
import type { CompiledRule } from '../../../core/rules/engine/compile-rule.ts'
import type { RaisingRule } from '../../../core/rules/rule-store.ts'
import { listReadingsAround } from '../../../core/telemetry/history/history-store.ts'
import type { RuleReading } from '../../../core/telemetry/reading.ts'
import type { TimedValue } from '../../../core/telemetry/series/lttb.ts'
import { secondsAfter } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database/database.ts'

/** Limit on either side of the moment the alert was raised. */
const MOST_READINGS = 1_500
/** A window reaches a little beyond its length, to the beginning of its oldest slice. */
const WARM_UP = 1.1

export interface EvaluatedLines {
  /** By index of the part in the condition. */
  lines: TimedValue[][]
  /** The range that was read, if there were too many readings. */
  cut: { from: Date; to: Date } | null
}

/** The values that the rule compared around the alert, recomputed from the stored readings. */
export async function evaluatedLines(
  db: Queryable,
  alert: AlertRecord,
  raising: RaisingRule,
  rule: CompiledRule,
  range: { from: Date; to: Date },
): Promise<EvaluatedLines> {
  const reach = reachS(rule)
  const around = await listReadingsAround(db, {
    deviceId: alert.device_id,
    from: secondsAfter(range.from, -reach * WARM_UP),
    to: range.to,
    moment: alert.triggered_at,
    most: MOST_READINGS,
  })
  const [before, behind] = [around.before.map(toRuleReading), around.behind.map(toRuleReading)]
  const full = ({ length }: readonly RuleReading[]) => length === MOST_READINGS
  const from = Math.max(Number(range.from), full(before) ? before[0]!.at + reach * 1_000 : 0)
  const to = full(behind) ? behind.at(-1)!.at : Number(range.to)
  const lines = observeReadings(rule, [...before, ...behind].filter(wasInForce(alert, raising)))
  return {
    lines: lines.map((line) => line.filter(({ at }) => at >= from && at <= to)),
    cut: from > Number(range.from) || full(behind) ? { from: new Date(from), to: new Date(to) } : null,
  }
}

/**
 * Whether a reading arrived while this version was in force. Old readings can raise alerts that are older than their
 * rule.
 */
function wasInForce({ triggered_at }: AlertRecord, { saved_at, replaced_at }: RaisingRule) {
  const begin = saved_at <= triggered_at ? Number(saved_at) : 0
  const end = replaced_at === null ? Number.POSITIVE_INFINITY : Number(replaced_at)
  return ({ received_at }: RuleReading) => received_at >= begin && received_at < end
}
