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
  /** Learnt from its readings, null until it is known. Absent where devices are cached, since readings change it. */
  usual_interval_s?: number | null
  /** Limits of its site, null where those of the installation hold. Absent where no readings of it are taken. */
  device_readings_per_minute?: number | null
  site_readings_per_minute?: number | null
  /** Attributes that rules may refer to, such as a limit. */
  attributes: Readonly<Record<string, number | string | boolean>>
}
