import Type, { type Static } from 'typebox'

/** Path of a value in a reading: `metrics.systolic`, `flags.water_leak`, `battery`, `signal`. */
export const Field = Type.String({
  pattern: '^((metrics|flags)\\.[a-z][a-z0-9_]{0,63}|battery|signal)$',
  patternReason: 'no_rule_field',
})

/** Restricts a condition to readings with this text value (substance, kind or state), ignoring case. */
export const Where = Type.Object(
  { field: Field, equals: Type.String({ minLength: 1, maxLength: 64 }) },
  { additionalProperties: false },
)

/** A number, or a reference to a device attribute. A device without the attribute uses the default. */
export const Limit = Type.Union([
  Type.Number(),
  Type.Object(
    { attr: Type.String({ pattern: '^[a-z][a-z0-9_]{0,63}$' }), default: Type.Number() },
    { additionalProperties: false },
  ),
])
export type Limit = Static<typeof Limit>

export const Op = Type.Enum(['gt', 'gte', 'lt', 'lte', 'eq', 'neq'])
export type Op = Static<typeof Op>
/** A window longer than a week is a report, not an alarm. */
export const WindowS = Type.Integer({ minimum: 1, maximum: 7 * 86_400 })
export const MinPoints = Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 }))
export const closed = { additionalProperties: false }

/** Inside all, any, not and count, the number is compared in place; at the top of a rule, its levels do that. */
export const INNER = { value: Type.Optional(Limit), clear: Type.Optional(Limit) }

const Lat = Type.Number({ minimum: -90, maximum: 90 })
const Lng = Type.Number({ minimum: -180, maximum: 180 })
/** Latitude and longitude. */
const Corner = Type.Unsafe<[number, number]>({
  type: 'array',
  items: { type: 'number', minimum: -180, maximum: 180 },
  minItems: 2,
  maxItems: 2,
})

export const Fence = Type.Union([
  Type.Object(
    {
      circle: Type.Object(
        { lat: Lat, lng: Lng, radius_m: Type.Number({ exclusiveMinimum: 0, maximum: 2_000_000 }) },
        closed,
      ),
    },
    closed,
  ),
  Type.Object({ polygon: Type.Array(Corner, { minItems: 3, maxItems: 200 }) }, closed),
])
export type Fence = Static<typeof Fence>
