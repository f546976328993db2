import Type, { type Static } from 'typebox'
import { Changed } from '../../platform/http/schemas/ignored-keys.ts'
import { Count, NameText, NullableTime, OneOf, PlainText, Text, Time } from '../../platform/http/schemas/shapes.ts'
import { WEEKDAYS } from '../../platform/weekly-windows.ts'
import { ActorShape } from '../people/actor.ts'
import { AnySiteNameShape } from '../reach/site-name.ts'
import { siteChoice } from '../sites/site-choice.ts'
import { MODULES } from '../vocabulary/modules.ts'
import { SEVERITIES } from '../vocabulary/severities.ts'
import { ModuleShape, SeverityShape } from '../vocabulary/shapes.ts'

const CLOCK = '^([01][0-9]|2[0-3]):[0-5][0-9]$'
const MOST_LISTED = 500
const LONGEST_S = 366 * 86_400
const nullable = <Value>(schema: object) => Type.Unsafe<Value | null>({ anyOf: [schema, { type: 'null' }] })

const WeeklyBody = Type.Object(
  {
    days: Type.Array(OneOf(WEEKDAYS), { minItems: 1, uniqueItems: true }),
    from: Type.String({ pattern: CLOCK }),
    to: Type.String({ pattern: CLOCK }),
    time_zone: Type.String({ minLength: 1, maxLength: 64 }),
  },
  { additionalProperties: false, description: 'If not later than the beginning, it is on the next day' },
)

const listOf = <Item>(items: object) =>
  Type.Optional(Type.Unsafe<Item[]>({ type: 'array', items, maxItems: MOST_LISTED, uniqueItems: true }))

/** Scope of a silence in requests: a field left out is no limit. */
const scopeFields = {
  device_ids: listOf<number>({ type: 'integer', minimum: 1, maximum: 2_147_483_647 }),
  tags: listOf<string>(PlainText({ minLength: 1, maxLength: 50 })),
  modules: listOf<(typeof MODULES)[number]>({ type: 'string', enum: [...MODULES] }),
  rule_keys: listOf<string>(PlainText({ minLength: 1, maxLength: 100 })),
  max_severity: Type.Optional(OneOf(SEVERITIES)),
  covers_safety: Type.Optional(
    Type.Boolean({ description: 'Also covers falls, panic buttons, impacts and fire, which otherwise always notify' }),
  ),
}

const timesFields = {
  starts_at: Type.Optional(Type.Unsafe<string>({ type: 'string', format: 'date-time' })),
  ends_at: Type.Optional(nullable<string>({ type: 'string', format: 'date-time' })),
  duration_s: Type.Optional(Type.Integer({ minimum: 1, maximum: LONGEST_S })),
  weekly: Type.Optional(nullable<Static<typeof WeeklyBody>>(WeeklyBody)),
}

const Reason = NameText({ maxLength: 500 })

const EXAMPLE_BODY = {
  reason: 'Boiler maintenance',
  tags: ['hall-3'],
  weekly: { days: ['sat', 'sun'], from: '22:00', to: '06:00', time_zone: 'Europe/Ljubljana' },
}

export const NewSilenceBody = Type.Object(
  { ...siteChoice, reason: Reason, ...scopeFields, ...timesFields },
  { additionalProperties: false, examples: [EXAMPLE_BODY] },
)
export type NewSilenceBody = SilenceBody & { site_id?: number | null | undefined }
export const WindowShape = Type.Object({ from: Time, to: Time })

const EXAMPLE = {
  id: 3,
  site: null,
  reason: 'Boiler maintenance',
  device_ids: [],
  tags: ['hall-3'],
  modules: [],
  rule_keys: [],
  max_severity: 'critical',
  covers_safety: false,
  starts_at: '2026-11-21T12:00:00.000Z',
  ends_at: null,
  weekly: { days: ['sat', 'sun'], from: '22:00', to: '06:00', time_zone: 'Europe/Ljubljana' },
  state: 'active',
  window: { from: '2026-11-21T21:00:00.000Z', to: '2026-11-22T05:00:00.000Z' },
  notifications: { held: 1, sent: 0, dropped: 4 },
  created_at: '2026-11-21T11:58:03.114Z',
  created_by: { type: 'user', id: 2, email: 'op@example.org', name: 'Ana' },
  ended_at: null,
  ended_by: null,
}

export const SILENCE_STATES = ['scheduled', 'active', 'expired'] as const

/** A silence in the APIs. */
export const SilenceShape = Type.Object(
  {
    id: Count,
    site: AnySiteNameShape,
    reason: Text,
    device_ids: Type.Array(Count),
    tags: Type.Array(Text),
    modules: Type.Array(ModuleShape),
    rule_keys: Type.Array(Text),
    max_severity: SeverityShape,
    covers_safety: Type.Boolean(),
    starts_at: Time,
    ends_at: NullableTime,
    weekly: nullable<Static<typeof WeeklyBody>>({ ...WeeklyBody, additionalProperties: false }),
    state: OneOf(SILENCE_STATES),
    window: nullable<{ from: Date; to: Date }>({ ...WindowShape, description: 'The current one, else the next' }),
    notifications: Type.Object(
      { held: Count, sent: Count, dropped: Count },
      {
        description: 'Held now; sent after the silence ended; dropped because it ended during the silence',
      },
    ),
    created_at: Time,
    created_by: ActorShape,
    ended_at: NullableTime,
    ended_by: ActorShape,
  },
  { title: 'Silence', examples: [EXAMPLE] },
)

const changes = { reason: Type.Optional(Reason), ...scopeFields, ...timesFields }
export const SilenceChangesBody = Changed(SilenceShape, changes, { examples: [{ duration_s: 7_200 }] })
/** Body of a preview, for which no reason is needed. */
export const SilencePreviewBody = Changed(SilenceShape, { ...siteChoice, ...changes }, { examples: [EXAMPLE_BODY] })
export type SilenceBody = Static<typeof SilenceChangesBody>
