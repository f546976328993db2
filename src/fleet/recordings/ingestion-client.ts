import { errors, Pool } from 'undici'
import type { paths } from '../../../packages/api-client/src/api-types.ts'

const ADDRESS = '/api/telemetry/ingest' satisfies keyof paths
const BATCH_ADDRESS = '/api/telemetry/batch' satisfies keyof paths
const ANSWER_WITHIN_MS = 30_000
const BUSY_REST_MS = 1_000

/** Outcome of one attempt to send readings. Faults of the network or the server do not throw. */
export type SendAttempt =
  /** The server has decided about each reading; for a batch it names the readings that it refused. */
  | { outcome: 'accepted'; rejected: { index: number; message: string }[] }
  /** The readings are invalid; sending them again is of no use. */
  | { outcome: 'rejected'; message: string }
  /** The token or the address is wrong; sending anything is of no use. */
  | { outcome: 'refused'; message: string }
  /** The server asks to wait. */
  | { outcome: 'busy'; message: string; retryAfterMs: number }
  /** No response, or an unusable one. Sending again is safe: the server recognizes a reading that comes twice. */
  | { outcome: 'failed'; message: string }

/** `send` throws only the abort reason of the signal. */
export interface IngestionClient {
  send(token: string, reading: object, signal: AbortSignal): Promise<SendAttempt>
  sendBatch(token: string, readings: object[], signal: AbortSignal): Promise<SendAttempt>
  close(): Promise<void>
}

/** Keep-alive connections to the ingestion address of a server. With one connection, single readings stay in order. */
export function openIngestionClient(url: string, connections: number): IngestionClient {
  const { origin, pathname } = new URL(url)
  const base = pathname.replace(/\/+$/, '')
  const pool = new Pool(origin, { connections, headersTimeout: ANSWER_WITHIN_MS, bodyTimeout: ANSWER_WITHIN_MS })

  const sendTo = (address: string) => async (token: string, body: object, signal: AbortSignal) => {
    const headers = { 'content-type': 'application/json', 'x-device-token': token }
    const path = `${base}${address}`
    try {
      const response = await pool.request({ method: 'POST', path, headers, body: JSON.stringify(body), signal })
      return toAttempt(response.statusCode, response.headers['retry-after'], await response.body.text())
    } catch (error) {
      signal.throwIfAborted()
      return toFailure(error)
    }
  }

  return { send: sendTo(ADDRESS), sendBatch: sendTo(BATCH_ADDRESS), close: () => pool.destroy() }
}

function toAttempt(status: number, retryAfter: string | string[] | undefined, text: string): SendAttempt {
  const parsed = parseResponse(text)
  const message = `${parsed.message ?? 'no explanation'} (${status})`
  switch (status) {
    case 200:
      if (parsed.status === 'ok') return { outcome: 'accepted', rejected: parsed.rejected ?? [] }
      return { outcome: 'refused', message: 'the response is not that of an ingestion address (200)' }
    case 400:
    case 413:
      return { outcome: 'rejected', message }
    case 429:
    case 503:
      return { outcome: 'busy', message, retryAfterMs: restMs(retryAfter, Date.now()) }
  }
  return { outcome: status === 408 || status >= 500 ? 'failed' : 'refused', message }
}

function parseResponse(text: string): ParsedResponse {
  try {
    return Object(JSON.parse(text))
  } catch {
    // Not a response of Tocsin; the status code is all there is to know.
    return {}
  }
}

interface ParsedResponse {
  status?: unknown
  message?: unknown
  rejected?: { index: number; message: string }[]
}

/** `Retry-After` is a number of seconds or a date. */
function restMs(retryAfter: string | string[] | undefined, now: number): number {
  const text = String(retryAfter)
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now
  return Number.isNaN(ms) ? BUSY_REST_MS : Math.max(0, ms)
}

function toFailure(error: unknown): SendAttempt {
  if (!(error instanceof Error)) throw error
  // A header or an address that cannot be sent at all, such as a token with a line break.
  const outcome = error instanceof errors.InvalidArgumentError ? 'refused' : 'failed'
  return { outcome, message: messageOf(error) }
}

/** Refused connections to a name with several addresses come as one error without a text. */
function messageOf(error: Error): string {
  const [first] = error instanceof AggregateError ? (error.errors as Error[]) : []
  return error.message || first?.message || error.name
}
