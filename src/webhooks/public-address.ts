import ipaddr from 'ipaddr.js'

/** Cloud metadata hands out credentials: no list opens it. */
const NEVER = new Set(['169.254.169.254', 'fd00:ec2::254'])

export type Network = [ipaddr.IPv4 | ipaddr.IPv6, number]

/** Parses `10.0.0.0/8,fd00::/8`; a bare address is a network of one. Throws on anything else. */
export function parseNetworks(text: string): Network[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      if (part.includes('/')) return ipaddr.parseCIDR(part) as Network
      // The library also reads a number alone, as 0.0.0.10; nobody means that.
      if (!part.includes(':') && !ipaddr.IPv4.isValidFourPartDecimal(part)) throw new Error(`${part} is no address`)
      const address = ipaddr.parse(part)
      return [address, address.kind() === 'ipv4' ? 32 : 128]
    })
}

/**
 * Whether a receiver may live at this address: only on the public internet, unless its network is allowed by name.
 * Loopback, private, link-local (cloud metadata), shared, reserved and multicast ranges are refused, also when they
 * hide inside an IPv6 address.
 */
export function isAddressAllowed(text: string, allowed: readonly Network[]): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = unwrapped(ipaddr.parse(text))
  if (address === null || NEVER.has(address.toString())) return false
  if (allowed.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits))) return true
  return address.range() === 'unicast' && isGivenOut(address)
}

/** Of IPv6 only 2000::/3 belongs to the internet so far; the rest is nobody's, or will be something else. */
const isGivenOut = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  address.kind() === 'ipv4' || (address.toByteArray()[0]! & 0xe0) === 0x20

/** The IPv4 address inside a mapped, NAT64 or 6to4 one, else the address itself; null for Teredo, which hides two. */
function unwrapped(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (address.kind() === 'ipv4') return address
  const ipv6 = address as ipaddr.IPv6
  const bytes = ipv6.toByteArray()
  switch (ipv6.range()) {
    case 'ipv4Mapped':
      return ipv6.toIPv4Address()
    case 'rfc6052':
      return new ipaddr.IPv4(bytes.slice(12))
    case '6to4':
      return new ipaddr.IPv4(bytes.slice(2, 6))
    case 'teredo':
      return null
    default:
      // ::a.b.c.d, long deprecated and still connected to by some systems.
      return bytes.slice(0, 12).every((byte) => byte === 0) && !ipv6.toString().match(/^::1?$/)
        ? new ipaddr.IPv4(bytes.slice(12))
        : ipv6
  }
}
