import { networkOf } from '../network-of-address.ts'

const WINDOW_MS = 60_000
/** Windows at once; beyond that, the oldest is dropped. */
const WINDOWS_LIMIT = 10_000

/**
 * Counts something that an address does, and returns how many seconds it has to wait once it has done it more than
 * `most` times a minute; null before that. IPv6 addresses count by their network. What is counted apart has its own name.
 */
type AddressRateLimit = (what: string, address: string, most: number) => number | null

export function addressRateLimit(now: () => number): AddressRateLimit {
  /** In the order in which the windows end. */
  const windows = new Map<string, { count: number; endsAt: number }>()

  function windowOf(key: string, at: number) {
    const known = windows.get(key)
    if (known !== undefined && known.endsAt > at) return known
    windows.delete(key)
    const [oldest] = windows.keys()
    if (windows.size >= WINDOWS_LIMIT) windows.delete(oldest!)
    const window = { count: 0, endsAt: at + WINDOW_MS }
    windows.set(key, window)
    return window
  }

  return (what, address, most) => {
    const at = now()
    const window = windowOf(`${what} ${networkOf(address)}`, at)
    window.count += 1
    return window.count <= most ? null : (window.endsAt - at) / 1_000
  }
}
