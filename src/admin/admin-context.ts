import type { Database } from '../platform/database.ts'
import type { AddressPolicy } from '../webhooks/webhook-address.ts'

/** What the routes of this API work with. */
export interface AdminContext {
  db: Database
  addressPolicy: AddressPolicy
  encryptionKey: Buffer
  /** Where people reach the service; links begin with it. */
  publicUrl: string
  now: () => Date
}
