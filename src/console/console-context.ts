import type { AdminContext } from '../admin/admin-context.ts'
import type { CurrentRules } from '../alerts/current-rules.ts'
import type { Device } from '../devices/device.ts'
import type { Database } from '../platform/database.ts'
import type { Settings } from '../settings/settings-store.ts'
import type { Reading } from '../telemetry/reading.ts'

/** Takes readings of a device as if it had sent them. Resolves when they are on disk. */
export type TakeReadings = (device: Device, readings: readonly Reading[]) => Promise<void>

/** What the pages work with. */
export interface ConsoleContext {
  db: Database
  publicUrl: string
  /** The rules in force. */
  rules: CurrentRules
  offlineAfterS: number
  incidents: AdminContext['incidents']
  previews: AdminContext['previews']
  takeReadings: TakeReadings
  /** Where the archives lie that maps may have their streets from. */
  mapsFolder: string
  /** What holds where nobody has chosen otherwise in the console. */
  environment: Environment
  webhooks: AdminContext['webhooks']
  now: () => Date
}

/** What the operator has set for this node, as far as pages tell of it. */
export interface Environment extends Settings {
  version: string
  workers: number
  hasOwnDatabase: boolean
  webhookRetryDelaysS: readonly number[]
  allowsHttp: boolean
  allowsNetworks: boolean
}
