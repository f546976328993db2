import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { forbidden } from '../errors.ts'

/** Form field and header that carry the token. */
export const CSRF_FIELD = '_csrf'
export const CSRF_HEADER = 'x-csrf-token'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * The token of a session. It is derived from the session id in the cookie, which other sites can neither read nor set,
 * so there is nothing to store, and a new session has a new token.
 */
export const csrfToken = (sessionId: string): string => createHmac('sha256', sessionId).update('csrf').digest('hex')

/** Throws 403 for a request that would change something and that, according to the browser, comes from another site. */
export function requireOwnOrigin(request: FastifyRequest, publicUrl: string): void {
  if (!SAFE_METHODS.has(request.method) && !isFromOwnPage(request, publicUrl)) {
    throw forbidden('other_site')
  }
}

/** Throws 403 for a request that would change something without the token of its session. */
export function checkCsrfToken(request: FastifyRequest, sessionId: string | null, given: unknown): void {
  if (SAFE_METHODS.has(request.method)) return
  if (sessionId === null || !isEqual(given, csrfToken(sessionId))) {
    throw forbidden('form_expired')
  }
}

/** Programs and old browsers do not send where a request comes from: then the token alone decides. */
function isFromOwnPage({ headers }: FastifyRequest, publicUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  return headers.origin === undefined || isOwnOrigin(headers.origin, headers.host, publicUrl)
}

/** Whether an address begins with the public URL or with the host that this request was sent to. */
export function isOwnOrigin(address: string, host: string | undefined, publicUrl: string): boolean {
  const url = URL.parse(address)
  return url !== null && (url.origin === new URL(publicUrl).origin || url.host === host)
}

function isEqual(given: unknown, wanted: string): boolean {
  if (typeof given !== 'string') return false
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)]
  return one.length === other.length && timingSafeEqual(one, other)
}
