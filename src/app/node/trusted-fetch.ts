import type { Agent } from 'undici'
import { BlockedAddress, guardedLookup } from '../../core/webhooks/sending/guarded-lookup.ts'
import { ANYWHERE, isAddressAllowed } from '../../core/webhooks/sending/public-address.ts'
import { type Lookup, literalAddress, systemResolver } from '../../core/webhooks/webhook-address.ts'

const CONNECT_MS = 4_000
const RESPONSE_LIMIT_BYTES = 1024 * 1024

/**
 * `fetch` for a server that the operator has set in the environment: it may be anywhere but where no address ever may
 * be. No proxy from the environment is involved, certificates are checked whatever it says, and no connection is kept.
 */
export function trustedFetch(resolver: Lookup = systemResolver) {
  let agent: Agent | undefined
  return async (url: string, options: object): Promise<Response> => {
    const undici = await import('undici')
    agent ??= new undici.Agent({
      connect: {
        lookup: guardedLookup({ allowHttp: true, allowedNetworks: ANYWHERE }, resolver),
        rejectUnauthorized: true,
        timeout: CONNECT_MS,
      },
      maxResponseSize: RESPONSE_LIMIT_BYTES,
      pipelining: 0,
    })
    // A literal address is never resolved, so it would bypass the guarded lookup.
    const literal = literalAddress(new URL(url))
    if (literal !== null && !isAddressAllowed(literal, ANYWHERE)) throw new BlockedAddress(literal)
    return (await undici.fetch(url, { ...options, dispatcher: agent })) as unknown as Response
  }
}
