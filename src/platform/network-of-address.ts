import ipaddr from 'ipaddr.js'

/** Size of the network that a provider gives one customer: an attacker has 2^64 addresses in it. */
const IPV6_NETWORK_BITS = 64

/** An IPv4 address, also when mapped into IPv6, or the network of an IPv6 address. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${IPV6_NETWORK_BITS}`).toString()
}
