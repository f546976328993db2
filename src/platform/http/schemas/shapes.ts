import Type, { type Static, type TObject, type TSchema } from 'typebox'
import { VISIBLE } from '../../visible-text.ts'

/** A value or null. */
export const Nullable = <Value>(type: 'string' | 'number' | 'integer' | 'object') =>
  Type.Unsafe<Value | null>({ type: [type, 'null'], ...(type === 'object' ? { additionalProperties: true } : {}) })

/** One of these words. */
export const OneOf = <const Words extends readonly string[]>(words: Words, options: object = {}) =>
  Type.Unsafe<Words[number]>({ type: 'string', enum: [...words], ...options })

export const Text = Type.String()

/** Text from outside, without NUL and lone surrogates: PostgreSQL stores neither. */
export const PlainText = (options: {
  minLength?: number
  maxLength: number
  description?: string
  examples?: string[]
}) => Type.String({ pattern: '^[^\\u0000\\ud800-\\udfff]*$', ...options })

/** Plain text that is visible: at least one visible character and no invisible ones. For names of people and things. */
export const NameText = (options: { maxLength: number; description?: string; examples?: string[] }) =>
  Type.String({ minLength: 1, pattern: VISIBLE, patternReason: 'invisible', ...options })
export const Count = Type.Integer()
export const NullableText = Nullable<string>('string')
export const NullableNumber = Nullable<number>('number')
export const NullableInteger = Nullable<number>('integer')
export const AnyObject = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })

/** A body that may be left out. The framework checks a missing body as null. */
export const OptionalBody = <Body extends TObject>(body: Body) =>
  Type.Unsafe<Static<Body> | null | undefined>({ ...body, type: ['object', 'null'] })

/** A building block, with what the reference says of it here. */
export const described = <Value>(shape: object, description: string) => Type.Unsafe<Value>({ ...shape, description })

/** ISO 8601 in UTC with milliseconds. */
export const Time = Type.Unsafe<Date>({ type: 'string', format: 'date-time' })
export const NullableTime = Type.Unsafe<Date | null>({
  anyOf: [{ type: 'null' }, { type: 'string', format: 'date-time' }],
})

/** `{"status":"ok","data":…}` */
export const DataResponse = <Data extends TSchema>(data: Data) => Type.Object({ status: Type.Literal('ok'), data })

/** The same for lists, with the cursor of the next page. */
export const ListResponse = <Item extends TSchema>(item: Item) =>
  Type.Object({ status: Type.Literal('ok'), data: Type.Array(item), next_cursor: NullableText })

export const ok = <Data>(data: Data) => ({ status: 'ok' as const, data })

/** A whole number in an address or a query, where every value is text. `documentedAs` is its type in the reference. */
export const NumberText = (pattern: string, number: object) =>
  Type.String({ pattern, documentedAs: { type: 'integer', ...number } })

/** The id of an alert, an incident or a message in a body, with as many digits as one in an address may have. */
export const LongId = (description?: string) =>
  Type.Integer({ minimum: 1, maximum: 999_999_999_999_999, ...(description === undefined ? {} : { description }) })

export const IdParams = Type.Object({ id: NumberText('^[1-9][0-9]{0,14}$', { minimum: 1, examples: [1] }) })

/** Shape of every refusal. */
export const ErrorShape = Type.Object(
  {
    status: Type.Literal('error'),
    message: Text,
    code: Type.Integer({ description: 'The status of the response' }),
    errors: Type.Optional(
      Type.Array(Type.Object({ field: Type.String({ description: 'A JSON pointer' }), message: Text })),
    ),
  },
  { title: 'ErrorAnswer', description: 'All errors have this form.' },
)
