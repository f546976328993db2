import sql, { type Sql } from 'sql-template-tag'
import type { Device } from '../device.ts'

/** A device that misses as many of its intervals is offline. */
export const OFFLINE_AFTER_INTERVALS = 3

/** Seconds without a reading after which a device counts as offline. */
export function offlineThresholdS(
  device: Pick<Device, 'expected_interval_s' | 'offline_after_s' | 'usual_interval_s'>,
  defaultS: number,
): number {
  if (device.offline_after_s !== null) return device.offline_after_s
  if (device.expected_interval_s !== null) return OFFLINE_AFTER_INTERVALS * device.expected_interval_s
  return Math.max(defaultS, OFFLINE_AFTER_INTERVALS * (device.usual_interval_s ?? 0))
}

/** The same in SQL, of a device `d` with its state `s`. */
export const offlineThresholdSql = (defaultS: number): Sql => sql`
  coalesce(
    d.offline_after_s, ${OFFLINE_AFTER_INTERVALS}::integer * d.expected_interval_s,
    greatest(${defaultS}::integer, ${OFFLINE_AFTER_INTERVALS}::integer * s.usual_interval_s)
  )`
