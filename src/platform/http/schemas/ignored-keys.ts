import Type, { type TObject, type TObjectOptions, type TProperties } from 'typebox'

/**
 * Body of a change. Clients may send back a complete response with changes: keys that only the response has, such as ids
 * and times, are ignored.
 */
export const Changed = <Fields extends TProperties>(
  { properties }: TObject,
  fields: Fields,
  options: TObjectOptions = {},
): TObject<Fields> => {
  const ignoredKeys = Object.keys(properties).filter((name) => !Object.hasOwn(fields, name))
  return Type.Object(fields, { ...options, ignoredKeys })
}

/** The keyword behind it: removes these keys before anything else is checked. */
export const IGNORED_KEYS = {
  keyword: 'ignoredKeys',
  type: 'object',
  schemaType: 'array',
  modifying: true,
  errors: false,
  before: 'maxProperties',
  compile: (names: readonly string[]) => (body: Record<string, unknown>) => {
    for (const name of names) delete body[name]
    return true
  },
} as const
