import type { IncomingHttpHeaders } from 'node:http'
import ipaddr from 'ipaddr.js'
import type { Source } from '../../../core/sources/source.ts'
import { hashToken } from '../../../platform/secrets.ts'

/** Longer texts are no tokens, and are not hashed. */
const LONGEST = 512

interface Presented {
  headers: IncomingHttpHeaders
  query: URLSearchParams
  /** The token that is a part of the address, if there is one. */
  inAddress: string | null
}

/**
 * Whether a request shows the token of a source: where senders can put one (`Authorization` with Bearer, Token or Basic,
 * `X-Source-Token`, `api-secret` of Nightscout, `p` of InfluxDB, the header that the source names), or in the address, if
 * the source takes it there. Pure.
 */
export function isCredential(source: Source, presented: Presented, now: Date): boolean {
  if (presented.inAddress !== null && !source.token_in_address) return false
  const valid = source.credentials.filter(({ validUntil }) => validUntil === null || validUntil > now)
  return textsOf(source, presented).some((text) => {
    const hash = hashToken(text)
    return valid.some((each) => each.hash === hash)
  })
}

function textsOf({ settings }: Source, { headers, query, inAddress }: Presented): string[] {
  const { authorization = '' } = headers
  const space = authorization.indexOf(' ')
  const scheme = authorization.slice(0, Math.max(0, space)).toLowerCase()
  const rest = authorization.slice(space + 1).trim()
  const named = typeof settings.header === 'string' ? headers[settings.header.toLowerCase()] : undefined
  const candidates = [
    scheme === 'bearer' || scheme === 'token' ? rest : null,
    scheme === 'basic' ? passwordOf(rest) : null,
    ...[headers['x-source-token'], headers['api-secret'], named],
    query.get('p'),
    inAddress,
  ]
  return candidates.filter((text) => typeof text === 'string').filter((text) => text !== '' && text.length <= LONGEST)
}

function passwordOf(credentials: string): string {
  const text = Buffer.from(credentials.slice(0, 2 * LONGEST), 'base64').toString('utf8')
  return text.slice(text.indexOf(':') + 1)
}

/** Whether a source may send from this address. Pure. */
export function isFromNetworks({ networks }: Pick<Source, 'networks'>, address: string): boolean {
  if (networks.length === 0) return true
  if (!ipaddr.isValid(address)) return false
  // An IPv4 address may come as a mapped one.
  const from = ipaddr.process(address)
  return networks.some((network) => {
    const [base, bits] = ipaddr.parseCIDR(network)
    return base.kind() === from.kind() && from.match(base as never, bits)
  })
}
