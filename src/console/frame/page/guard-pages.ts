import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requireCaller } from '../../../core/people/credentials/caller.ts'
import { bySession, sessionCookie } from '../../../core/people/credentials/session-cookie.ts'
import {
  CSRF_FIELD,
  CSRF_HEADER,
  checkCsrfToken,
  csrfToken,
  isOwnOrigin,
  requireOwnOrigin,
} from '../../../platform/http/csrf.ts'
import { hostCookie } from '../../../platform/http/host-cookie.ts'
import type { PublicUrl } from '../../../platform/http/public-url.ts'
import { newToken } from '../../../platform/secrets.ts'
import type { ConsoleContext } from '../../console-context.ts'
import { proofIn } from '../forms/form-proof.ts'
import { refreshPage, sendPage } from './layout.ts'
import { SECOND_FACTOR } from './navigation.ts'
import { loadReader } from './reader.ts'
import { loginAddress, sentFrom } from './return-to.ts'
import { keepChosenSite } from './site-choice.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The CSRF token for this visitor's forms. */
    csrf: string
  }
}

/** Authenticates visitors and checks the origin of forms, for every page registered here. */
export function guardPages(server: FastifyInstance, { db, publicUrl, environment, now }: ConsoleContext): void {
  const session = sessionCookie(publicUrl)
  // Before the login, a browser has an id that is not stored, for the CSRF tokens of public forms. It is a separate
  // cookie: a request without the session cookie must not end the session.
  const visitor = hostCookie('visitor', publicUrl)
  const cookieFor = (request: FastifyRequest) => (request.routeOptions.config.policy === 'public' ? visitor : session)

  server.decorateRequest('user', null)
  server.decorateRequest('reach', null)
  server.decorateRequest('readmit')
  server.decorateRequest('credential', null)
  server.decorateRequest('csrf', '')
  server.decorateRequest('reader', null)
  server.decorateRequest('proof', null)

  server.addHook('onRequest', async (request, reply) => {
    requireOwnOrigin(request, publicUrl())
    if (session.read(request) === null && hasFollowedLink(request, publicUrl)) return sendPage(reply, refreshPage())
    return undefined
  })
  const onStranger = (request: FastifyRequest, reply: FastifyReply) =>
    toLogin(request, reply, session.read(request) !== null)
  server.addHook('onRequest', requireCaller(bySession(db, publicUrl, now), onStranger, toSecondFactor))
  server.addHook('onRequest', async (request, reply) => {
    const cookie = cookieFor(request)
    const known = cookie.read(request)
    const id = known ?? newToken()
    if (known === null) cookie.set(reply, id)
    request.csrf = csrfToken(id)
  })
  server.addHook('preValidation', async (request) => {
    const { [CSRF_FIELD]: field, ...sent } = (request.body ?? {}) as Record<string, unknown>
    checkCsrfToken(request, cookieFor(request).read(request), request.headers[CSRF_HEADER] ?? field)
    const { proof, body } = proofIn(sent)
    request.body = body
    // A public form has nobody who could prove anything.
    request.proof = request.user === null ? null : proof
  })
  server.addHook('preHandler', async (request, reply) => {
    if (request.user !== null) keepChosenSite(request, reply, publicUrl)
    if (request.user !== null) request.reader = await loadReader(db, { environment, publicUrl }, request, now())
  })
}

/**
 * A link on another site is followed without the session, whose cookie is SameSite=Strict. A page that reloads itself
 * is requested with it; otherwise people would seem to be logged out. Without https, browsers send the origin of a
 * request only as its Referer.
 */
function hasFollowedLink({ method, headers }: FastifyRequest, publicUrl: PublicUrl): boolean {
  if (method !== 'GET') return false
  const { 'sec-fetch-site': site, referer } = headers
  if (site !== undefined) return site === 'cross-site'
  return referer !== undefined && !isOwnOrigin(referer, headers.host, publicUrl())
}

/** People who have to set up a second factor reach nothing but the page for that. */
function toSecondFactor(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return request.headers['hx-request'] === 'true'
    ? reply.code(403).header('hx-redirect', SECOND_FACTOR).send()
    : reply.redirect(SECOND_FACTOR, 303)
}

/**
 * Redirects a visitor without a session to the login, and back to the page afterwards. A script gets the address
 * instead of the page, which it would show inside the current one.
 */
function toLogin(request: FastifyRequest, reply: FastifyReply, hadSession: boolean): FastifyReply {
  const isScript = request.headers['hx-request'] === 'true'
  if (request.url === '/logout') return reply.redirect('/login', 303)
  const isSent = request.method !== 'GET'
  const page = isSent || isScript ? sentFrom(request) : request.url
  const address = loginAddress(page ?? '/', isSent ? 'unsaved' : hadSession ? 'session' : null)
  return isScript ? reply.code(401).header('hx-redirect', address).send() : reply.redirect(address, 303)
}
