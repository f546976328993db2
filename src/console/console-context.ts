import type { RuleSet } from '../alerts/rule-set.ts'
import type { Database } from '../platform/database.ts'

/** What the pages work with. */
export interface ConsoleContext {
  db: Database
  publicUrl: string
  /** The rules in force. */
  rules: () => RuleSet
  offlineAfterS: number
  now: () => Date
}
