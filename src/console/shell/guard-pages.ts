import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requireCaller } from '../../core/people/credentials/caller.ts'
import { bySession, sessionCookie } from '../../core/people/credentials/session-cookie.ts'
import {
  CSRF_FIELD,
  CSRF_HEADER,
  checkCsrfToken,
  checkOwnPage,
  csrfToken,
  isOwnOrigin,
} from '../../platform/http/csrf.ts'
import { hostCookie } from '../../platform/http/host-cookie.ts'
import { newToken } from '../../platform/secrets.ts'
import type { ConsoleContext } from '../console-context.ts'
import { refreshPage, sendPage } from './layout.ts'
import { loadReader } from './reader.ts'
import { loginAddress, sentFrom } from './return-to.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The token that every form of this visitor carries. */
    csrf: string
  }
}

/** Who visits a page, and whether what they send comes from a page of ours. Holds for every page that is registered here. */
export function guardPages(server: FastifyInstance, { db, publicUrl, environment, now }: ConsoleContext): void {
  const session = sessionCookie(publicUrl)
  // Before the login a browser has an id that is stored nowhere, for the sake of the forms that strangers may send. It is
  // a cookie of its own: a request that came without the other one must not end the session that it stands for.
  const visitor = hostCookie('visitor', publicUrl)
  const cookieFor = (request: FastifyRequest) => (request.routeOptions.config.policy === 'public' ? visitor : session)

  server.decorateRequest('user', null)
  server.decorateRequest('credential', null)
  server.decorateRequest('csrf', '')
  server.decorateRequest('reader', null)

  server.addHook('onRequest', async (request, reply) => {
    checkOwnPage(request, publicUrl)
    if (session.read(request) === null && hasFollowedLink(request, publicUrl)) return sendPage(reply, refreshPage())
    return undefined
  })
  const onStranger = (request: FastifyRequest, reply: FastifyReply) =>
    toLogin(request, reply, session.read(request) !== null)
  server.addHook('onRequest', requireCaller(bySession(db, publicUrl, now), onStranger))
  server.addHook('onRequest', async (request, reply) => {
    const cookie = cookieFor(request)
    const known = cookie.read(request)
    const id = known ?? newToken()
    if (known === null) cookie.set(reply, id)
    request.csrf = csrfToken(id)
  })
  server.addHook('preValidation', async (request) => {
    const { [CSRF_FIELD]: field, ...body } = (request.body ?? {}) as Record<string, unknown>
    checkCsrfToken(request, cookieFor(request).read(request), request.headers[CSRF_HEADER] ?? field)
    request.body = body
  })
  server.addHook('preHandler', async (request) => {
    if (request.user !== null) request.reader = await loadReader(db, environment, request, now())
  })
}

/**
 * A link on another site leads here without the session, whose cookie is SameSite=Strict. A page that loads itself again
 * is asked for with it; otherwise people would find themselves logged out. Without https browsers do not say where a
 * request comes from, except by its Referer.
 */
function hasFollowedLink({ method, headers }: FastifyRequest, publicUrl: string): boolean {
  if (method !== 'GET') return false
  const { 'sec-fetch-site': site, referer } = headers
  if (site !== undefined) return site === 'cross-site'
  return referer !== undefined && !isOwnOrigin(referer, headers.host, publicUrl)
}

/**
 * Sends somebody without a session to the login, and afterwards back to the page they are on. A script gets the address
 * instead of the page: it would show the login inside of what is there.
 */
function toLogin(request: FastifyRequest, reply: FastifyReply, hadSession: boolean): FastifyReply {
  const isScript = request.headers['hx-request'] === 'true'
  if (request.url === '/logout') return reply.redirect('/login', 303)
  const isSent = request.method !== 'GET'
  const page = isSent || isScript ? sentFrom(request) : request.url
  const address = loginAddress(page ?? '/', isSent ? 'unsaved' : hadSession ? 'session' : null)
  return isScript ? reply.code(401).header('hx-redirect', address).send() : reply.redirect(address, 303)
}
