import type { FastifyInstance, FastifyRequest, FastifySchema } from 'fastify'
import { needsBody, requireJsonBody } from './schemas/json-bodies.ts'

/** Minimal rights for a route: none, the token of a device or of a source, or a person with at least this role. */
export type Policy = 'public' | 'device' | 'source' | 'viewer' | 'operator' | 'admin'

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
    /** For a public route: requests a minute from one address; null for any number. */
    perMinute?: number | null
    /** For a route for people: whether it counts among the pages that one of them may ask for at once. GETs do, else. */
    takesPlace?: boolean
  }
  /** Fields of the API reference, beside those of the schemas. A schema with a `title` is described once, under it. */
  interface FastifySchema {
    /** Left out of the reference: pages and their parts, and what a sender asks for by its own rules. */
    hide?: boolean
    operationId?: string
    tags?: readonly string[]
    summary?: string
    /** Whether a token made for a program may do this, within its role. */
    forPrograms?: boolean
    description?: string
    /** Statuses of refusals that do not follow from the route itself, such as 409. */
    refusals?: readonly number[]
    /** Bodies and answers without a schema, by media type. */
    bodyContent?: Record<string, object>
    responseContent?: Record<string, object>
    /** Headers of a successful response. */
    responseHeaders?: Record<string, { description: string; schema: object }>
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

/** The same for what people may do, and the tokens that they make for programs, within their role. */
export const forPrograms = (operationId: string, tag: string, summary: string): ForCallers => ({
  ...operation(operationId, tag, summary),
  forPrograms: true,
})

/**
 * The same for what only people may do. A stolen token must not create another way in, so that this is for everything
 * that creates, changes or ends a person or a person's credential. Tokens of devices and secrets of webhooks are left to
 * programs: neither lets anybody see or change anything here.
 */
export const forPeople = (operationId: string, tag: string, summary: string): ForCallers => ({
  ...operation(operationId, tag, summary),
  forPrograms: false,
})

export type ForCallers = ReturnType<typeof operation> & { forPrograms: boolean }

interface Endpoint<Schema> {
  config: { policy: Policy; scope: Scope }
  schema: ForCallers & Schema
  onRequest?: (request: FastifyRequest) => Promise<void>
}

/** Options of a route under /api. A body that its schema requires must be JSON. */
export const endpoint = <const Schema extends FastifySchema>(
  policy: Policy,
  scope: Scope,
  described: ForCallers,
  schema: Schema,
): Endpoint<Schema> => ({
  config: { policy, scope },
  schema: { ...described, ...schema },
  ...(needsBody(schema) ? { onRequest: async (request) => requireJsonBody(request) } : {}),
})

/**
 * Collects all routes. Throws at start-up for a route without a policy and a scope, under /api without an operation, and
 * for an operation that does not say whether it is for programs.
 */
export function listRoutes(server: FastifyInstance): readonly ListedRoute[] {
  const routes: ListedRoute[] = []
  const urls = new Map<string, string>()
  server.decorate('routeList', routes)
  server.addHook('onRoute', ({ method, url, config, schema = {} }) => {
    const route = `${String(method)} ${url}`
    if (config?.policy === undefined || config.scope === undefined) throw new Error(`${route} has no policy or scope`)
    const isDescribed = schema.operationId !== undefined && schema.tags?.length === 1 && schema.summary !== undefined
    if (url.startsWith('/api/') && !isDescribed && schema.hide !== true) {
      throw new Error(`${route} is not described: its schema needs an operation()`)
    }
    const { policy } = config
    const needsWord = !['public', 'device', 'source'].includes(policy) && schema.operationId !== undefined
    if (needsWord && schema.forPrograms === undefined) {
      throw new Error(`${route} must say by forPrograms() or forPeople() whether programs may do it`)
    }
    if (schema.operationId !== undefined) {
      const twin = urls.get(schema.operationId) ?? url
      if (twin !== url) throw new Error(`${route} has the operationId of ${twin}`)
      urls.set(schema.operationId, url)
    }
    const isLimited = config.perMinute !== null
    for (const each of [method].flat())
      routes.push({ method: each, url, policy: config.policy, scope: config.scope, isLimited, schema })
  })
  return routes
}
