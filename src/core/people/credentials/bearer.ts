import type { FastifyRequest } from 'fastify'
import type { Queryable } from '../../../platform/database/database.ts'
import { unauthorized } from '../../../platform/errors.ts'
import { findCallerByToken } from './access-tokens.ts'
import { type FindCaller, requireCaller } from './caller.ts'

export { userOf } from './caller.ts'

/** The token of `Authorization: Bearer …`, or null. The scheme's case does not matter, its single space does. */
function bearerToken(request: FastifyRequest): string | null {
  return /^bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null
}

export function byBearer(db: Queryable, now: () => Date): FindCaller {
  return async (request) => {
    const token = bearerToken(request)
    return token === null ? null : findCallerByToken(db, token, request.ip, now())
  }
}

export const noBearer = (): never => {
  throw unauthorized('A valid bearer token is needed', { 'www-authenticate': 'Bearer', connection: 'close' })
}

/** A hook for the APIs of people: 401 without a live token, 403 when the role does not reach the route's policy. */
export const requireBearer = (db: Queryable, now: () => Date) => requireCaller(byBearer(db, now), noBearer)
