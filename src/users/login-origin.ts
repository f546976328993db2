import ipaddr from 'ipaddr.js'
import { hashToken } from '../platform/secrets.ts'

/** Size of the network that a provider gives one customer: a guesser has 2^64 addresses in it. */
const IPV6_SITE_BITS = 64

/** An IPv4 address, also where it comes mapped into IPv6, or the network that an IPv6 address belongs to. */
export function siteOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${IPV6_SITE_BITS}`).toString()
}

/**
 * What the failures of an account are counted under. The email may be a password in the wrong field, and a whole digest
 * of one can be looked up in a list. Sixteen bits fit thousands of entries of any list; two accounts that share them are
 * counted as one.
 */
export const accountKey = (email: string): string => hashToken(email).slice(0, 4)
