import http, { type ClientRequest, type IncomingHttpHeaders } from 'node:http'
import https from 'node:https'
import { type AddressPolicy, type Lookup, literalAddress, systemResolver } from '../webhook-address.ts'
import { exchange } from './exchange.ts'
import { BlockedAddress, guardedLookup } from './guarded-lookup.ts'
import { ANYWHERE, isAddressAllowed } from './public-address.ts'
import { type AttemptOutcome, detailOf, type Failure, failureOf, isStaleConnection } from './send-failure.ts'

const IDLE_CONNECTION_MS = 4_000
const LOGGED_BODY_BYTES = 4 * 1024
const LOGGED_HEADERS = 20
const LOGGED_HEADER_CHARACTERS = 200
/** Credentials, and headers about the connection or about bytes that are not kept. */
const UNLOGGED_HEADERS = new Set(['set-cookie', 'connection', 'keep-alive', 'transfer-encoding'])

export interface Sender {
  send(message: OutgoingMessage): Promise<SendOutcome>
  close(): void
}

export interface OutgoingMessage {
  url: string
  headers: Record<string, string>
  body: string | Buffer
}

/** Outcome of one request. Failures of the network or the receiver do not throw. */
export interface SendOutcome {
  outcome: AttemptOutcome
  /** Message about the outcome. */
  detail: string
  status: number | null
  /** Address of the receiver, if there was a connection. */
  address: string | null
  /** Beginning of the response body, safe to show as text. */
  response_body: string | null
  response_headers: Record<string, string>
  retryAfter: string | undefined
}

interface Connections {
  policy: AddressPolicy
  http: http.Agent
  https: https.Agent
}

/**
 * Sends requests to allowed addresses only: the resolved addresses are checked and used in the same step. Uses its own
 * agents, so that no proxy from the environment is involved; does not follow redirects or decompress.
 */
export function openSender(policy: AddressPolicy, resolver: Lookup = systemResolver): Sender {
  const options = { keepAlive: true, timeout: IDLE_CONNECTION_MS, lookup: guardedLookup(policy, resolver) }
  const connections = {
    policy,
    http: new http.Agent(options),
    // Explicit, because NODE_TLS_REJECT_UNAUTHORIZED could turn it off.
    https: new https.Agent({ ...options, rejectUnauthorized: true }),
  }
  return {
    send: (message) => send(connections, message),
    close() {
      connections.http.destroy()
      connections.https.destroy()
    },
  }
}

/** For addresses that the operator has set in the environment: they may be anywhere but where no address ever may be. */
export const openTrustedSender = (resolver?: Lookup): Sender =>
  openSender({ allowHttp: true, allowedNetworks: ANYWHERE }, resolver)

async function send(connections: Connections, message: OutgoingMessage): Promise<SendOutcome> {
  for (;;) {
    let request: ClientRequest | undefined
    try {
      request = open(connections, message)
      const { status, headers, beginning, address } = await exchange(request, message.body)
      const outcome = outcomeOf(status)
      const response_body = responseText(beginning, headers['content-encoding'])
      return {
        ...{ outcome, detail: detailOf(outcome, status), status, address, response_body },
        response_headers: responseHeaders(headers),
        retryAfter: headers['retry-after'],
      }
    } catch (error) {
      // The connection was closed while idle, and the receiver has seen nothing of this request: retry on a new one.
      if (request?.reusedSocket && isStaleConnection(error)) continue
      return failed(failureOf(error), error)
    }
  }
}

function open(connections: Connections, { url, headers, body }: OutgoingMessage): ClientRequest {
  const target = new URL(url)
  // A literal address is never resolved, so it would bypass the guarded lookup.
  const literal = literalAddress(target)
  if (literal !== null && !isAddressAllowed(literal, connections.policy.allowedNetworks))
    throw new BlockedAddress(literal)
  const options = { method: 'POST', headers: { ...headers, 'content-length': Buffer.byteLength(body) } }
  // Called on the module object, which tracing tools patch.
  return target.protocol === 'https:'
    ? https.request(target, { ...options, agent: connections.https })
    : http.request(target, { ...options, agent: connections.http })
}

function outcomeOf(status: number): AttemptOutcome {
  if (status >= 200 && status < 300) return 'delivered'
  return status >= 300 && status < 400 ? 'redirect' : 'http_status'
}

function failed(outcome: Failure, error: unknown): SendOutcome {
  const address = (error as { address?: unknown }).address
  return {
    outcome,
    detail: detailOf(outcome, error),
    status: null,
    address: typeof address === 'string' ? address : null,
    response_body: null,
    response_headers: {},
    retryAfter: undefined,
  }
}

/** Response headers for the log, in the order of arrival. Untrusted. Pure. */
function responseHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !UNLOGGED_HEADERS.has(name))
  return Object.fromEntries(
    kept
      .slice(0, LOGGED_HEADERS)
      .map(([name, value]) => [name.slice(0, LOGGED_HEADER_CHARACTERS), printable(String(value))]),
  )
}

const printable = (value: string): string => value.replace(/\p{Cc}/gu, '').slice(0, LOGGED_HEADER_CHARACTERS)

/**
 * The beginning of a response body as text for the log: invalid bytes are replaced, and control characters except line
 * breaks and tabs removed. Untrusted: show it as text, never as HTML. Pure.
 */
function responseText(beginning: Buffer, encoding: string | undefined): string | null {
  if (beginning.length === 0) return null
  if (encoding !== undefined && encoding !== 'identity') return `(${beginning.length} bytes, compressed, not shown)`
  const text = beginning.subarray(0, LOGGED_BODY_BYTES).toString('utf8')
  return text
    .replaceAll('\r\n', '\n')
    .replace(/[\p{Cc}\p{Cf}]/gu, (sign) => (sign === '\n' || sign === '\t' ? sign : ''))
}
