import { isDeepStrictEqual } from 'node:util'
import type { Schema } from './document-types.ts'

export interface ComponentSchemas {
  /** The schema as shown in the document, with a `$ref` in place of each part that has a `title`. */
  refer(schema: object): Schema
  /** The referenced schemas by name. */
  schemas(): Record<string, Schema>
}

const NAME = /^[A-Z][A-Za-z0-9]*$/

/** Collects the named parts of schemas. Throws when two different ones have the same name. */
export function componentSchemas(): ComponentSchemas {
  const named = new Map<string, Schema>()

  function refer(schema: Schema): Schema {
    const { title, ...rest } = schema
    if (title === undefined) return plain(schema)
    if (!NAME.test(title)) throw new Error(`"${title}" cannot be the name of a schema: it must be in PascalCase`)
    const shown = plain(rest)
    const known = named.get(title)
    if (known !== undefined && !isDeepStrictEqual(known, shown)) throw new Error(`Two schemas are called ${title}`)
    named.set(title, shown)
    return { $ref: `#/components/schemas/${title}` }
  }

  /** Removes keywords that only the service uses, and replaces named parts by references. */
  function plain({ documentedAs, patternReason: _, ignoredKeys, ...schema }: Schema): Schema {
    if (ignoredKeys !== undefined) return plain({ ...schema, description: withIgnored(schema, ignoredKeys) })
    if (documentedAs !== undefined) {
      const { description } = schema
      return { ...(description === undefined ? {} : { description }), ...documentedAs }
    }
    return Object.fromEntries(Object.entries(schema).map(([keyword, value]) => [keyword, part(keyword, value)]))
  }

  const withIgnored = ({ description = '' }: Schema, names: readonly string[]): string =>
    `${description === '' ? '' : `${description}. `}Ignores read-only fields: ${names.join(', ')}`

  function part(keyword: string, value: unknown): unknown {
    if (keyword === 'properties' || keyword === 'patternProperties') {
      return Object.fromEntries(Object.entries(value as object).map(([key, inner]) => [key, refer(inner as Schema)]))
    }
    if (Array.isArray(value) && ['anyOf', 'oneOf', 'allOf'].includes(keyword)) return value.map(refer)
    const isSchema = ['items', 'additionalProperties', 'not', 'propertyNames'].includes(keyword)
    return isSchema && typeof value === 'object' && value !== null ? refer(value as Schema) : value
  }

  return {
    // The document is JSON: symbols and undefined values are dropped.
    refer: (schema) => refer(JSON.parse(JSON.stringify(schema)) as Schema),
    schemas: () => Object.fromEntries([...named].sort(([one], [other]) => (one < other ? -1 : 1))),
  }
}
