import type { Device } from '../core/devices/device.ts'
import type { CurrentRules } from '../core/rules/current-rules.ts'
import type { Settings } from '../core/settings/settings-store.ts'
import type { Reading } from '../core/telemetry/reading.ts'
import type { AdminContext } from '../doors/people/admin/admin-context.ts'
import type { Database } from '../platform/database/database.ts'

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
  environment: NodeSettings
  webhooks: AdminContext['webhooks']
  now: () => Date
}

/** What the operator has set for this node, as far as pages tell of it. */
export interface NodeSettings extends Settings {
  version: string
  workers: number
  hasOwnDatabase: boolean
  webhookRetryDelaysS: readonly number[]
  allowsHttp: boolean
  allowsNetworks: boolean
}
