import type { FastifyRequest } from 'fastify'
import type { Queryable } from '../platform/database.ts'
import { forbidden, unauthorized } from '../platform/errors.ts'
import { findUserByToken } from './mobile-tokens.ts'
import { mayActAs, type Role, type User } from './user.ts'

declare module 'fastify' {
  interface FastifyRequest {
    user: User | null
  }
}

/** The token of `Authorization: Bearer …`, or null. The scheme's case does not matter, its single space does. */
export function bearerToken(request: FastifyRequest): string | null {
  return /^bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null
}

/** A hook for the APIs of people: 401 without a live token, 403 when the role does not reach the route's policy. */
export function requireBearer(db: Queryable, now: () => Date): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    const { policy } = request.routeOptions.config
    if (policy === 'public') return
    const token = bearerToken(request)
    const user = token === null ? null : await findUserByToken(db, token, now())
    if (user === null) {
      throw unauthorized('A valid bearer token is needed', { 'www-authenticate': 'Bearer', connection: 'close' })
    }
    if (!mayActAs(user.role, policy as Role)) throw forbidden(`This needs the role ${policy}`)
    request.user = user
  }
}

/** The person behind a request that `requireBearer` let through. */
export function userOf(request: FastifyRequest): User {
  if (request.user === null) throw new Error('No user on a route behind requireBearer')
  return request.user
}
