import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { errorEnvelope } from '../error-responses.ts'

/** Delay of a refusal: one of five steps, at random. */
const HELD_FROM_MS = 1_000
const HELD_STEP_MS = 500

export interface LoadShedding {
  /** Only paths that begin with this are refused. */
  path: string
  isOverloaded: () => boolean
  message: string
  /** Called for each refused request. */
  onRefused?: () => void
}

/**
 * Refuses requests with 503 before the framework sees them. A refusal through the framework costs nearly as much as the
 * work it refuses, so a node with three times the load it can take would do little else. Refusals are delayed for the
 * same reason: clients that retry at once, or ignore Retry-After, wait with their connection, and each connection costs
 * at most one refusal in that time.
 */
export function installLoadShedding(
  server: FastifyInstance,
  { path, isOverloaded, message, onRefused }: LoadShedding,
  headers: () => Readonly<Record<string, string>>,
): void {
  const handlers = server.server.listeners('request') as RequestListener[]
  const body = Buffer.from(JSON.stringify(errorEnvelope(503, message)))
  const about = { 'content-type': 'application/json; charset=utf-8', 'content-length': String(body.length) }
  server.server.removeAllListeners('request')
  server.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!request.url?.startsWith(path) || !isOverloaded()) {
      for (const handler of handlers) handler.call(server.server, request, response)
      return
    }
    onRefused?.()
    void heldBack().then((retryAfterS) => {
      response.writeHead(503, { ...headers(), ...about, 'retry-after': String(retryAfterS) }).end(body)
    })
  })
}

/** Resolves after the random delay of a refusal, with the seconds for Retry-After. */
export function heldBack(): Promise<number> {
  const lot = Math.floor(Math.random() * 5)
  return new Promise((resolve) => setTimeout(resolve, HELD_FROM_MS + lot * HELD_STEP_MS, 1 + lot))
}
