import type { FastifyReply, FastifyRequest } from 'fastify'
import { forbidden, unauthorized } from '../../../platform/errors.ts'
import type { Scope } from '../../../platform/http/route-list.ts'
import { waitForSlot } from '../../../platform/http/wait-for-slot.ts'
import { limitedReach, mayActIn, mayActSomewhere, type Reach } from '../../reach/reach.ts'
import type { Role } from '../../reach/role.ts'
import type { User } from '../user.ts'

/** The credential of a request: a browser's session, the token of an API login, or a token made for a program. */
export interface Credential {
  kind: 'session' | 'mobile' | 'api'
  id: number
}

/** The authenticated caller; the same for sessions and tokens. */
export interface Caller {
  user: User
  reach: Reach
  credential: Credential
  /** Whether the person has to set up a second factor before anything else. */
  lacksFactor: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    user: User | null
    /** The caller's reach. */
    reach: Reach | null
    credential: Credential | null
    /** Looks again at what the caller of a long response may see. Throws the refusal that the request would get now. */
    readmit: () => Promise<void>
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
  async function admit(request: FastifyRequest): Promise<'in' | 'stranger' | 'factor'> {
    const { config, schema } = request.routeOptions
    const { policy, scope } = config
    if (policy === undefined || policy === 'public') return 'in'
    const caller = await find(request)
    if (caller === null) return 'stranger'
    if (policy === 'device' || policy === 'source' || !isAdmitted(caller.reach, policy, scope))
      throw forbidden('needs_role', policy)
    const isProgram = caller.credential.kind === 'api'
    if (isProgram && schema?.forPrograms !== true) throw forbidden('in_english', 'An API token cannot do this; log in')
    if (caller.lacksFactor && config.setsUpFactor !== true) return 'factor'
    request.user = caller.user
    request.reach = caller.reach
    request.credential = caller.credential
    request.readmit = async () => {
      if ((await admit(request)) !== 'in') throw unauthorized('in_english', 'The login has ended')
    }
    return 'in'
  }
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const admitted = await admit(request)
    if (admitted === 'stranger') return onStranger(request, reply)
    if (admitted === 'factor') return onLackingFactor(request, reply)
    if (request.user !== null) await waitForSlot(reply, request.user.id)
    return undefined
  }
}

/**
 * Whether the role is high enough: everywhere for what concerns the installation, somewhere for what belongs to sites,
 * where the query then looks only at those sites. People without any role still have their own account.
 */
function isAdmitted(reach: Reach, needed: Role, scope: Scope | undefined): boolean {
  if (scope === 'installation') return mayActIn(reach, null, needed)
  return (scope === 'self' && needed === 'viewer') || mayActSomewhere(reach, needed)
}

/** The person behind an authenticated request. */
export function userOf(request: FastifyRequest): User {
  if (request.user === null) throw new Error('No user on a route without a guard')
  return request.user
}

/** The caller's reach. */
export function reachOf(request: FastifyRequest): Reach {
  if (request.reach === null) throw new Error('No reach on a route without a guard')
  return request.reach
}

/** The same for a list, which may be about one site alone; without one given, `?site=` says so. */
export function listedReach(request: FastifyRequest, siteId: number | null = siteOfQuery(request)): Reach {
  return siteId === null ? reachOf(request) : limitedReach(reachOf(request), null, [siteId])
}

function siteOfQuery(request: FastifyRequest): number | null {
  const { site } = request.query as { site?: string }
  return site === undefined ? null : Number(site)
}

export function credentialOf(request: FastifyRequest): Credential {
  if (request.credential === null) throw new Error('No credential on a route without a guard')
  return request.credential
}
