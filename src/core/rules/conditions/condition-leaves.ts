import Type, { type Static } from 'typebox'
import { NameText } from '../../../platform/http/schemas/shapes.ts'

/** Path of a value in a reading: `metrics.systolic`, `flags.water_leak`, `battery`, `signal`. */
export const Field = Type.String({
  pattern: '^((metrics|flags)\\.[a-z][a-z0-9_]{0,63}|battery|signal)$',
  patternReason: 'no_rule_field',
})

/** Restricts a condition to readings with this text value (substance, kind or state), ignoring case. */
const Where = Type.Object(
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

const Op = Type.Enum(['gt', 'gte', 'lt', 'lte', 'eq', 'neq'])
export type Op = Static<typeof Op>
/** A window longer than a week is a report, not an alarm. */
export const WindowS = Type.Integer({ minimum: 1, maximum: 7 * 86_400 })
const MinPoints = Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 }))
const closed = { additionalProperties: false }

/** Inside all, any, not and count, the number is compared in place; at the top of a rule, its levels do that. */
const inner = { value: Type.Optional(Limit), clear: Type.Optional(Limit) }

export const Threshold = Type.Object(
  { type: Type.Literal('threshold'), field: Field, op: Op, where: Type.Optional(Where), ...inner },
  closed,
)

export const Range = Type.Object(
  {
    type: Type.Literal('range'),
    field: Field,
    mode: Type.Enum(['outside', 'inside']),
    min: Type.Number(),
    max: Type.Number(),
    /** Distance past the limit that a value needs to count as cleared. */
    margin: Type.Optional(Type.Number({ minimum: 0 })),
    where: Type.Optional(Where),
  },
  closed,
)

export const Flag = Type.Object(
  { type: Type.Literal('flag'), field: Field, equals: Type.Optional(Type.Boolean()) },
  closed,
)

export const Rate = Type.Object(
  {
    type: Type.Literal('rate'),
    field: Field,
    window_s: WindowS,
    calc: Type.Enum(['delta', 'percent', 'per_min']),
    op: Op,
    min_points: MinPoints,
    where: Type.Optional(Where),
    ...inner,
  },
  closed,
)

export const Aggregate = Type.Object(
  {
    type: Type.Literal('aggregate'),
    field: Field,
    /**
     * `all` and `any`: every value, or at least one, of the window satisfies the comparison. `all` needs a full window.
     */
    fn: Type.Enum(['avg', 'min', 'max', 'sum', 'count', 'all', 'any']),
    window_s: WindowS,
    op: Op,
    min_points: MinPoints,
    where: Type.Optional(Where),
    ...inner,
  },
  closed,
)

/**
 * Points for values of one reading, added up. A band applies to values up to and including `upto`, the last one to the
 * rest.
 */
export const Score = Type.Object(
  {
    type: Type.Literal('score'),
    parts: Type.Array(
      Type.Object(
        {
          field: Field,
          bands: Type.Array(
            Type.Object({ upto: Type.Optional(Type.Number()), points: Type.Number({ minimum: 0 }) }, closed),
            { minItems: 1, maxItems: 20 },
          ),
        },
        closed,
      ),
      { minItems: 1, maxItems: 20 },
    ),
    /** Readings with fewer of the parts are unknown. */
    min_parts: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
    op: Op,
    ...inner,
  },
  closed,
)

/** No data, in server time. Without `after_s`, the device's own offline threshold. */
export const Stale = Type.Object(
  {
    type: Type.Literal('stale'),
    /** Null: any reading. */
    field: Type.Optional(Type.Union([Field, Type.Null()])),
    after_s: Type.Optional(Type.Integer({ minimum: 5, maximum: 366 * 86_400 })),
  },
  closed,
)

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

export const Geofence = Type.Object(
  {
    type: Type.Literal('geofence'),
    /** Name of a geofence of its own. Saving the rule puts its shape into `fence`, as a change of the geofence does. */
    geofence: Type.Optional(NameText({ maxLength: 100 })),
    fence: Type.Optional(Fence),
    when: Type.Enum(['outside', 'inside', 'enter', 'exit']),
    /** Positions this close to the border do not change the side. */
    buffer_m: Type.Optional(Type.Number({ minimum: 0, maximum: 100_000 })),
    /** Consecutive positions on the other side that change the side. */
    min_points: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  },
  closed,
)

export type Leaf = Static<
  | typeof Threshold
  | typeof Range
  | typeof Flag
  | typeof Rate
  | typeof Aggregate
  | typeof Score
  | typeof Stale
  | typeof Geofence
>
