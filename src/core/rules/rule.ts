import Type, { type Static } from 'typebox'
import { LANGUAGES } from '../../words/words.ts'
import { type Condition, impliedLimit, Limit } from '../conditions/condition.ts'
import { Schedule } from '../conditions/schedule.ts'
import { MODULES } from '../vocabulary/modules.ts'
import { SEVERITIES, type Severity } from '../vocabulary/severities.ts'

export type { Condition } from '../conditions/condition.ts'

const closed = { additionalProperties: false }
const Duration = Type.Optional(Type.Number({ minimum: 0 }))

const Level = Type.Object(
  {
    severity: Type.Enum([...SEVERITIES]),
    /**
     * The limit, and the value at which the level clears (by default the limit itself). Not for conditions that are
     * true or false.
     */
    value: Type.Optional(Limit),
    clear: Type.Optional(Limit),
    /** Seconds of reading time for which the condition must hold. */
    for_s: Duration,
  },
  closed,
)

const Ids = Type.Array(Type.Integer({ minimum: 1 }), { maxItems: 1_000 })
const Scope = Type.Object(
  {
    modules: Type.Optional(Type.Array(Type.Enum([...MODULES]), { maxItems: MODULES.length })),
    tags: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 50 }), { maxItems: 100 })),
    device_ids: Type.Optional(Ids),
    exclude_device_ids: Type.Optional(Ids),
    exclude_tags: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 50 }), { maxItems: 100 })),
  },
  closed,
)

/** Name and title in another language of the console. APIs and webhooks use `name` and `title`. */
const Translation = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 100, pattern: '^[^\\u0000]*$' })),
    title: Type.Optional(Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\u0000]*$' })),
  },
  closed,
)

/** English names and titles stand in the rule itself. */
export const TRANSLATED = LANGUAGES.filter((language) => language !== 'en')
const Translations = Type.Unsafe<Partial<Record<(typeof TRANSLATED)[number], Static<typeof Translation>>>>(
  Type.Object(Object.fromEntries(TRANSLATED.map((language) => [language, Type.Optional(Translation)])), closed),
)

const IncidentPolicy = Type.Object(
  {
    mode: Type.Optional(Type.Enum(['auto', 'always', 'never'])),
    /** Opens an incident of its own instead of joining the device's. */
    own: Type.Optional(Type.Boolean()),
  },
  closed,
)

/** A rule as written by people, except for its condition. Optional fields have defaults, see `withDefaults`. */
export const RuleFrame = Type.Object(
  {
    key: Type.String({ pattern: '^[a-z0-9_]+(\\.[a-z0-9_]+)*$', patternReason: 'no_rule_key', maxLength: 100 }),
    name: Type.String({ minLength: 1, maxLength: 100, pattern: '^[^\\u0000]*$' }),
    enabled: Type.Optional(Type.Boolean()),
    scope: Type.Optional(Scope),
    condition: Type.Unsafe<Condition>({
      type: 'object',
      required: ['type'],
      properties: { type: { type: 'string' } },
      additionalProperties: true,
      title: 'Condition',
      description: 'docs/rules.md describes each kind, docs/rules.schema.json has their schema',
    }),
    levels: Type.Array(Level, { minItems: 1, maxItems: 3 }),
    clear_for_s: Duration,
    cooldown_s: Duration,
    /** A longer gap between readings breaks a streak. */
    max_gap_s: Duration,
    /** Stays open until a person resolves it. */
    latch: Type.Optional(Type.Boolean()),
    /** Whether late readings raise alerts; by default those of a latched rule do. */
    late: Type.Optional(Type.Enum(['raise', 'ignore'])),
    late_max_s: Duration,
    /** Hours in which the rule applies; always if absent. */
    schedule: Type.Optional(Schedule),
    /** Seconds after which an acknowledged alert fires again; 0 is never. */
    ack_timeout_s: Duration,
    /** Seconds without data after which an open alert expires; 0 is never. */
    expire_after_s: Duration,
    incident: Type.Optional(IncidentPolicy),
    /** May contain {threshold}, {value} and {device}. */
    title: Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\u0000]*$' }),
    translations: Type.Optional(Translations),
    /** Reference for the limits. */
    source: Type.Optional(Type.String({ maxLength: 500, pattern: '^[^\\u0000]*$' })),
    /** Unit of the values. */
    unit: Type.Optional(Type.String({ maxLength: 20, pattern: '^[^\\u0000]*$' })),
    runbook_url: Type.Optional(
      Type.String({ maxLength: 2048, pattern: '^https?://[^\\u0000\\s]+$', patternReason: 'not_web' }),
    ),
    labels: Type.Optional(
      Type.Record(Type.String({ pattern: '^[a-z][a-z0-9_]{0,63}$' }), Type.String({ maxLength: 200 }), {
        maxProperties: 50,
      }),
    ),
  },
  closed,
)
export type RuleDefinition = Static<typeof RuleFrame>

/** A rule with all defaults filled in, levels from least to most severe. Limits may still depend on the device. */
export interface Rule {
  key: string
  /** Only for devices of this site, whatever its scope says; null: for all sites. */
  site_id: number | null
  version: number
  name: string
  scope: Required<Static<typeof Scope>>
  condition: Condition
  levels: { severity: Severity; value: Limit | null; clear: Limit | null; for_s: number }[]
  clear_for_s: number
  cooldown_s: number
  max_gap_s: number
  latch: boolean
  late: 'raise' | 'ignore'
  late_max_s: number
  schedule: Schedule | null
  /** Null: by severity, eight hours for critical alerts and never for others. */
  ack_timeout_s: number | null
  expire_after_s: number
  incident: { mode: 'auto' | 'always' | 'never'; own: boolean }
  title: string
}

/** Default of `expire_after_s`. */
export const EXPIRE_AFTER_S = 7 * 86_400

export function withDefaults(definition: RuleDefinition, version: number, site_id: number | null = null): Rule {
  const { scope = {}, incident = {}, condition } = definition
  const implied = impliedLimit(condition) ?? null
  return {
    key: definition.key,
    site_id,
    version,
    name: definition.name,
    scope: {
      modules: scope.modules ?? [],
      tags: scope.tags ?? [],
      device_ids: scope.device_ids ?? [],
      exclude_device_ids: scope.exclude_device_ids ?? [],
      exclude_tags: scope.exclude_tags ?? [],
    },
    condition,
    levels: definition.levels
      .map(({ severity, value = implied, clear = null, for_s = 0 }) => ({ severity, value, clear, for_s }))
      .sort((one, other) => SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity)),
    clear_for_s: definition.clear_for_s ?? 60,
    cooldown_s: definition.cooldown_s ?? 300,
    max_gap_s: definition.max_gap_s ?? 600,
    latch: definition.latch ?? false,
    late: definition.late ?? (definition.latch === true ? 'raise' : 'ignore'),
    late_max_s: definition.late_max_s ?? 86_400,
    schedule: definition.schedule ?? null,
    ack_timeout_s: definition.ack_timeout_s ?? null,
    expire_after_s: definition.expire_after_s ?? EXPIRE_AFTER_S,
    incident: { mode: incident.mode ?? 'auto', own: incident.own ?? false },
    title: definition.title,
  }
}
