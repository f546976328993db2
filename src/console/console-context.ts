import type { Device } from '../core/devices/device.ts'
import type { ReadingLimits } from '../core/ingestion/reading-limits.ts'
import type { IdentityProvider } from '../core/people/openid-connect/identity-provider.ts'
import type { Settings } from '../core/settings/settings-store.ts'
import type { Reading } from '../core/telemetry/reading.ts'
import type { GuardedFetch } from '../core/webhooks/sending/guarded-fetch.ts'
import type { AdminContext } from '../doors/people/admin/admin-context.ts'
import type { MobileContext } from '../doors/people/mobile/mobile-context.ts'
import type { PublicUrl } from '../platform/http/public-url.ts'

/** Stores readings as if the device had sent them. Resolves when they are on disk. */
export type TakeReadings = (device: Device, readings: readonly Reading[]) => Promise<void>

/** Dependencies of the pages. */
export interface ConsoleContext
  extends Omit<AdminContext, 'publicUrl' | 'defaults'>,
    Pick<MobileContext, 'encryptionKey' | 'channels' | 'outbound' | 'openTowns'> {
  publicUrl: PublicUrl
  takeReadings: TakeReadings
  /** Null: people log in with passwords and passkeys alone. */
  provider: IdentityProvider | null
  /** Folder of the map archives. */
  mapsFolder: string
  /** Asks servers of map archives. */
  streetsFetch: GuardedFetch
  /** Defaults for settings that were not chosen in the console. */
  environment: NodeSettings
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
