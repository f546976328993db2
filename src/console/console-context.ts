import type { ChannelSetup } from '../core/contact-methods/add-contact-method.ts'
import type { Device } from '../core/devices/device.ts'
import type { Outbound } from '../core/escalation/read-readiness.ts'
import type { OpenTowns } from '../core/headline/find-headlines.ts'
import type { ReadingLimits } from '../core/ingestion/reading-limits.ts'
import type { IdentityProvider } from '../core/people/openid-connect/identity-provider.ts'
import type { CurrentRules } from '../core/rules/current-rules.ts'
import type { Settings } from '../core/settings/settings-store.ts'
import type { Reading } from '../core/telemetry/reading.ts'
import type { AdminContext } from '../doors/people/admin/admin-context.ts'
import type { Database } from '../platform/database/database.ts'
import type { PublicUrl } from '../platform/http/public-url.ts'

/** Stores readings as if the device had sent them. Resolves when they are on disk. */
export type TakeReadings = (device: Device, readings: readonly Reading[]) => Promise<void>

/** Dependencies of the pages. */
export interface ConsoleContext {
  db: Database
  publicUrl: PublicUrl
  /** The rules in force. */
  rules: CurrentRules
  offlineAfterS: number
  incidents: AdminContext['incidents']
  previews: AdminContext['previews']
  takeReadings: TakeReadings
  openTowns: OpenTowns
  /** Seals the keys of authenticator apps. */
  encryptionKey: Buffer
  /** Null: people log in with passwords and passkeys alone. */
  provider: IdentityProvider | null
  /** Folder of the map archives. */
  mapsFolder: string
  /** Defaults for settings that were not chosen in the console. */
  environment: NodeSettings
  webhooks: AdminContext['webhooks']
  /** The kinds of contact methods that this service can send by. */
  channels: () => ChannelSetup
  findScheduleUses: AdminContext['findScheduleUses']
  mailLink: AdminContext['mailLink']
  /** How this service reaches the outside. */
  outbound: () => Outbound
  connections: AdminContext['connections']
  now: () => Date
}

/** Settings of this node that pages show. */
export interface NodeSettings extends Pick<Settings, 'map' | 'retention'> {
  version: string
  workers: number
  hasOwnDatabase: boolean
  webhookRetryDelaysS: readonly number[]
  /** Limits of sites that have none of their own. */
  readingLimits: ReadingLimits
  allowsHttp: boolean
  allowsNetworks: boolean
}
