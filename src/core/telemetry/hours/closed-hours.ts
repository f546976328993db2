import type { Reading } from '../reading.ts'

export const HOUR_MS = 3_600_000

/** Start of the hour of a time, both in milliseconds. */
export const hourOf = (at: number): number => at - (((at % HOUR_MS) + HOUR_MS) % HOUR_MS)

/**
 * The hours (ms) of a device to be aggregated after these readings: the previous hour, once the device has moved on to a
 * later one, and hours changed by late readings. The current hour is left out, so that each hour is read once. Pure.
 * `recordedAt` is the newest reading time known before (ms), or null; `forgotten` if it came from a clock that was
 * ahead.
 */
export function closedHours(
  readings: readonly Reading[],
  recordedAt: number | null,
  { forgotten = false }: { forgotten?: boolean } = {},
): number[] {
  const before = forgotten ? -Infinity : (recordedAt ?? -Infinity)
  const newest = readings.reduce((latest, { evaluated_at }) => Math.max(latest, evaluated_at), before)
  const open = hourOf(newest)
  const hours = new Set<number>()
  if (readings.length > 0 && recordedAt !== null && hourOf(recordedAt) !== open) hours.add(hourOf(recordedAt))
  for (const { at } of readings) if (hourOf(at) !== open) hours.add(hourOf(at))
  return [...hours]
}
