import { lookup as systemLookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'
import { invalidField } from '../../platform/errors.ts'
import { isAddressAllowed, type Network } from './sending/public-address.ts'

const URL_LIMIT = 2_048

/** Exceptions from "https to the public internet only", set by the operator. */
export interface AddressPolicy {
  allowHttp: boolean
  allowedNetworks: readonly Network[]
}

export type Lookup = (host: string) => Promise<{ address: string; family: number }[]>

export const systemResolver: Lookup = (host) => systemLookup(host, { all: true })

/** The normalized address for storage: `HTTPS://Example.ORG:443` is `https://example.org/`. */
export const oneSpelling = (text: string): string => URL.parse(text)?.href ?? text

/**
 * Validates an address before it is saved, and returns it normalized, so that the checked address is the stored one.
 * Throws 400 with the reason, for `/url`.
 */
export async function checkWebhookUrl(text: string, policy: AddressPolicy, lookup = systemResolver): Promise<string> {
  const refuse = (reason: string) => invalidField('/url', reason)
  const url = URL.parse(text)
  if (url === null) throw refuse('is not a URL')
  if (url.href.length > URL_LIMIT) throw refuse(`must have at most ${URL_LIMIT} characters`)
  const isWeb = url.protocol === 'https:' || (url.protocol === 'http:' && policy.allowHttp)
  if (!isWeb && policy.allowHttp) throw refuse('must start with https:// or http://')
  if (!isWeb) throw refuse('must start with https://; WEBHOOK_ALLOW_HTTP=true allows http:// as well')
  if (url.username !== '' || url.password !== '') throw refuse('must not hold a user name or password')
  if (url.hash !== '') throw refuse('must not hold a fragment')
  if (url.port === '0') throw refuse('must not use port 0')
  const addresses = await addressesOf(url, lookup)
  if (addresses === null) throw refuse('has a host name that does not resolve')
  if (!addresses.every(({ address }) => isAddressAllowed(address, policy.allowedNetworks))) {
    throw refuse('leads to a private or reserved address; WEBHOOK_ALLOWED_CIDRS can allow its network')
  }
  return url.href
}

/** The literal address in a URL, without brackets, or null when its host is a name. */
export function literalAddress(url: URL): string | null {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return ipaddr.isValid(host) ? host : null
}

/** All addresses of the host; null if the resolver has none or fails: an address that cannot be checked is refused. */
async function addressesOf(url: URL, lookup: Lookup): Promise<{ address: string; family: number }[] | null> {
  const literal = literalAddress(url)
  if (literal !== null) return [{ address: literal, family: literal.includes(':') ? 6 : 4 }]
  const addresses = await lookup(url.hostname).catch(() => [])
  return addresses.length === 0 ? null : addresses
}
