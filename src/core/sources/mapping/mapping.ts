import Type from 'typebox'
import { MAX_KEYS } from '../../telemetry/reading.ts'
import { MODULES } from '../../vocabulary/modules.ts'
import { SOURCE_UNITS, type SourceUnit } from '../values/unit-conversions.ts'

/** Items of one message. */
export const MOST_ITEMS = 1_000
export const LONGEST_CALC = 500
const LONGEST_POINTER = 200
const MOST_CHOICES = 12
const MOST_WORDS = 50
const LONGEST_SHUT_OFF_S = 3_600

const KEY = '^[a-z][a-z0-9_]{0,63}$'

/** Where a value is in an item: one pointer, or several of which the first that holds a value counts. */
export type ValuePlace = string | string[]

/** A value of an item as a number or as true or false. */
export interface FieldRules {
  from?: ValuePlace
  calc?: string
  constant?: number | string | boolean
  unit?: SourceUnit
  /** Values that say that there is none. */
  leave_out?: (number | string)[]
  true?: (number | string | boolean)[]
  false?: (number | string | boolean)[]
  false_after_s?: number
  /** Meanings of texts as numbers. */
  words?: Record<string, number>
  /** Leaves the field out while it is true. */
  unless?: string
}
export type MappedField = ValuePlace | FieldRules

/** Which further numbers and booleans of an item a reading gets. */
export interface ValuesRules {
  from: ValuePlace
  /** Before each key. */
  prefix?: string
  /** The key of a value that is no object. */
  name?: string
  /** Where the value is in each of them, if they are objects. */
  value?: string
  /** Leaves one of them out while this is true. */
  unless?: string
}

/** How the JSON of a sender becomes readings (docs/mapping.md). */
export interface Mapping {
  each?: string
  only?: MappedField
  device?: ValuePlace
  label?: ValuePlace
  model?: ValuePlace
  key?: ValuePlace
  ts?: ValuePlace | { from: ValuePlace; zone?: string }
  module?: (typeof MODULES)[number]
  lat?: MappedField
  lng?: MappedField
  battery?: MappedField
  signal?: MappedField
  metrics?: Record<string, MappedField>
  flags?: Record<string, MappedField>
  values?: ValuePlace | ValuesRules
  bytes?: ValuePlace
  ignore?: string[]
  rest?: 'keep' | 'drop' | string[]
}

// One schema with several types, and not a union of schemas, so that a fault names the key that it is about.
const pointer = { type: 'string', maxLength: LONGEST_POINTER } as const
const choices = { maxItems: MOST_CHOICES, minItems: 1, items: pointer } as const
const place = { type: ['string', 'array'], maxLength: LONGEST_POINTER, ...choices } as const
const calc = { type: 'string', minLength: 1, maxLength: LONGEST_CALC } as const
const list = (...types: string[]) => ({
  type: 'array',
  minItems: 1,
  maxItems: MOST_WORDS,
  items: { type: types, maxLength: LONGEST_POINTER },
})

const field = {
  title: 'MappedField',
  description: 'A pointer, several of which the first that leads to a value counts, or more about it (docs/mapping.md)',
  type: ['string', 'array', 'object'],
  maxLength: LONGEST_POINTER,
  ...choices,
  properties: {
    from: place,
    calc,
    constant: { type: ['number', 'string', 'boolean'], maxLength: 64 },
    unit: { type: 'string', enum: SOURCE_UNITS },
    leave_out: list('number', 'string'),
    true: list('number', 'string', 'boolean'),
    false: list('number', 'string', 'boolean'),
    false_after_s: { type: 'number', minimum: 1, maximum: LONGEST_SHUT_OFF_S },
    words: { type: 'object', maxProperties: MOST_WORDS, additionalProperties: { type: 'number' } },
    unless: calc,
  },
  additionalProperties: false,
} as const

const fields = {
  type: 'object',
  maxProperties: MAX_KEYS,
  patternProperties: { [KEY]: field },
  additionalProperties: false,
} as const

const optional = <T>(schema: object) => Type.Optional(Type.Unsafe<T>(schema))

export const MappingShape = Type.Object(
  {
    each: optional<string>(pointer),
    only: optional<MappedField>(field),
    device: optional<ValuePlace>(place),
    label: optional<ValuePlace>(place),
    model: optional<ValuePlace>(place),
    key: optional<ValuePlace>(place),
    ts: optional<NonNullable<Mapping['ts']>>({
      type: ['string', 'array', 'object'],
      maxLength: LONGEST_POINTER,
      ...choices,
      properties: { from: place, zone: { type: 'string', maxLength: 64 } },
      required: ['from'],
      additionalProperties: false,
    }),
    module: Type.Optional(Type.Enum([...MODULES])),
    lat: optional<MappedField>(field),
    lng: optional<MappedField>(field),
    battery: optional<MappedField>(field),
    signal: optional<MappedField>(field),
    metrics: optional<Record<string, MappedField>>(fields),
    flags: optional<Record<string, MappedField>>(fields),
    values: optional<NonNullable<Mapping['values']>>({
      type: ['string', 'array', 'object'],
      maxLength: LONGEST_POINTER,
      ...choices,
      properties: {
        from: place,
        prefix: { type: 'string', maxLength: LONGEST_CALC },
        name: pointer,
        value: pointer,
        unless: calc,
      },
      required: ['from'],
      additionalProperties: false,
    }),
    bytes: optional<ValuePlace>(place),
    ignore: optional<string[]>({ type: 'array', maxItems: MAX_KEYS, items: pointer }),
    rest: optional<NonNullable<Mapping['rest']>>({
      type: ['string', 'array'],
      pattern: '^(keep|drop)$',
      maxItems: MAX_KEYS,
      items: { type: 'string', pattern: KEY },
    }),
  },
  { additionalProperties: false },
)
