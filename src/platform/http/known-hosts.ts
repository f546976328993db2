import ipaddr from 'ipaddr.js'

/**
 * Whether a Host header names this service: by its public name, as localhost, or by a bare address. A name that somebody
 * else points at our address is none of ours, which is how pages of other sites would get at a service in a local
 * network. An address cannot be pointed elsewhere, and ports do not matter.
 */
export function knownHosts(publicUrl: string): (host: string) => boolean {
  const names = new Set(['localhost', new URL(publicUrl).hostname])
  const known = new Set<string>()
  return (host) => {
    if (known.has(host)) return true
    const name = hostName(host)
    if (name === null || !(names.has(name) || isAddress(name))) return false
    // Few in practice, and not for strangers to fill: of addresses there are many.
    if (known.size < 100) known.add(host)
    return true
  }
}

/** `Example.org:8080` → `example.org`; null for what is no host. */
const hostName = (host: string): string | null =>
  /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i.exec(host)?.[1]?.toLowerCase().replace(/\.$/, '') ?? null

const isAddress = (name: string): boolean =>
  name.startsWith('[') ? ipaddr.IPv6.isValid(name.slice(1, -1)) : ipaddr.IPv4.isValidFourPartDecimal(name)
