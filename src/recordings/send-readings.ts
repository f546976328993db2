import { deliverReading } from './deliver-reading.ts'
import { openIngestionClient } from './ingestion-client.ts'
import { pacer } from './recorded-pace.ts'
import type { RecordedReading } from './recorded-reading.ts'

const ERRORS_KEPT = 5

export interface SendOptions {
  url: string
  token: string
  readings: AsyncIterable<RecordedReading>
  /** `max`, or how many recorded seconds pass in one: 60 sends a recorded minute a second. */
  speed?: 'max' | number | undefined
  /** Requests in flight. More than one can change the order, and then alert rules take readings for late ones. */
  concurrency?: number | undefined
  /** The rest before a second try; it doubles with every further one, up to five seconds. */
  backOffMs?: number | undefined
  onProgress?: ((progress: Readonly<SendCounts>) => void) | undefined
  signal?: AbortSignal | undefined
}

export interface SendCounts {
  /** Readings the server has decided about: accepted and rejected together. */
  sent: number
  accepted: number
  rejected: number
  /** Attempts that had to be made again. */
  retried: number
}

export interface SendResult extends SendCounts {
  seconds: number
  /** The first five readings that were rejected, by their lines. */
  firstErrors: { line: number; message: string }[]
}

/** Sends a recording to a server. An abort by the signal ends it early with the result so far. Throws a `SendError`. */
export async function sendReadings(options: SendOptions): Promise<SendResult> {
  const { url, token, readings, concurrency = 1, backOffMs = 100, onProgress } = options
  const counts: SendCounts = { sent: 0, accepted: 0, rejected: 0, retried: 0 }
  const firstErrors: SendResult['firstErrors'] = []
  const startedAt = performance.now()
  const failure = new AbortController()
  const signal = options.signal === undefined ? failure.signal : AbortSignal.any([failure.signal, options.signal])
  const client = openIngestionClient(url, concurrency)
  const source = readings[Symbol.asyncIterator]()
  const waitForTurn = pacer(options.speed ?? 'max', signal)
  const onRetry = (): void => {
    counts.retried++
    onProgress?.(counts)
  }

  async function sendInTurn(): Promise<void> {
    for (let next = await source.next(); !next.done && !signal.aborted; next = await source.next()) {
      const { line, body } = next.value
      await waitForTurn(body)
      const attempt = await deliverReading({ client, token, body, line, signal, backOffMs, onRetry })
      counts.sent++
      counts[attempt.outcome]++
      if (attempt.outcome === 'rejected' && firstErrors.length < ERRORS_KEPT) {
        firstErrors.push({ line, message: attempt.message })
      }
      onProgress?.(counts)
    }
  }

  try {
    await Promise.all(Array.from({ length: concurrency }, sendInTurn))
  } catch (error) {
    if (options.signal?.aborted !== true) throw error
  } finally {
    failure.abort()
    await client.close()
    await source.return?.()
  }
  const seconds = Math.round(performance.now() - startedAt) / 1_000
  return { ...counts, seconds, firstErrors }
}
