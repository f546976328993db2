import type { Schema } from './document-types.ts'

/** Examples of texts by format. */
const TEXTS: Record<string, string> = { 'date-time': '2026-03-01T12:00:00.000Z', uri: 'https://example.org/' }

/**
 * An example of a schema: its own, or one built from its parts. Optional parts are included if they have an example.
 */
export function exampleOf(schema: Schema, resolve: (reference: string) => Schema): unknown {
  const { $ref, examples, anyOf, properties, items } = schema
  if ($ref !== undefined) return exampleOf(resolve($ref), resolve)
  if (examples !== undefined) return examples[0]
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  if (schema.enum !== undefined) return schema.enum[0]
  if (anyOf !== undefined) return exampleOf(anyOf.find(({ type }) => type !== 'null') ?? anyOf[0]!, resolve)
  if (items !== undefined) return [exampleOf(items, resolve)]
  if (properties !== undefined) {
    const shown = Object.entries(properties).filter(
      ([key, part]) => schema.required?.includes(key) || part.examples !== undefined,
    )
    const enough =
      shown.length > 0 || schema.minProperties === undefined ? shown : Object.entries(properties).slice(0, 1)
    return Object.fromEntries(enough.map(([key, part]) => [key, exampleOf(part, resolve)]))
  }
  const type = [schema.type].flat().find((one) => one !== 'null')
  switch (type) {
    case 'string':
      return TEXTS[schema.format ?? ''] ?? 'text'.padEnd(schema.minLength ?? 0, '.')
    case 'integer':
    case 'number':
      return schema.minimum ?? 1
    case 'boolean':
      return true
    case 'array':
      return []
    case 'object':
      return {}
  }
  return null
}
