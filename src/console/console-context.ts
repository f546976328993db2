import type { Device } from '../devices/device.ts'
import type { Database } from '../platform/database.ts'
import type { Reading } from '../telemetry/reading.ts'

/** Takes readings of a device as if it had sent them. Resolves when they are on disk. */
export type TakeReadings = (device: Device, readings: readonly Reading[]) => Promise<void>

/** What the pages work with. */
export interface ConsoleContext {
  db: Database
  publicUrl: string
  offlineAfterS: number
  takeReadings: TakeReadings
  now: () => Date
}
