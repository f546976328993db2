import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { errorEnvelope } from '../error-answers.ts'

/** How long refusals are held back: five steps, drawn by lot. */
const HELD_FROM_MS = 1_000
const HELD_STEP_MS = 500

export interface LoadShedding {
  /** Addresses that begin with this are turned away. */
  path: string
  isOverloaded: () => boolean
  message: string
  /** Told of each request that is turned away. */
  onRefused?: () => void
}

/**
 * Turns requests away, 503, before the framework sees them. A refusal on the usual way costs nearly as much as the work
 * that it refuses; a node that is asked for three times what it can do would do little else. For the same reason the
 * refusal is held back for a while: those who ask again at once, or never heard of Retry-After, wait with their
 * connection, and each connection costs no more than one refusal in that time.
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

/** Resolves when a refusal has been held back for long enough, with the seconds after which to come again. */
export function heldBack(): Promise<number> {
  const lot = Math.floor(Math.random() * 5)
  return new Promise((resolve) => setTimeout(resolve, HELD_FROM_MS + lot * HELD_STEP_MS, 1 + lot))
}
