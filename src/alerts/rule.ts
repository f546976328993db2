import Type, { type Static } from 'typebox'
import { MODULES } from '../vocabulary/modules.ts'
import { SEVERITIES } from '../vocabulary/severities.ts'

/** Where a value stands in a reading: `metrics.systolic`, `flags.water_leak`, `battery`, `signal`. */
const Field = Type.String({ pattern: '^((metrics|flags)\\.[a-z][a-z0-9_]{0,63}|battery|signal)$' })

/** Narrows a condition to readings that name this substance, kind or state; case does not matter. */
const Where = Type.Object(
  { field: Field, equals: Type.String({ minLength: 1, maxLength: 64 }) },
  { additionalProperties: false },
)

const Threshold = Type.Object(
  {
    type: Type.Literal('threshold'),
    field: Field,
    op: Type.Enum(['gt', 'gte', 'lt', 'lte', 'eq', 'neq']),
    where: Type.Optional(Where),
  },
  { additionalProperties: false },
)

const Range = Type.Object(
  {
    type: Type.Literal('range'),
    field: Field,
    mode: Type.Enum(['outside', 'inside']),
    min: Type.Number(),
    max: Type.Number(),
    /** How far past the limit a value must be to count as cleared. */
    margin: Type.Optional(Type.Number({ minimum: 0 })),
    where: Type.Optional(Where),
  },
  { additionalProperties: false },
)

const Flag = Type.Object(
  { type: Type.Literal('flag'), field: Field, equals: Type.Optional(Type.Boolean()) },
  { additionalProperties: false },
)

const Level = Type.Object(
  {
    severity: Type.Enum([...SEVERITIES]),
    /** Thresholds only: the limit, and the value at which the level clears (the limit itself when absent). */
    value: Type.Optional(Type.Number()),
    clear: Type.Optional(Type.Number()),
    /** Seconds of reading time for which the condition must hold. */
    for_s: Type.Optional(Type.Number({ minimum: 0 })),
  },
  { additionalProperties: false },
)

const Scope = Type.Object(
  {
    modules: Type.Optional(Type.Array(Type.Enum([...MODULES]))),
    tags: Type.Optional(Type.Array(Type.String())),
    device_ids: Type.Optional(Type.Array(Type.Integer())),
    exclude_device_ids: Type.Optional(Type.Array(Type.Integer())),
  },
  { additionalProperties: false },
)

const IncidentPolicy = Type.Object(
  {
    mode: Type.Optional(Type.Enum(['auto', 'always', 'never'])),
    /** Opens an incident of its own instead of joining the device's. */
    own: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)

/** A rule as people write it. Everything optional has a default, see `withDefaults`. */
export const RuleDefinition = Type.Object(
  {
    key: Type.String({ pattern: '^[a-z0-9_]+(\\.[a-z0-9_]+)*$', maxLength: 100 }),
    name: Type.String({ minLength: 1, maxLength: 100 }),
    enabled: Type.Optional(Type.Boolean()),
    scope: Type.Optional(Scope),
    condition: Type.Union([Threshold, Range, Flag]),
    levels: Type.Array(Level, { minItems: 1, maxItems: 3 }),
    clear_for_s: Type.Optional(Type.Number({ minimum: 0 })),
    cooldown_s: Type.Optional(Type.Number({ minimum: 0 })),
    /** A longer silence than this breaks a streak. */
    max_gap_s: Type.Optional(Type.Number({ minimum: 0 })),
    /** Stays open until a person resolves it. */
    latch: Type.Optional(Type.Boolean()),
    late_max_s: Type.Optional(Type.Number({ minimum: 0 })),
    incident: Type.Optional(IncidentPolicy),
    /** May hold {threshold}, {value} and {device}. */
    title: Type.String({ minLength: 1, maxLength: 200 }),
    /** Where the limits come from. */
    source: Type.Optional(Type.String({ maxLength: 500 })),
    runbook_url: Type.Optional(Type.String({ maxLength: 2048 })),
    labels: Type.Optional(Type.Record(Type.String(), Type.String())),
  },
  { additionalProperties: false },
)
export type RuleDefinition = Static<typeof RuleDefinition>
export type Condition = RuleDefinition['condition']

/** A rule the engine can run: nothing left out, levels from least to most severe. */
export interface Rule {
  key: string
  version: number
  name: string
  scope: Required<Static<typeof Scope>>
  condition: Condition
  levels: RuleLevel[]
  clear_for_s: number
  cooldown_s: number
  max_gap_s: number
  latch: boolean
  late_max_s: number
  incident: { mode: 'auto' | 'always' | 'never'; own: boolean }
  title: string
}

export interface RuleLevel {
  severity: (typeof SEVERITIES)[number]
  value: number | null
  clear: number | null
  for_s: number
}

export function withDefaults(definition: RuleDefinition, version: number): Rule {
  const { scope = {}, incident = {} } = definition
  return {
    key: definition.key,
    version,
    name: definition.name,
    scope: {
      modules: scope.modules ?? [],
      tags: scope.tags ?? [],
      device_ids: scope.device_ids ?? [],
      exclude_device_ids: scope.exclude_device_ids ?? [],
    },
    condition: definition.condition,
    levels: definition.levels
      .map(({ severity, value = null, clear = null, for_s = 0 }) => ({ severity, value, clear, for_s }))
      .sort((one, other) => SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity)),
    clear_for_s: definition.clear_for_s ?? 60,
    cooldown_s: definition.cooldown_s ?? 300,
    max_gap_s: definition.max_gap_s ?? 600,
    latch: definition.latch ?? false,
    late_max_s: definition.late_max_s ?? 86_400,
    incident: { mode: incident.mode ?? 'auto', own: incident.own ?? false },
    title: definition.title,
  }
}
