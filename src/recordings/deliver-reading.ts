import type { Attempt, IngestionClient } from './ingestion-client.ts'
import type { RecordedReading } from './recorded-reading.ts'
import { restUntil } from './rest.ts'

const MAX_TRIES = 10
const MAX_BACK_OFF_MS = 5_000

/** Sending cannot go on: the token or the address is wrong, or the server stays away. */
export class SendError extends Error {
  override readonly name = 'SendError'
}

export interface Delivery extends RecordedReading {
  client: IngestionClient
  token: string
  signal: AbortSignal
  /** The rest before a second try; it doubles with every further one, up to five seconds. */
  backOffMs: number
  onRetry: () => void
}

/** Tries until the server has decided about the reading. A busy server is waited for without limit, a silent one ten times. */
export async function deliverReading(
  delivery: Delivery,
): Promise<Extract<Attempt, { outcome: 'accepted' | 'rejected' }>> {
  const { client, token, body, line, signal, onRetry } = delivery
  let failures = 0
  while (true) {
    const attempt = await client.send(token, body, signal)
    if (attempt.outcome === 'accepted' || attempt.outcome === 'rejected') return attempt
    if (attempt.outcome === 'refused') {
      throw new SendError(`Line ${line} and all that follow are refused: ${attempt.message}`)
    }
    if (attempt.outcome === 'failed' && ++failures === MAX_TRIES) {
      throw new SendError(`Line ${line} could not be sent in ${MAX_TRIES} tries: ${attempt.message}`)
    }
    onRetry()
    const restMs = attempt.outcome === 'busy' ? attempt.retryAfterMs : backOff(delivery.backOffMs, failures)
    await restUntil(performance.now() + restMs, signal)
  }
}

const backOff = (firstMs: number, failures: number): number => Math.min(firstMs * 2 ** (failures - 1), MAX_BACK_OFF_MS)
