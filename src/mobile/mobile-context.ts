import type { RuleSet } from '../alerts/rule-set.ts'
import type { Database } from '../platform/database.ts'
import type { ReadingCounter } from '../telemetry/reading-counts.ts'

/** What the routes of this API work with. */
export interface MobileContext {
  db: Database
  rules: () => RuleSet
  counter: ReadingCounter
  now: () => Date
}
