import type { FastifyRequest } from 'fastify'
import type { Queryable } from '../../../platform/database/database.ts'
import { faultOf } from '../../../platform/error-messages/reasons.ts'
import { RequestError } from '../../../platform/errors.ts'
import { findCallerByToken } from './access-tokens.ts'
import { type FindCaller, requireCaller } from './caller.ts'

export { userOf } from './caller.ts'

/**
 * The token of `Authorization: Bearer …`, or null. The scheme is case-insensitive; exactly one space must follow it.
 */
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
  throw new RequestError(401, faultOf('in_english', 'A valid bearer token is needed'), {
    headers: { 'www-authenticate': 'Bearer', connection: 'close' },
  })
}

/** A hook for the APIs: 401 without a live token, 403 if the role is too low for the route's policy. */
export const requireBearer = (db: Queryable, now: () => Date) => requireCaller(byBearer(db, now), noBearer)
