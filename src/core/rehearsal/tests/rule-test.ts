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
    /** How far apart the values are; a minute, if nothing is said. */
    every: Type.Optional(Duration),
    /** When the first one is measured, counted from the start. */
    from: Type.Optional(Duration),
    /** How much later than measured they arrive. */
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
    device: Type.Optional(Name),
    title: Type.Optional(Type.String()),
    value: Type.Optional(Type.Number()),
    occurrences: Type.Optional(Type.Integer()),
    late: Type.Optional(Type.Boolean()),
  },
  closed,
)

/** What a file of rule tests says. */
export const RuleTestFile = Type.Object(
  {
    /** Files of rules, seen from this one; the built-in rules, if nothing is said. */
    rules: Type.Optional(Type.Array(Type.String({ minLength: 1 }))),
    tests: Type.Array(
      Type.Object(
        {
          name: Type.String({ minLength: 1, maxLength: 200 }),
          /** Only these rules are at work; all of them, if nothing is said. */
          only: Type.Optional(Type.Array(Name)),
          /** 1 January 2026, midnight UTC, if nothing is said. */
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
