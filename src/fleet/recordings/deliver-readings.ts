import type { IngestionClient, SendAttempt } from './ingestion-client.ts'
import type { RecordedReading } from './recorded-reading.ts'
import { sleepUntil } from './sleep-until.ts'

const MAX_TRIES = 10
const MAX_BACK_OFF_MS = 5_000

/** Sending cannot continue: the token or the address is wrong, or the server stays unreachable. */
export class SendError extends Error {
  override readonly name = 'SendError'
}

/** A reading that the server refused, by its line in the recording. */
export interface Rejection {
  line: number
  message: string
}

interface DeliveryOptions {
  client: IngestionClient
  token: string
  signal: AbortSignal
  /** Delay before the first retry; it doubles with each further one, up to five seconds. */
  backOffMs: number
  onRetry: () => void
}

/**
 * Retries until the server has decided about every reading of the batch; returns those that it refused. Throws a
 * `SendError`.
 */
export async function deliverReadings(batch: RecordedReading[], options: DeliveryOptions): Promise<Rejection[]> {
  const attempt = await sendUntilDecided(batch, options)
  if (attempt.outcome === 'accepted') {
    return attempt.rejected.map(({ index, message }) => ({ line: batch[index]!.line, message }))
  }
  if (batch.length === 1) return [{ line: batch[0]!.line, message: attempt.message }]
  // Too many bytes for one request, for instance. In the end, each reading is sent alone.
  const half = Math.ceil(batch.length / 2)
  const first = await deliverReadings(batch.slice(0, half), options)
  return [...first, ...(await deliverReadings(batch.slice(half), options))]
}

type Decided = Extract<SendAttempt, { outcome: 'accepted' | 'rejected' }>

/** Retries without limit while the server is busy, ten times while it does not answer. */
async function sendUntilDecided(batch: RecordedReading[], options: DeliveryOptions): Promise<Decided> {
  const { client, token, signal, backOffMs, onRetry } = options
  const bodies = batch.map(({ body }) => body)
  const lines = linesOf(batch)
  let failures = 0
  while (true) {
    const attempt = await (bodies.length === 1
      ? client.send(token, bodies[0]!, signal)
      : client.sendBatch(token, bodies, signal))
    if (attempt.outcome === 'accepted' || attempt.outcome === 'rejected') return attempt
    if (attempt.outcome === 'refused') {
      throw new SendError(`${lines} and all further readings were refused: ${attempt.message}`)
    }
    if (attempt.outcome === 'failed' && ++failures === MAX_TRIES) {
      throw new SendError(`${lines} could not be sent in ${MAX_TRIES} tries: ${attempt.message}`)
    }
    onRetry()
    const restMs = attempt.outcome === 'busy' ? attempt.retryAfterMs : backOff(backOffMs, failures)
    await sleepUntil(performance.now() + restMs, signal)
  }
}

function linesOf(batch: RecordedReading[]): string {
  const [first, last] = [batch[0]!.line, batch.at(-1)!.line]
  return first === last ? `Line ${first}` : `Lines ${first} to ${last}`
}

const backOff = (firstMs: number, failures: number): number => Math.min(firstMs * 2 ** (failures - 1), MAX_BACK_OFF_MS)
