import { isIPv4 } from 'node:net'

/** Where passkeys are valid, as they name it. */
export interface PasskeySite {
  id: string
  origin: string
}

/** Null where browsers offer no passkeys: without https, except on this machine, and for a bare IP address. */
export function passkeySite(publicUrl: string): PasskeySite | null {
  const { protocol, hostname, origin } = new URL(publicUrl)
  const isHere = hostname === 'localhost' || hostname.endsWith('.localhost')
  const isAddress = hostname.startsWith('[') || isIPv4(hostname)
  return (protocol === 'https:' || isHere) && !isAddress ? { id: hostname, origin } : null
}
