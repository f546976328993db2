import type { Module } from '../vocabulary/modules.ts'

/** The data of a device that ingestion needs. */
export interface Device {
  id: number
  site_id: number
  /** The cell of its site. */
  cell: number
  name: string
  module: Module
  enabled: boolean
  tags: string[]
  expected_interval_s: number | null
  offline_after_s: number | null
  /** Attributes that rules may refer to, such as a limit. */
  attributes: Readonly<Record<string, number | string | boolean>>
}

/** Seconds without a reading after which a device counts as offline. */
export function offlineThresholdS(
  device: Pick<Device, 'expected_interval_s' | 'offline_after_s'>,
  defaultS: number,
): number {
  if (device.offline_after_s !== null) return device.offline_after_s
  if (device.expected_interval_s !== null) return 3 * device.expected_interval_s
  return defaultS
}
