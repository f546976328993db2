import Type, { type Static, type TObject, type TSchema } from 'typebox'

/** Building blocks of request and response schemas. */
export const Nullable = <Value>(type: 'string' | 'number' | 'integer' | 'object') =>
  Type.Unsafe<Value | null>({ type: [type, 'null'], ...(type === 'object' ? { additionalProperties: true } : {}) })

export const Text = Type.String()
export const Count = Type.Integer()
export const NullableText = Nullable<string>('string')
export const NullableNumber = Nullable<number>('number')
export const NullableInteger = Nullable<number>('integer')
export const AnyObject = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })

/** A body that may be left out altogether. The framework checks a body that is not there as null. */
export const OptionalBody = <Body extends TObject>(body: Body) =>
  Type.Unsafe<Static<Body> | null | undefined>({ ...body, type: ['object', 'null'] })

/** ISO 8601 in UTC with milliseconds. */
export const Time = Type.Unsafe<Date>({ type: 'string', format: 'date-time' })
export const NullableTime = Type.Unsafe<Date | null>({
  anyOf: [{ type: 'null' }, { type: 'string', format: 'date-time' }],
})

/** `{"status":"ok","data":…}` */
export const Answer = <Data extends TSchema>(data: Data) => Type.Object({ status: Type.Literal('ok'), data })

/** The same for lists, with the cursor of the next page. */
export const ListAnswer = <Item extends TSchema>(item: Item) =>
  Type.Object({ status: Type.Literal('ok'), data: Type.Array(item), next_cursor: NullableText })

export const ok = <Data>(data: Data) => ({ status: 'ok' as const, data })

export const IdParams = Type.Object({ id: Type.String({ pattern: '^[1-9][0-9]{0,14}$' }) })
