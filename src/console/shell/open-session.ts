import type { FastifyReply, FastifyRequest } from 'fastify'
import { sessionCookie } from '../../core/people/credentials/session-cookie.ts'
import { createSession, SESSION_ABSOLUTE_S } from '../../core/people/credentials/sessions.ts'
import type { LoggedIn, Open } from '../../core/people/login/log-in.ts'

/** Opens a session after a login, with a new id whatever the browser had before. */
export const openSession =
  (request: FastifyRequest, now: Date): Open =>
  (tx, { id }) =>
    createSession(tx, id, { address: request.ip, user_agent: request.headers['user-agent'] ?? '' }, now)

export const keepSession = (reply: FastifyReply, { credential }: LoggedIn, publicUrl: string): void =>
  sessionCookie(publicUrl).set(reply, credential, SESSION_ABSOLUTE_S)
