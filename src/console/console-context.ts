import type { CurrentRules } from '../alerts/rule-store.ts'
import type { IncidentSettings } from '../incidents/incident.ts'
import type { Database } from '../platform/database.ts'

/** What the pages work with. */
export interface ConsoleContext {
  db: Database
  publicUrl: string
  rules: CurrentRules
  incidents: IncidentSettings
  offlineAfterS: number
  now: () => Date
}
