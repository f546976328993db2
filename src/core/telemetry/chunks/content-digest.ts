import type { ReadingRecord } from '../history/reading-record.ts'
import { digestOf, sortedJson, type Values } from '../reading.ts'

/** The digest of a stored reading, computed from its content. */
export function contentDigest({
  metrics,
  flags,
  module,
  ts,
  clock_suspect,
  lat,
  lng,
  battery,
  signal,
}: Omit<ReadingRecord, 'digest'>): string {
  const metrics_json = sortedJson(metrics as Values)
  const flags_json = sortedJson(flags as Values)
  return `${digestOf({ module, ts, clock_suspect, lat, lng, battery, signal, metrics_json, flags_json })}`
}
