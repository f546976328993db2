import { type RequestError, tooManyRequests, unauthorized } from '../../../platform/errors.ts'
import { addressRateLimit } from '../../../platform/http/address-rate-limit.ts'

const LIMIT = 60

/** Counts a bad token from an address, and returns its refusal. */
export type RefuseToken = (address: string) => RequestError

/**
 * 401 for a bad token; 429 beyond sixty bad tokens a minute from one address. Good tokens are not limited: many devices
 * share an address, and one must not be refused because of the others.
 */
export function badTokenLimit(now: () => Date, what: 'device token' | 'source token'): RefuseToken {
  const count = addressRateLimit(() => now().getTime())
  return (address) => {
    const waitS = count('bad tokens', address, LIMIT)
    if (waitS === null) return unauthorized('in_english', `Invalid ${what}`)
    return tooManyRequests(waitS, 'in_english', `Too many bad ${what}s from this address; wait before the next`)
  }
}
