import http, { type ClientRequest } from 'node:http'
import https from 'node:https'
import { type AddressPolicy, type Lookup, literalAddress, systemResolver } from '../webhook-address.ts'
import { answerHeaders } from './answer-headers.ts'
import { answerText } from './answer-text.ts'
import { exchange } from './exchange.ts'
import { BlockedAddress, guardedLookup } from './guarded-lookup.ts'
import { isAddressAllowed } from './public-address.ts'
import { type AttemptOutcome, detailOf, type Failure, failureOf, isStaleConnection } from './send-failure.ts'

const IDLE_CONNECTION_MS = 4_000

export interface Sender {
  send(message: OutgoingMessage): Promise<SendOutcome>
  close(): void
}

export interface OutgoingMessage {
  url: string
  headers: Record<string, string>
  body: string
}

/** What became of one request. The outside world does not throw at us. */
export interface SendOutcome {
  outcome: AttemptOutcome
  /** The outcome in words. */
  detail: string
  status: number | null
  /** Of the receiver, if there was a connection. */
  address: string | null
  /** The beginning of its answer, safe to show as text. */
  answer: string | null
  answer_headers: Record<string, string>
  retryAfter: string | undefined
}

interface Connections {
  policy: AddressPolicy
  http: http.Agent
  https: https.Agent
}

/**
 * Sends requests to allowed addresses only: what the name resolves to is checked and used in one and the same step.
 * Agents of our own, so that no proxy of the environment stands in between; nothing follows redirects or decompresses.
 */
export function openSender(policy: AddressPolicy, resolver: Lookup = systemResolver): Sender {
  const options = { keepAlive: true, timeout: IDLE_CONNECTION_MS, lookup: guardedLookup(policy, resolver) }
  const connections = {
    policy,
    http: new http.Agent(options),
    // Said aloud, for a variable of the environment can say otherwise.
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

async function send(connections: Connections, message: OutgoingMessage): Promise<SendOutcome> {
  for (;;) {
    let request: ClientRequest | undefined
    try {
      request = open(connections, message)
      const { status, headers, beginning, address } = await exchange(request, message.body)
      const outcome = outcomeOf(status)
      const answer = answerText(beginning, headers['content-encoding'])
      return {
        ...{ outcome, detail: detailOf(outcome, status), status, address, answer },
        answer_headers: answerHeaders(headers),
        retryAfter: headers['retry-after'],
      }
    } catch (error) {
      // It ended while it lay idle, and the receiver has seen nothing of this: a fresh one takes its place.
      if (request?.reusedSocket && isStaleConnection(error)) continue
      return failed(failureOf(error), error)
    }
  }
}

function open(connections: Connections, { url, headers, body }: OutgoingMessage): ClientRequest {
  const target = new URL(url)
  // A literal address is never looked up, so it would pass the guard unseen.
  const literal = literalAddress(target)
  if (literal !== null && !isAddressAllowed(literal, connections.policy.allowedNetworks))
    throw new BlockedAddress(literal)
  const options = { method: 'POST', headers: { ...headers, 'content-length': Buffer.byteLength(body) } }
  // Called on their modules, where programs that trace a service put themselves in between.
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
    answer: null,
    answer_headers: {},
    retryAfter: undefined,
  }
}
