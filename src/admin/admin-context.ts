import type { CurrentRules } from '../alerts/rule-store.ts'
import type { IncidentSettings } from '../incidents/incident.ts'
import type { Database } from '../platform/database.ts'
import type { AddressPolicy } from '../webhooks/webhook-address.ts'

/** What the routes of this API work with. */
export interface AdminContext {
  db: Database
  addressPolicy: AddressPolicy
  encryptionKey: Buffer
  rules: CurrentRules
  incidents: IncidentSettings
  offlineAfterS: number
  now: () => Date
}
