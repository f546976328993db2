import type { FastifyReply, FastifyRequest } from 'fastify'
import { forbidden } from '../../../platform/errors.ts'
import { mayActAs, type User } from '../user.ts'
import { isOpenToPrograms } from './program-rights.ts'

/** The credential of a request: a browser's session, the token of an API login, or a token made for a program. */
export interface Credential {
  kind: 'session' | 'mobile' | 'api'
  id: number
}

/** The authenticated caller; the same for sessions and tokens. */
export interface Caller {
  user: User
  credential: Credential
  /** Whether the person has to set up a second factor before anything else. */
  lacksFactor: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    user: User | null
    credential: Credential | null
  }
  interface FastifyContextConfig {
    /** Open to people who still have to set up a second factor. */
    setsUpFactor?: true
  }
}

/** Looks up the caller by one kind of credential; null if the request has no valid one. */
export type FindCaller = (request: FastifyRequest) => Promise<Caller | null>

type Answer = (request: FastifyRequest, reply: FastifyReply) => unknown

const refuseWithoutFactor = (): never => {
  throw forbidden('factor_needed')
}

/**
 * A hook that finds the caller or refuses the request: `onStranger` without one, 403 for a role that is too low and for
 * programs where only people may act, `onLackingFactor` while the person has to set up a second factor.
 */
export function requireCaller(find: FindCaller, onStranger: Answer, onLackingFactor: Answer = refuseWithoutFactor) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const { config, schema } = request.routeOptions
    const { policy } = config
    if (policy === undefined || policy === 'public') return undefined
    const caller = await find(request)
    if (caller === null) return onStranger(request, reply)
    if (policy === 'device' || !mayActAs(caller.user.role, policy)) throw forbidden('needs_role', policy)
    const isProgram = caller.credential.kind === 'api'
    if (isProgram && !isOpenToPrograms(schema?.operationId))
      throw forbidden('in_english', 'An API token cannot do this; log in')
    if (caller.lacksFactor && config.setsUpFactor !== true) return onLackingFactor(request, reply)
    request.user = caller.user
    request.credential = caller.credential
    return undefined
  }
}

/** The person behind an authenticated request. */
export function userOf(request: FastifyRequest): User {
  if (request.user === null) throw new Error('No user on a route without a guard')
  return request.user
}

export function credentialOf(request: FastifyRequest): Credential {
  if (request.credential === null) throw new Error('No credential on a route without a guard')
  return request.credential
}
