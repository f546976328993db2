import type { FastifyInstance, FastifyRequest, FastifySchema } from 'fastify'
import { needsBody, requireJsonBody } from './schemas/json-bodies.ts'

/** Minimal rights for a route: none, a device token, or a person with at least this role. */
export type Policy = 'public' | 'device' | 'viewer' | 'operator' | 'admin'

/**
 * The subject of a route, which says where the role is needed: for a device and for what belongs to a site, there; for
 * the installation, everywhere; for oneself, anywhere. `none`: nobody's data.
 */
export type Scope = 'device' | 'site' | 'installation' | 'self' | 'none'

declare module 'fastify' {
  interface FastifyContextConfig {
    policy?: Policy
    scope?: Scope
    /** Accepts any Host header. */
    anyHost?: boolean
    /** Of a public route: requests a minute from one address; null for any number. */
    perMinute?: number | null
    /** Of a route for people: whether it counts among the pages that one of them may ask for at once. GETs do, else. */
    takesPlace?: boolean
  }
  /** Fields of the API reference, beside those of the schemas. A schema with a `title` is described once, under it. */
  interface FastifySchema {
    /** Left out of the reference: pages and their parts. */
    hide?: boolean
    operationId?: string
    tags?: readonly string[]
    summary?: string
    description?: string
    /** Statuses of refusals that do not follow from the route itself, such as 409. */
    refusals?: readonly number[]
    /** Bodies and answers without a schema, by media type. */
    bodyContent?: Record<string, object>
    answerContent?: Record<string, object>
    /** Headers of a successful answer. */
    answerHeaders?: Record<string, { description: string; schema: object }>
  }
  interface FastifyInstance {
    routeList: readonly ListedRoute[]
  }
}

export interface ListedRoute {
  method: string
  url: string
  policy: Policy
  scope: Scope
  /** Whether it can be asked for too often. */
  isLimited: boolean
  schema: FastifySchema
}

/** Name, tag and summary of a route in the reference, spread into its schema. Every route under /api has these. */
export const operation = (operationId: string, tag: string, summary: string) => ({ operationId, tags: [tag], summary })

interface Endpoint<Schema> {
  config: { policy: Policy; scope: Scope }
  schema: ReturnType<typeof operation> & Schema
  onRequest?: (request: FastifyRequest) => Promise<void>
}

/** Options of a route under /api. A body that its schema requires must be JSON. */
export const endpoint = <const Schema extends FastifySchema>(
  policy: Policy,
  scope: Scope,
  described: ReturnType<typeof operation>,
  schema: Schema,
): Endpoint<Schema> => ({
  config: { policy, scope },
  schema: { ...described, ...schema },
  ...(needsBody(schema) ? { onRequest: async (request) => requireJsonBody(request) } : {}),
})

/** Collects all routes. Throws at start-up for a route without a policy and a scope or, under /api, without an operation. */
export function listRoutes(server: FastifyInstance): readonly ListedRoute[] {
  const routes: ListedRoute[] = []
  server.decorate('routeList', routes)
  server.addHook('onRoute', ({ method, url, config, schema = {} }) => {
    const route = `${String(method)} ${url}`
    if (config?.policy === undefined || config.scope === undefined) throw new Error(`${route} has no policy or scope`)
    const isDescribed = schema.operationId !== undefined && schema.tags?.length === 1 && schema.summary !== undefined
    if (url.startsWith('/api/') && !isDescribed) {
      throw new Error(`${route} is not described: its schema needs an operation()`)
    }
    const twin = routes.find(
      (other) => schema.operationId !== undefined && other.schema.operationId === schema.operationId,
    )
    if (twin !== undefined && twin.url !== url) throw new Error(`${route} has the operationId of ${twin.url}`)
    const isLimited = config.perMinute !== null
    for (const each of [method].flat())
      routes.push({ method: each, url, policy: config.policy, scope: config.scope, isLimited, schema })
  })
  return routes
}
