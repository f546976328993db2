import { lookup as systemLookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'
import type { FaultReason, Params } from '../../platform/error-messages/reasons.ts'
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
export const normalizedUrl = (text: string): string => URL.parse(text)?.href ?? text

/**
 * Validates an address before it is saved, and returns it normalized, so that the checked address is the stored one.
 * Throws 400 with the reason, for this field.
 */
export async function checkWebhookUrl(
  text: string,
  policy: AddressPolicy,
  lookup = systemResolver,
  field = '/url',
): Promise<string> {
  const refuse = <R extends FaultReason>(...says: [R, ...Params<R>]) => invalidField(field, ...says)
  const url = URL.parse(text)
  if (url === null) throw refuse('no_url')
  if (url.href.length > URL_LIMIT) throw refuse('too_long', URL_LIMIT)
  const isWeb = url.protocol === 'https:' || (url.protocol === 'http:' && policy.allowHttp)
  if (!isWeb && policy.allowHttp) throw refuse('not_web')
  if (!isWeb) throw refuse('not_https')
  if (url.username !== '' || url.password !== '') throw refuse('url_user')
  if (url.hash !== '') throw refuse('url_fragment')
  if (url.port === '0') throw refuse('url_port')
  const addresses = await addressesOf(url, lookup)
  if (addresses === null) throw refuse('host_unknown')
  if (!addresses.every(({ address }) => isAddressAllowed(address, policy.allowedNetworks))) {
    throw refuse('host_private')
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
