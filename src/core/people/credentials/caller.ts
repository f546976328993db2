import type { FastifyReply, FastifyRequest } from 'fastify'
import { forbidden } from '../../../platform/errors.ts'
import { mayActAs, type User } from '../user.ts'
import { mayProgramsDo } from './program-rights.ts'

/** What a request showed to be let in: the session of a browser, the token of an API login, or one made for a program. */
export interface Credential {
  kind: 'session' | 'mobile' | 'api'
  id: number
}

/** Who asks. A session and a token lead to the same. */
export interface Caller {
  user: User
  credential: Credential
}

declare module 'fastify' {
  interface FastifyRequest {
    user: User | null
    credential: Credential | null
  }
}

/** Looks for a caller by one kind of credential; null when the request has none that is good. */
export type FindCaller = (request: FastifyRequest) => Promise<Caller | null>

/**
 * A hook that knows the caller, or turns the request away: nobody by `onStranger`; too low a role, and a program where
 * only people may, with 403.
 */
export function requireCaller(find: FindCaller, onStranger: (request: FastifyRequest, reply: FastifyReply) => unknown) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const { config, schema } = request.routeOptions
    const { policy } = config
    if (policy === undefined || policy === 'public') return undefined
    const caller = await find(request)
    if (caller === null) return onStranger(request, reply)
    if (policy === 'device' || !mayActAs(caller.user.role, policy)) throw forbidden(`This needs the role ${policy}`)
    const isProgram = caller.credential.kind === 'api'
    if (isProgram && !mayProgramsDo(schema?.operationId)) throw forbidden('An API token cannot do this; log in')
    request.user = caller.user
    request.credential = caller.credential
    return undefined
  }
}

/** The person behind a request that a guard let through. */
export function userOf(request: FastifyRequest): User {
  if (request.user === null) throw new Error('No user on a route without a guard')
  return request.user
}

export function credentialOf(request: FastifyRequest): Credential {
  if (request.credential === null) throw new Error('No credential on a route without a guard')
  return request.credential
}
