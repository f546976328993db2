import type { FastifyInstance, FastifySchema } from 'fastify'

/** Who may use a route: anybody, a device with its token, or a person of at least this role. */
export type Policy = 'public' | 'device' | 'viewer' | 'operator' | 'admin'

declare module 'fastify' {
  interface FastifyContextConfig {
    policy?: Policy
    /** Answers whatever name the request asks for it by. */
    anyHost?: boolean
  }
  /** What the reference says of a route, beside what its schemas say. A schema with a `title` is described once, by it. */
  interface FastifySchema {
    /** Not in the reference: pages, and what belongs to them. */
    hide?: boolean
    operationId?: string
    tags?: readonly string[]
    summary?: string
    description?: string
    /** Statuses of refusals that cannot be told from the route itself, such as 409. */
    refusals?: readonly number[]
    /** Bodies and answers that no schema of the framework checks, by media type. */
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
  schema: FastifySchema
}

/** What the reference calls a route, spread into its schema. Every route under /api has this. */
export const operation = (operationId: string, tag: string, summary: string) => ({ operationId, tags: [tag], summary })

/** Keeps a list of all routes, and the service from starting when one does not say who may use it or what it is. */
export function listRoutes(server: FastifyInstance): readonly ListedRoute[] {
  const routes: ListedRoute[] = []
  server.decorate('routeList', routes)
  server.addHook('onRoute', ({ method, url, config, schema = {} }) => {
    const route = `${String(method)} ${url}`
    if (config?.policy === undefined) throw new Error(`${route} does not say who may use it`)
    const isDescribed = schema.operationId !== undefined && schema.tags?.length === 1 && schema.summary !== undefined
    if (url.startsWith('/api/') && !isDescribed) {
      throw new Error(`${route} does not say what it is: its schema needs an operation()`)
    }
    const twin = routes.find(
      (other) => schema.operationId !== undefined && other.schema.operationId === schema.operationId,
    )
    if (twin !== undefined && twin.url !== url) throw new Error(`${route} has the operationId of ${twin.url}`)
    for (const each of [method].flat()) routes.push({ method: each, url, policy: config.policy, schema })
  })
  return routes
}
