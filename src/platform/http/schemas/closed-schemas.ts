import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { OptionalBody } from './shapes.ts'

interface Schema {
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  additionalProperties?: unknown
}

const NOTHING = Type.Object({}, { additionalProperties: false })
/** Body of a route that takes none: any content is refused instead of ignored. */
export const NO_BODY = OptionalBody(NOTHING)

/**
 * Refuses unknown keys, since a misspelt key would silently do nothing. This applies to bodies of APIs and forms and to
 * queries of APIs. Devices and sources may send unknown keys, since many cannot be changed, and pages accept unknown query
 * parameters, since links grow old.
 */
export function closeSchemas(server: FastifyInstance): void {
  server.addHook('onRoute', (route) => {
    const { schema = {}, config, url, method } = route
    if (config?.policy === 'device' || config?.policy === 'source') return
    const isApi = url.startsWith('/api/')
    const { querystring = isApi ? NOTHING : undefined } = schema
    const { body = isApi && method === 'POST' ? NO_BODY : undefined } = schema
    route.schema = {
      ...schema,
      ...(body === undefined ? {} : { body: body === NO_BODY ? NO_BODY : closed(body as Schema) }),
      ...(querystring === undefined ? {} : { querystring: isApi ? closed(querystring as Schema) : querystring }),
    }
  })
}

/** By the schema that they were made of: routes share schemas, and nodes of one process their routes. */
const made = new WeakMap<Schema, Schema>()

/** Closes a schema and every object in it, except objects that state which other keys they accept. */
function closed(schema: Schema): Schema {
  const known = made.get(schema)
  if (known !== undefined) return known
  const one = close(schema)
  made.set(schema, one)
  return one
}

function close({ properties, items, anyOf, ...rest }: Schema): Schema {
  if (properties === undefined && items === undefined && anyOf === undefined) return rest
  const each = Object.entries(properties ?? {}).map(([name, part]) => [name, closed(part)] as const)
  return {
    ...(properties === undefined ? {} : { properties: Object.fromEntries(each), additionalProperties: false }),
    ...(items === undefined ? {} : { items: closed(items) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(closed) }),
    ...rest,
  }
}
