import type { FastifyReply, FastifyRequest } from 'fastify'
import { sessionCookie } from '../../../core/people/credentials/session-cookie.ts'
import { createSession, SESSION_ABSOLUTE_S } from '../../../core/people/credentials/sessions.ts'
import type { LoggedIn, Open, PendingLogin } from '../../../core/people/login/log-in.ts'
import { type LoginStep, PENDING_LIFETIME_S } from '../../../core/people/login/pending-logins.ts'
import { type HostCookie, hostCookie } from '../../../platform/http/host-cookie.ts'
import type { PublicUrl } from '../../../platform/http/public-url.ts'
import { safeReturn } from './return-to.ts'

export const LOGIN_SECOND_FACTOR = '/login/second-factor'
export const LOGIN_LINK = '/login/oidc/link'

/** The pages of what a login still needs. */
const STEPS = { second_factor: LOGIN_SECOND_FACTOR, link: LOGIN_LINK } as const satisfies Record<LoginStep, string>

/** Opens a session after a login, with a new id whatever the browser had before. */
export const openSession =
  (request: FastifyRequest, now: Date): Open =>
  (tx, { id }, identity) =>
    createSession(tx, id, { address: request.ip, user_agent: request.headers['user-agent'] ?? '' }, now, identity)

export const keepSession = (reply: FastifyReply, { credential }: LoggedIn, publicUrl: PublicUrl): void =>
  sessionCookie(publicUrl).set(reply, credential, SESSION_ABSOLUTE_S)

/** The cookie of a login that still needs something. */
export const pendingCookie = (publicUrl: PublicUrl): HostCookie => hostCookie('login', publicUrl)

/** Keeps what a login has led to. Returns the next page: the one asked for, or the one that asks for what is missing. */
export function keepLogin(
  reply: FastifyReply,
  step: LoggedIn | PendingLogin,
  publicUrl: PublicUrl,
  asked: unknown,
): string {
  const to = safeReturn(asked)
  if ('credential' in step) {
    keepSession(reply, step, publicUrl)
    const cookie = pendingCookie(publicUrl)
    if (cookie.read(reply.request) !== null) cookie.clear(reply)
    return to
  }
  pendingCookie(publicUrl).set(reply, step.pending, PENDING_LIFETIME_S)
  const page = STEPS[step.step]
  return to === '/' ? page : `${page}?${new URLSearchParams({ to })}`
}
