import { timeOf } from '../../core/telemetry/values.ts'
import type { RecordedReading } from './recorded-reading.ts'
import { restUntil } from './rest.ts'

/** Paces readings by their timestamps, divided by the speed. */
export function pacer(speed: 'max' | number, signal: AbortSignal): (body: RecordedReading['body']) => Promise<void> {
  if (speed === 'max') return async () => undefined
  let first: { time: number; sentAt: number } | null = null
  return async (body) => {
    const time = timeOf(body)
    if (time === null) return
    first ??= { time, sentAt: performance.now() }
    await restUntil(first.sentAt + (time - first.time) / speed, signal)
  }
}
