import type { RuleSet } from '../alerts/rule-set.ts'
import type { Database } from '../platform/database.ts'

/** What the routes of this API work with. */
export interface MobileContext {
  db: Database
  rules: () => RuleSet
  now: () => Date
}
