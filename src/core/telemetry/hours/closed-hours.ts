import type { Reading } from '../reading.ts'

export const HOUR_MS = 3_600_000

/** The start of the hour that a time lies in, both in milliseconds. */
export const hourOf = (at: number): number => at - (((at % HOUR_MS) + HOUR_MS) % HOUR_MS)

/**
 * The hours (ms) of a device that are to be summed up after these readings: the one it was in, once it has moved on to
 * a later one, and those that late readings have changed. The hour it is in now is left alone, so that each hour is
 * read once. Pure. `recordedAt` is the newest reading time known before (ms), or null; it may be `forgotten`, as
 * that of a clock that ran ahead.
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
