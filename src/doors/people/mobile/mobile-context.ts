import type { RuleSet } from '../../../core/rules/engine/rule-set.ts'
import type { ReadingCounter } from '../../../core/telemetry/reading-counts.ts'
import type { Database } from '../../../platform/database/database.ts'

/** Dependencies of the mobile routes. */
export interface MobileContext {
  db: Database
  rules: () => RuleSet
  counter: ReadingCounter
  now: () => Date
}
