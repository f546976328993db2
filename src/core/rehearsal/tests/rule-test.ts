import Type, { type Static } from 'typebox'
import { MODULES } from '../../vocabulary/modules.ts'
import { SEVERITIES } from '../../vocabulary/severities.ts'

const closed = { additionalProperties: false }
const Duration = Type.Union([Type.Number({ minimum: 0 }), Type.String({ pattern: '^(\\d+(\\.\\d+)?[smhd]?)+$' })])
const Name = Type.String({ minLength: 1, maxLength: 100 })

const Device = Type.Object(
  {
    module: Type.Optional(Type.Enum([...MODULES])),
    tags: Type.Optional(Type.Array(Type.String())),
    attributes: Type.Optional(Type.Record(Type.String(), Type.Union([Type.Number(), Type.String(), Type.Boolean()]))),
    expected_interval_s: Type.Optional(Type.Integer({ minimum: 1 })),
    offline_after_s: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  closed,
)

const Series = Type.Object(
  {
    device: Type.Optional(Name),
    field: Type.String({ pattern: '^((metrics|flags)\\.[a-z][a-z0-9_]{0,63}|battery|signal|lat|lng)$' }),
    /** Interval between the values; a minute by default. */
    every: Type.Optional(Duration),
    /** Time of the first value, counted from the start. */
    from: Type.Optional(Duration),
    /** Delay between measurement and arrival. */
    late_by: Type.Optional(Duration),
    values: Type.Union([
      Type.String({ maxLength: 10_000 }),
      Type.Number(),
      Type.Boolean(),
      Type.Array(Type.Union([Type.Number(), Type.Boolean(), Type.String(), Type.Null()]), { maxItems: 10_000 }),
    ]),
  },
  closed,
)

const ExpectedAlert = Type.Object(
  {
    rule: Name,
    severity: Type.Enum([...SEVERITIES]),
    current_severity: Type.Optional(Type.Enum([...SEVERITIES])),
    device: Type.Optional(Name),
    title: Type.Optional(Type.String()),
    value: Type.Optional(Type.Number()),
    occurrences: Type.Optional(Type.Integer()),
    late: Type.Optional(Type.Boolean()),
  },
  closed,
)

/** Format of a file of rule tests. */
export const RuleTestFile = Type.Object(
  {
    /** Files of rules, relative to this one; the built-in rules by default. */
    rules: Type.Optional(Type.Array(Type.String({ minLength: 1 }))),
    tests: Type.Array(
      Type.Object(
        {
          name: Type.String({ minLength: 1, maxLength: 200 }),
          /** Keys of the rules to run; all by default. */
          only: Type.Optional(Type.Array(Name)),
          /** 1 January 2026, midnight UTC, by default. */
          starts_at: Type.Optional(
            Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d)?(Z|[+-]\\d\\d:\\d\\d)$' }),
          ),
          devices: Type.Optional(Type.Record(Type.String(), Device)),
          input: Type.Array(Series, { minItems: 1 }),
          /** All alerts that are open at a moment, counted from the start. */
          expect: Type.Array(Type.Object({ at: Duration, alerts: Type.Array(ExpectedAlert) }, closed), { minItems: 1 }),
        },
        closed,
      ),
      { minItems: 1 },
    ),
  },
  closed,
)
export type RuleTestFile = Static<typeof RuleTestFile>
export type RuleTest = RuleTestFile['tests'][number]
export type ExpectedAlert = Static<typeof ExpectedAlert>
