import ipaddr from 'ipaddr.js'

export type Network = [ipaddr.IPv4 | ipaddr.IPv6, number]

/** Parses `10.0.0.0/8,fd00::/8`; a bare address is a network of one. Throws for anything else. */
export function parseNetworks(text: string): Network[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      if (part.includes('/')) return ipaddr.parseCIDR(part) as Network
      // The library also parses a single number, as 0.0.0.10; nobody means that.
      if (!part.includes(':') && !ipaddr.IPv4.isValidFourPartDecimal(part)) throw new Error(`${part} is no address`)
      const address = ipaddr.parse(part)
      return [address, address.kind() === 'ipv4' ? 32 : 128]
    })
}

/**
 * Addresses where clouds hand out credentials; no allowlist opens these. Link-local networks as a whole, since other
 * services than the metadata are there too (169.254.170.2, 169.254.170.23); Azure's wire server, Alibaba's metadata,
 * Oracle's first ones; and the IPv6 addresses of Amazon, Google, Scaleway and Linode.
 */
const NEVER = parseNetworks(
  [
    ...['169.254.0.0/16', '168.63.129.16', '100.100.100.200', '192.0.0.192'],
    ...['fe80::/10', 'fd00:ec2::/32', 'fd20:ce::254', 'fd00:42::42', 'fd00:a9fe:a9fe::1'],
  ].join(','),
)

/** For addresses that the operator has set: all but those that are never allowed. */
export const ANYWHERE = parseNetworks('0.0.0.0/0,::/0')

/**
 * Whether a receiver may have this address: only on the public internet, unless its network is explicitly allowed.
 * Loopback, private, link-local (cloud metadata), shared, reserved and multicast ranges are refused, also when embedded
 * in an IPv6 address.
 */
export function isAddressAllowed(text: string, allowed: readonly Network[]): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = unwrapped(ipaddr.parse(text))
  if (address === null || isIn(address, NEVER)) return false
  if (isIn(address, allowed)) return embedded(address).every((inner) => !isIn(inner, NEVER))
  return address.range() === 'unicast' && isGivenOut(address)
}

type Address = ipaddr.IPv4 | ipaddr.IPv6

const isIn = (address: Address, networks: readonly Network[]): boolean =>
  networks.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits))

/**
 * Every IPv4 address that a translator (NAT64, RFC 6052) might read from an IPv6 address: the prefixes of such networks
 * are chosen by their operators, so one that is allowed may lead to metadata. Bits 64 to 71 are skipped.
 */
function embedded(address: Address): Address[] {
  if (address.kind() === 'ipv4') return []
  const bytes = address.toByteArray()
  const translated = [...bytes.slice(0, 8), ...bytes.slice(9)]
  const places = [4, 5, 6, 7, 8].map((start) => translated.slice(start, start + 4))
  return [...places, bytes.slice(12)].map((inner) => new ipaddr.IPv4(inner))
}

/** 2000::/3 is the only part of IPv6 on the internet so far; the rest is unassigned or reserved. */
const isGivenOut = (address: Address): boolean =>
  address.kind() === 'ipv4' || (address.toByteArray()[0]! & 0xe0) === 0x20

/**
 * The IPv4 address inside a mapped, NAT64 or 6to4 one, else the address itself; null for Teredo, which contains two.
 */
function unwrapped(address: Address): Address | null {
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
      // ::a.b.c.d, long deprecated but still used by some systems.
      return bytes.slice(0, 12).every((byte) => byte === 0) && !ipv6.toString().match(/^::1?$/)
        ? new ipaddr.IPv4(bytes.slice(12))
        : ipv6
  }
}
