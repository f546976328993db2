import type { Agent } from 'undici'
import { type AddressPolicy, type Lookup, literalAddress, systemResolver } from '../webhook-address.ts'
import { BlockedAddress, guardedLookup } from './guarded-lookup.ts'
import { ANYWHERE, isAddressAllowed } from './public-address.ts'

const CONNECT_MS = 4_000
const RESPONSE_LIMIT_BYTES = 1024 * 1024

/** For servers that the operator has set in the environment: anywhere but where no address ever may be. */
export const TRUSTED: AddressPolicy = { allowHttp: true, allowedNetworks: ANYWHERE }

export type GuardedFetch = (url: string, options: object) => Promise<Response>

interface FetchOptions {
  resolver?: Lookup | undefined
  responseLimitBytes?: number
}

/**
 * `fetch` that connects only to addresses of the policy. No proxy from the environment is involved, certificates are
 * checked whatever it says, no redirect is followed, and no connection is kept.
 */
export function guardedFetch(
  policy: AddressPolicy,
  { resolver = systemResolver, responseLimitBytes = RESPONSE_LIMIT_BYTES }: FetchOptions = {},
): GuardedFetch {
  let agent: Agent | undefined
  return async (address, options) => {
    const url = new URL(address)
    if (url.protocol !== 'https:' && !policy.allowHttp) throw new BlockedAddress(address)
    const undici = await import('undici')
    agent ??= new undici.Agent({
      connect: { lookup: guardedLookup(policy, resolver), rejectUnauthorized: true, timeout: CONNECT_MS },
      maxResponseSize: responseLimitBytes,
      pipelining: 0,
    })
    // A literal address is never resolved, so it would bypass the guarded lookup.
    const literal = literalAddress(url)
    if (literal !== null && !isAddressAllowed(literal, policy.allowedNetworks)) throw new BlockedAddress(literal)
    const guarded = { redirect: 'manual', ...options, dispatcher: agent }
    return (await undici.fetch(address, guarded as object)) as unknown as Response
  }
}
