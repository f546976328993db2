import { type Reading, sortedJson, type Values } from '../reading.ts'

/**
 * A device has at most this many names of metrics in its latest values, and as many of flags: `latest_values` leaves out
 * the rest, which is in the readings.
 */
export const MOST_NAMES = 512

/** Changes of a batch in the latest-metrics record of one device. `null` keeps the stored value. */
export interface LatestChange {
  device_id: number
  newest: Reading | null
  metrics_json: string | null
  flags_json: string | null
  battery: number | null
  signal: number | null
  position: { lat: number; lng: number; at: number } | null
}

/**
 * Merges the readings of one device, oldest first, into one change. Pure. Only readings at least as new as the record
 * count, so it never goes back; each key keeps its newest value, so a partial reading erases nothing.
 */
export function foldLatest(device_id: number, readings: readonly Reading[], recordedAt: number | null): LatestChange {
  const current = readings.filter((reading) => recordedAt === null || reading.evaluated_at >= recordedAt)
  const change: LatestChange = {
    device_id,
    newest: current.at(-1) ?? null,
    metrics_json: mergedJson(current, 'metrics'),
    flags_json: mergedJson(current, 'flags'),
    battery: null,
    signal: null,
    position: null,
  }
  for (const { battery, signal, lat, lng, at } of current) {
    change.battery = battery ?? change.battery
    change.signal = signal ?? change.signal
    if (lat !== null && lng !== null) change.position = { lat, lng, at }
  }
  return change
}

function mergedJson(readings: readonly Reading[], part: 'metrics' | 'flags'): string | null {
  if (readings.length === 1) return readings[0]?.[`${part}_json`] ?? null
  const merged: Values = {}
  for (const reading of readings) Object.assign(merged, reading[part])
  return sortedJson(merged)
}
