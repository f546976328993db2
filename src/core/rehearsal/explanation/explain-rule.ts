import Type, { type Static } from 'typebox'
import {
  Count,
  NullableInteger,
  NullableNumber,
  NullableTime,
  OneOf,
  Text,
  Time,
} from '../../../platform/http/schemas/shapes.ts'
import { alertField, conditionTypes } from '../../conditions/condition.ts'
import { isStale } from '../../conditions/kinds/stale.ts'
import { isWithin } from '../../conditions/schedule.ts'
import type { Device } from '../../devices/device.ts'
import { type CompiledRule, maxGapS } from '../../rules/engine/compile-rule.ts'
import { dueAt, type RuleState, raiseAt } from '../../rules/engine/rule-state.ts'
import type { RuleReading } from '../../telemetry/reading.ts'
import { SeverityShape } from '../../vocabulary/shapes.ts'

export const ExplanationShape = Type.Object(
  {
    rule_key: Text,
    rule_version: Count,
    device_id: Count,
    enabled: Type.Boolean(),
    in_scope: Type.Boolean(),
    state: OneOf(['idle', 'pending', 'firing', 'recovering', 'cooldown']),
    alert_id: NullableInteger,
    flapping: Type.Boolean(),
    in_hours: Type.Boolean(),
    last_value: NullableNumber,
    last_at: NullableTime,
    max_gap_s: Type.Number(),
    usual_interval_s: NullableInteger,
    seconds_left: NullableNumber,
    levels: Type.Array(
      Type.Object({
        severity: SeverityShape,
        value: NullableNumber,
        clear: NullableNumber,
        for_s: Type.Number(),
        broken_since: NullableTime,
        seconds_left: NullableNumber,
        clear_since: NullableTime,
      }),
    ),
    parts: Type.Array(
      Type.Object({
        type: OneOf(conditionTypes),
        field: Text,
        value: NullableNumber,
        is_true: Type.Unsafe<boolean | null>({ type: ['boolean', 'null'] }),
      }),
    ),
    silenced_by: Type.Union([Type.Null(), Type.Object({ silence_id: Count, reason: Text, until: Time })]),
    newest_reading: Type.Union([Type.Null(), Type.Object({ at: Time, received_at: Time })]),
  },
  { title: 'RuleExplanation' },
)

/** The part of it that the rule and the state of the device say. */
export type Explanation = Omit<
  Static<typeof ExplanationShape>,
  'rule_key' | 'rule_version' | 'device_id' | 'enabled' | 'in_scope' | 'silenced_by' | 'newest_reading'
>

/** The state of a device that explains a rule. */
interface Evidence {
  /** The newest reading of the device, if there is one. */
  newest: RuleReading | null
  /** For a stale rule: since when (ms) it has been waiting for a reading; null if it does not wait. */
  contentAt: number | null
  now: Date
}

/** Explains why a rule fires or does not fire for a device. Pure. */
export function explainRule(
  rule: CompiledRule,
  device: Device,
  state: RuleState | null,
  { newest, contentAt, now }: Evidence,
): Explanation {
  const maxGap = maxGapS(rule, device)
  const patience = rule.levels.map(({ severity, value }) =>
    contentAt === null || state?.breached_since[severity] !== undefined ? null : contentAt + value! * 1_000,
  )
  const secondsTo = (...times: (number | null)[]) => {
    const next = times.filter((time) => time !== null && time > now.getTime()).map(Number)
    return next.length === 0 ? null : Math.ceil((Math.min(...next) - now.getTime()) / 1_000)
  }
  return {
    state: stateOf(state),
    alert_id: state?.open?.alert_id ?? null,
    flapping: state?.open?.flapping ?? false,
    in_hours: rule.schedule === null || isWithin(rule.schedule, now.getTime()),
    last_value: state?.last_value ?? null,
    last_at: state === null ? null : new Date(state.last_at),
    max_gap_s: maxGap,
    usual_interval_s: device.usual_interval_s ?? null,
    seconds_left: secondsTo(state === null ? null : dueAt(rule, state, maxGap), ...patience),
    levels: rule.levels.map(({ severity, value, clear, for_s }, place) => {
      const staleAt = patience[place] ?? null
      const broken = state?.breached_since[severity]
      const cleared = state?.cleared_since[severity]
      return {
        severity,
        value,
        clear,
        for_s,
        broken_since: broken === undefined ? null : new Date(broken),
        seconds_left: secondsTo(staleAt, state === null ? null : raiseAt(rule, state, severity, maxGap)),
        clear_since: cleared === undefined ? null : new Date(cleared),
      }
    }),
    parts: isStale(rule.condition)
      ? [staleness(rule, state, { newest, contentAt, now })]
      : partsOf(rule, state, newest),
  }
}

function stateOf(state: RuleState | null): Explanation['state'] {
  if (state === null) return 'idle'
  if (state.open !== null) return state.open.recovering ? 'recovering' : 'firing'
  if (Object.keys(state.breached_since).length > 0) return 'pending'
  return state.resolved === null ? 'idle' : 'cooldown'
}

/** Seconds since the last reading of the device, or of one field. */
function staleness(
  { condition, field }: CompiledRule,
  state: RuleState | null,
  { newest, contentAt, now }: Evidence,
): Explanation['parts'][number] {
  const isAny = isStale(condition) && condition.field == null
  const since = isAny ? (newest?.received_at ?? null) : contentAt
  const value = since === null ? null : Math.round((now.getTime() - since) / 1_000)
  return { type: condition.type, field, value, is_true: Object.keys(state?.breached_since ?? {}).length > 0 }
}

function partsOf(rule: CompiledRule, state: RuleState | null, newest: RuleReading | null): Explanation['parts'] {
  const { watch, levels } = rule
  const memory = state?.version === rule.version ? state.memory : null
  const observed = newest === null ? null : watch.observe(newest, memory, newest.evaluated_at)
  return watch.leaves.map((leaf, place) => {
    const measured = observed?.leaves[place] ?? null
    const value = measured?.value ?? null
    const isWhole = watch.leaves.length === 1 && leaf === rule.condition && levels.some((level) => level.value !== null)
    const truth = isWhole ? (observed?.finding ? observed.finding.breached !== 0 : null) : (measured?.breaks ?? null)
    return { type: leaf.type, field: alertField(leaf), value, is_true: value === null ? null : truth }
  })
}
