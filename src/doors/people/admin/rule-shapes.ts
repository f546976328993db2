import Type from 'typebox'
import { conditionTypes } from '../../../core/conditions/condition.ts'
import { AnySiteNameShape } from '../../../core/reach/site-name.ts'
import { MOST_LISTED } from '../../../core/rehearsal/preview/first-alerts.ts'
import { REASON_MAX } from '../../../core/rules/editing/safety-rules.ts'
import { RuleFrame } from '../../../core/rules/rule.ts'
import { siteChoice } from '../../../core/sites/site-choice.ts'
import { CurrentSeverityShape, SeverityShape } from '../../../core/vocabulary/shapes.ts'
import { Changed } from '../../../platform/http/schemas/ignored-keys.ts'
import {
  Count,
  NullableInteger,
  NullableNumber,
  NullableText,
  NullableTime,
  OneOf,
  PlainText,
  Text,
  Time,
} from '../../../platform/http/schemas/shapes.ts'
import { WarningsShape } from './rule-warnings.ts'

const RULE_EXAMPLE = {
  key: 'boiler.pressure.high',
  name: 'Boiler pressure high',
  scope: { modules: ['factory'], tags: ['boiler'] },
  condition: { type: 'threshold', field: 'metrics.pressure', op: 'gt' },
  levels: [
    { severity: 'warning', value: 3, clear: 2.8, for_s: 60 },
    { severity: 'critical', value: { attr: 'max_pressure', default: 4 }, clear: 3.5 },
  ],
  unit: 'bar',
  title: 'Pressure above {threshold} bar',
  source: 'Manual of the boiler, p. 12',
  site: null,
  version: 1,
  enabled: true,
  origin: 'user',
  edited: false,
  updated_at: '2026-11-21T12:20:22.000Z',
}

/** A rule in the API: its definition and its state. */
export const RuleShape = Type.Object(
  {
    ...RuleFrame.properties,
    site: AnySiteNameShape,
    version: Count,
    enabled: Type.Boolean(),
    origin: OneOf(['pack', 'user'], { description: 'pack: built in' }),
    edited: Type.Boolean({ description: 'A built-in rule that was changed' }),
    updated_at: Time,
  },
  { title: 'Rule', examples: [RULE_EXAMPLE] },
)

/** One rule, read or changed. */
export const WarnedRuleShape = Type.Object(
  { ...RuleShape.properties, warnings: WarningsShape },
  { title: 'WarnedRule', examples: [{ ...RULE_EXAMPLE, warnings: [] }] },
)

const Version = Type.Optional(
  Type.Integer({ minimum: 0, description: 'The version that was edited; 409 if it is not the current one' }),
)

export const ReasonText = PlainText({ minLength: 1, maxLength: REASON_MAX })
const Reason = Type.Optional({
  ...ReasonText,
  description: 'Why, for the versions and the audit log; required to change a safety rule or to turn it off',
  examples: ['Fewer false alarms of the old sensor, agreed with J. Novak'],
})

export const NewRuleBody = Type.Object({ ...RuleFrame.properties, ...siteChoice, reason: Reason })
export const RuleBody = Changed(WarnedRuleShape, {
  ...RuleFrame.properties,
  ...siteChoice,
  key: Type.Optional(RuleFrame.properties.key),
  version: Version,
  reason: Reason,
})
export const RuleChangesBody = Changed(
  WarnedRuleShape,
  { ...Type.Partial(RuleFrame).properties, version: Version, reason: Reason },
  { minProperties: 1, examples: [{ enabled: false }] },
)
export const RulePreviewBody = Type.Object({
  rule: Changed(WarnedRuleShape, RuleFrame.properties),
  site_id: Type.Optional({ ...siteChoice.site_id, description: 'The site that a new rule is to belong to' }),
  from: Type.String({ format: 'date-time' }),
  to: Type.String({ format: 'date-time' }),
})
export const KeyParams = Type.Object({
  key: Type.String({ pattern: '^[a-z0-9_]+(\\.[a-z0-9_]+)*$', maxLength: 100, examples: ['health.systolic.high'] }),
})

export const RuleVersionShape = Type.Object(
  {
    version: Count,
    definition: Type.Object(RuleFrame.properties),
    saved_at: Time,
    saved_by: NullableInteger,
    reason: Type.Unsafe<string | null>({ ...NullableText, description: 'Why it was saved, if somebody said it' }),
  },
  { title: 'RuleVersion' },
)

const RehearsedAlertShape = Type.Object(
  {
    alert_id: Type.Integer({ description: 'Starting at 1 in this response' }),
    device_id: Count,
    device_name: Text,
    rule_key: Text,
    severity: SeverityShape,
    current_severity: CurrentSeverityShape,
    status: OneOf(['firing', 'resolved']),
    title: Text,
    field: Text,
    threshold: NullableNumber,
    triggered_value: Type.Number(),
    last_value: Type.Number(),
    peak_value: Type.Number(),
    occurrences: Count,
    late: Type.Boolean(),
    has_flapped: Type.Boolean(),
    triggered_at: Time,
    raised_at: Time,
    resolved_at: NullableTime,
    resolve_reason: NullableText,
  },
  { title: 'RehearsedAlert' },
)

export const PreviewShape = Type.Object(
  {
    alerts: Type.Array(RehearsedAlertShape, { description: `The first ${MOST_LISTED} at most` }),
    alert_count: Count,
    incidents: Count,
    firing_s: Count,
    readings: Count,
    devices: Count,
    before: Type.Union([
      Type.Null(),
      Type.Object({ version: Count, alerts: Count, incidents: Count, firing_s: Count }),
    ]),
    difference: Type.Union([
      Type.Null(),
      Type.Object({
        added: Type.Array(RehearsedAlertShape, { description: `The first ${MOST_LISTED} at most` }),
        added_count: Count,
        removed: Type.Array(RehearsedAlertShape, { description: `The first ${MOST_LISTED} at most` }),
        removed_count: Count,
        kept: Count,
      }),
    ]),
    warnings: WarningsShape,
  },
  { title: 'RulePreview' },
)

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

export const NoiseShape = Type.Object(
  {
    rule_key: Text,
    alerts: Count,
    devices: Count,
    unattended_percent: NullableNumber,
    false_alarm_percent: NullableNumber,
    reopened: Count,
    flapped: Count,
    median_firing_s: NullableNumber,
    halving_threshold: NullableNumber,
  },
  { title: 'RuleNoise' },
)
