import { type RequestError, tooManyRequests, unauthorized } from '../../../platform/errors.ts'
import { networkOf } from '../../../platform/network-of-address.ts'

const LIMIT = 60
const WINDOW_MS = 60_000
/** Addresses, or IPv6 networks, counted at once; beyond that, the oldest window is dropped. */
const SITES_LIMIT = 10_000

/** Counts a bad token from an address, and returns its refusal. */
export type RefuseToken = (address: string) => RequestError

/**
 * 401 for a bad token; 429 beyond sixty bad tokens a minute from one address. Good tokens are not limited: many devices
 * share an address, and one must not be refused because of the others.
 */
export function tokenRefusals(now: () => Date): RefuseToken {
  /** In the order in which the windows end. */
  const windows = new Map<string, { count: number; endsAt: number }>()

  function windowOf(network: string, at: number) {
    const known = windows.get(network)
    if (known !== undefined && known.endsAt > at) return known
    windows.delete(network)
    const [longest] = windows.keys()
    if (windows.size >= SITES_LIMIT) windows.delete(longest!)
    const window = { count: 0, endsAt: at + WINDOW_MS }
    windows.set(network, window)
    return window
  }

  return (address) => {
    const at = now().getTime()
    const window = windowOf(networkOf(address), at)
    window.count += 1
    if (window.count <= LIMIT) return unauthorized('in_english', 'Invalid device token')
    return tooManyRequests(
      (window.endsAt - at) / 1_000,
      'in_english',
      'Too many bad device tokens from this address; wait before the next',
    )
  }
}
