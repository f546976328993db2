import type { IncidentSettings } from '../../../core/incidents/incident.ts'
import type { CurrentRules } from '../../../core/rules/current-rules.ts'
import type { Protection } from '../../../core/webhooks/create-webhook.ts'
import type { sendTest } from '../../../core/webhooks/send-test.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { WaitingLine } from '../../../platform/long-work/waiting-line.ts'

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
