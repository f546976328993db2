import ipaddr from 'ipaddr.js'

/**
 * Whether a Host header names this service: its public name, localhost, or a bare address. A foreign name that points
 * to this address is refused, since pages of other sites could use one to reach a service in a local network (DNS
 * rebinding). An address cannot be pointed elsewhere, and ports do not matter.
 */
export function knownHosts(publicUrl: () => string): (host: string) => boolean {
  let [own, known] = [publicUrl(), new Set<string>()]
  return (host) => {
    if (own !== publicUrl()) [own, known] = [publicUrl(), new Set()]
    if (known.has(host)) return true
    const name = hostName(host)
    if (name === null) return false
    if (name !== 'localhost' && name !== new URL(own).hostname && !isAddress(name)) return false
    // Limited, because addresses are many and clients choose the header.
    if (known.size < 100) known.add(host)
    return true
  }
}

/** `Example.org:8080` → `example.org`; null if it is not a host. */
const hostName = (host: string): string | null =>
  /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i.exec(host)?.[1]?.toLowerCase().replace(/\.$/, '') ?? null

const isAddress = (name: string): boolean =>
  name.startsWith('[') ? ipaddr.IPv6.isValid(name.slice(1, -1)) : ipaddr.IPv4.isValidFourPartDecimal(name)
