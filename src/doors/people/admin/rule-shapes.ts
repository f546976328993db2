import Type from 'typebox'
import { AnySiteNameShape } from '../../../core/reach/site-name.ts'
import { MOST_LISTED } from '../../../core/rehearsal/preview/first-alerts.ts'
import { RehearsedAlertShape } from '../../../core/rehearsal/rehearsed-alert.ts'
import { REASON_MAX } from '../../../core/rules/editing/safety-rules.ts'
import { RuleFrame } from '../../../core/rules/rule.ts'
import { siteChoice } from '../../../core/sites/site-choice.ts'
import { Changed } from '../../../platform/http/schemas/ignored-keys.ts'
import { Count, NullableInteger, NullableText, OneOf, PlainText, Time } from '../../../platform/http/schemas/shapes.ts'
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
