import type { CurrentRules } from '../alerts/rule-store.ts'
import type { IncidentSettings } from '../incidents/incident.ts'
import type { Database } from '../platform/database.ts'
import type { Protection } from '../webhooks/create-webhook.ts'
import type { sendTest } from '../webhooks/send-test.ts'

/** What the routes of this API work with. */
export interface AdminContext {
  db: Database
  webhooks: {
    protection: Protection
    sendTest: (id: number) => ReturnType<typeof sendTest>
  }
  rules: CurrentRules
  incidents: IncidentSettings
  offlineAfterS: number
  now: () => Date
}
