import type { LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import type { AddressPolicy, Lookup } from '../webhook-address.ts'
import { isAddressAllowed } from './public-address.ts'

export class BlockedAddress extends Error {
  readonly code = 'BLOCKED_ADDRESS'
}

/**
 * Resolves a name for a new connection, which uses exactly the returned addresses. If one of several addresses is not
 * allowed, all are refused, since that is how a DNS rebinding attack begins.
 */
export function guardedLookup(policy: AddressPolicy, resolver: Lookup): LookupFunction {
  const resolveOnce = oneAtATime(resolver)
  return (hostname, options, callback) => {
    resolveOnce(hostname)
      .then((addresses) => {
        const isAllowed = addresses.every(({ address }) => isAddressAllowed(address, policy.allowedNetworks))
        if (addresses.length === 0 || !isAllowed) throw new BlockedAddress(hostname)
        if (options.all) (callback as (error: null, addresses: LookupAddress[]) => void)(null, addresses)
        else callback(null, addresses[0]!.address, addresses[0]!.family)
      })
      .catch((error: NodeJS.ErrnoException) => callback(error, '', 0))
  }
}

/**
 * The system resolves names in a few threads, which others need as well: a name that hangs blocks one of them, not
 * four.
 */
function oneAtATime(resolver: Lookup): Lookup {
  const underWay = new Map<string, ReturnType<Lookup>>()
  return (host) => {
    const asked = underWay.get(host)
    if (asked !== undefined) return asked
    const asking = resolver(host).finally(() => underWay.delete(host))
    underWay.set(host, asking)
    return asking
  }
}
