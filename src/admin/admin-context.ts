import type { CurrentRules } from '../alerts/current-rules.ts'
import type { IncidentSettings } from '../incidents/incident.ts'
import type { Database } from '../platform/database.ts'
import type { WaitingLine } from '../platform/waiting-line.ts'
import type { Protection } from '../webhooks/create-webhook.ts'
import type { sendTest } from '../webhooks/send-test.ts'

/** What the routes of this API work with. */
export interface AdminContext {
  db: Database
  /** Where people reach the service; links begin with it. */
  publicUrl: string
  webhooks: {
    protection: Protection
    sendTest: (id: number) => ReturnType<typeof sendTest>
  }
  rules: CurrentRules
  incidents: IncidentSettings
  /** Previews of rules, of all people and of the console too. */
  previews: WaitingLine
  offlineAfterS: number
  now: () => Date
}
