import { lookup as dnsLookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { Agent, type Dispatcher, request } from 'undici'
import { isAddressAllowed } from './public-address.ts'
import { type AddressPolicy, literalAddress } from './webhook-address.ts'

const TIMEOUT_MS = 10_000
const CONNECT_TIMEOUT_MS = 5_000
const RESPONSE_LIMIT_BYTES = 16 * 1024

export interface Envoy {
  send(message: OutgoingMessage): Promise<SendOutcome>
  close(): Promise<void>
}

export interface OutgoingMessage {
  url: string
  headers: Record<string, string>
  body: string
}

/** What became of one request. The outside world does not throw at us. */
export interface SendOutcome {
  outcome: 'delivered' | 'http_status' | 'timeout' | 'connect' | 'dns' | 'tls' | 'blocked_address'
  status: number | null
  retryAfter: string | undefined
}

class BlockedAddress extends Error {
  readonly code = 'BLOCKED_ADDRESS'
}

/** Sends requests to allowed addresses only: what the name resolves to is checked and used in one and the same step. */
export function openEnvoy(policy: AddressPolicy): Envoy {
  const agent = new Agent({
    connect: { lookup: guardedLookup(policy), timeout: CONNECT_TIMEOUT_MS },
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    maxResponseSize: RESPONSE_LIMIT_BYTES,
    keepAliveTimeout: 4_000,
  })
  return { send: (message) => send(agent, policy, message), close: () => agent.destroy() }
}

async function send(agent: Dispatcher, policy: AddressPolicy, message: OutgoingMessage): Promise<SendOutcome> {
  try {
    // A literal address is never looked up, so it would pass the guard unseen.
    const literal = literalAddress(new URL(message.url))
    if (literal !== null && !isAddressAllowed(literal, policy.allowedNetworks)) throw new BlockedAddress(literal)
    const response = await request(message.url, {
      method: 'POST',
      headers: message.headers,
      body: message.body,
      dispatcher: agent,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    // Nothing of the body is used; reading it frees the connection, and an endless one is cut off.
    await response.body.dump({ limit: RESPONSE_LIMIT_BYTES }).catch(() => undefined)
    const { statusCode, headers } = response
    const retryAfter = [headers['retry-after']].flat()[0]
    const outcome = statusCode >= 200 && statusCode < 300 ? 'delivered' : 'http_status'
    return { outcome, status: statusCode, retryAfter }
  } catch (error) {
    return { outcome: failureOf(error), status: null, retryAfter: undefined }
  }
}

function guardedLookup(policy: AddressPolicy): LookupFunction {
  return (hostname, options, callback) => {
    dnsLookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0)
      // One private answer among public ones is how a rebinding attack begins.
      if (
        addresses.length === 0 ||
        !addresses.every(({ address }) => isAddressAllowed(address, policy.allowedNetworks))
      ) {
        return callback(new BlockedAddress(hostname), '', 0)
      }
      if (options.all) return (callback as (e: null, a: typeof addresses) => void)(null, addresses)
      return callback(null, addresses[0]!.address, addresses[0]!.family)
    })
  }
}

const DNS_CODES = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'ENODATA'])

function failureOf(error: unknown): SendOutcome['outcome'] {
  const { code = '', name = '' } = (error ?? {}) as { code?: string; name?: string }
  if (code === 'BLOCKED_ADDRESS') return 'blocked_address'
  if (name === 'TimeoutError' || /TIMEOUT|ABORT/.test(code) || code === 'ETIMEDOUT') return 'timeout'
  if (DNS_CODES.has(code)) return 'dns'
  if (/^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code) || /CERT/.test(code)) return 'tls'
  return 'connect'
}
