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
/** For what needs none: it is not to be sent one in vain. */
export const NO_BODY = OptionalBody(NOTHING)

/**
 * Lets routes take the keys that their schemas name and no others: a misspelt one would silently do nothing. That holds
 * for what APIs and forms are sent and for the queries of APIs. Devices may send more than is known, since many cannot be
 * changed, and addresses of pages may have more in their query, since links grow old.
 */
export function closeSchemas(server: FastifyInstance): void {
  server.addHook('onRoute', (route) => {
    const { schema = {}, config, url, method } = route
    if (config?.policy === 'device') return
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

/** With every object in it, but for those that say themselves what else they take. */
function closed({ properties, items, anyOf, ...rest }: Schema): Schema {
  if (properties === undefined && items === undefined && anyOf === undefined) return rest
  const each = Object.entries(properties ?? {}).map(([name, part]) => [name, closed(part)] as const)
  return {
    ...(properties === undefined ? {} : { properties: Object.fromEntries(each), additionalProperties: false }),
    ...(items === undefined ? {} : { items: closed(items) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(closed) }),
    ...rest,
  }
}
