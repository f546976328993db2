import type { FastifyReply, FastifyRequest } from 'fastify'
import { sessionCookie } from '../../core/people/credentials/session-cookie.ts'
import { createSession, SESSION_ABSOLUTE_S } from '../../core/people/credentials/sessions.ts'
import type { LoggedIn, Open, PendingLogin } from '../../core/people/login/log-in.ts'
import { PENDING_LIFETIME_S } from '../../core/people/login/pending-logins.ts'
import { type HostCookie, hostCookie } from '../../platform/http/host-cookie.ts'
import { safeReturn } from './return-to.ts'

export const LOGIN_SECOND_FACTOR = '/login/second-factor'

/** Opens a session after a login, with a new id whatever the browser had before. */
export const openSession =
  (request: FastifyRequest, now: Date): Open =>
  (tx, { id }) =>
    createSession(tx, id, { address: request.ip, user_agent: request.headers['user-agent'] ?? '' }, now)

export const keepSession = (reply: FastifyReply, { credential }: LoggedIn, publicUrl: string): void =>
  sessionCookie(publicUrl).set(reply, credential, SESSION_ABSOLUTE_S)

/** The cookie of a login that still needs a second factor. */
export const pendingCookie = (publicUrl: string): HostCookie => hostCookie('login', publicUrl)

/** Keeps what a login has led to. Returns the next page: the one asked for, or the one that asks for the second factor. */
export function keepLogin(
  reply: FastifyReply,
  step: LoggedIn | PendingLogin,
  publicUrl: string,
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
  return to === '/' ? LOGIN_SECOND_FACTOR : `${LOGIN_SECOND_FACTOR}?${new URLSearchParams({ to })}`
}
