import { timeOf } from '../../core/telemetry/values.ts'
import { deliverReadings, type Rejection } from './deliver-readings.ts'
import { openIngestionClient } from './ingestion-client.ts'
import type { RecordedReading } from './recorded-reading.ts'
import { sleepUntil } from './sleep-until.ts'

const ERRORS_KEPT = 5

export interface SendOptions {
  url: string
  token: string
  readings: AsyncIterable<RecordedReading>
  /** `max` sends batches; a number is how many recorded seconds pass in one: 60 sends a recorded minute a second. */
  speed?: 'max' | number | undefined
  /** Delay before the first retry; it doubles with each further one, up to five seconds. */
  backOffMs?: number | undefined
  onProgress?: ((progress: Readonly<SendCounts>) => void) | undefined
  signal?: AbortSignal | undefined
}

interface SendCounts {
  /** Readings the server has decided about: accepted and rejected together. */
  sent: number
  accepted: number
  rejected: number
  /** Number of retries. */
  retried: number
}

export interface SendResult extends SendCounts {
  seconds: number
  /** The first five rejected readings with their lines. */
  firstErrors: Rejection[]
}

/** Sends a recording to a server. An abort by the signal ends it early with the result so far. Throws a `SendError`. */
export async function sendReadings(options: SendOptions): Promise<SendResult> {
  const { url, token, readings, speed = 'max', backOffMs = 100, onProgress } = options
  const { signal = new AbortController().signal } = options
  const counts: SendCounts = { sent: 0, accepted: 0, rejected: 0, retried: 0 }
  const firstErrors: Rejection[] = []
  const startedAt = performance.now()
  const client = openIngestionClient(url, 1)
  const waitForTurn = pacer(speed, signal)
  const onRetry = (): void => {
    counts.retried++
    onProgress?.(counts)
  }

  try {
    for await (const batch of inBatches(readings, speed)) {
      if (signal.aborted) break
      await waitForTurn(batch[0]!.body)
      const rejected = await deliverReadings(batch, { client, token, signal, backOffMs, onRetry })
      counts.sent += batch.length
      counts.rejected += rejected.length
      counts.accepted += batch.length - rejected.length
      firstErrors.push(...rejected.slice(0, ERRORS_KEPT - firstErrors.length))
      onProgress?.(counts)
    }
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    await client.close()
  }
  const seconds = Math.round(performance.now() - startedAt) / 1_000
  return { ...counts, seconds, firstErrors }
}

/** Paces readings by their timestamps, divided by the speed. */
function pacer(speed: 'max' | number, signal: AbortSignal): (body: RecordedReading['body']) => Promise<void> {
  if (speed === 'max') return async () => undefined
  let first: { time: number; sentAt: number } | null = null
  return async (body) => {
    const time = timeOf(body)
    if (time === null) return
    first ??= { time, sentAt: performance.now() }
    await sleepUntil(first.sentAt + (time - first.time) / speed, signal)
  }
}

/** Half of the service's limit, so that the progress moves and usual readings stay within the limit of bytes. */
const BATCH_SIZE = 500

/** Groups the readings of a recording, in order, for sending; single readings if sent at a pace. */
async function* inBatches(
  readings: AsyncIterable<RecordedReading>,
  speed: 'max' | number,
): AsyncGenerator<RecordedReading[]> {
  const size = speed === 'max' ? BATCH_SIZE : 1
  let batch: RecordedReading[] = []
  try {
    for await (const reading of readings) {
      batch.push(reading)
      if (batch.length < size) continue
      yield batch
      batch = []
    }
  } catch (error) {
    // The recording ends with a fault; the readings before it are sent.
    if (batch.length > 0) yield batch
    throw error
  }
  if (batch.length > 0) yield batch
}
