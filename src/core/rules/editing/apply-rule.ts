import type { Database } from '../../../platform/database/database.ts'
import type { IncidentSettings } from '../../incidents/incident.ts'
import type { CurrentRules } from '../current-rules.ts'
import { retireRules } from '../effects/retire-rules.ts'
import { runDueRules } from '../effects/run-due-rules.ts'

interface RuleContext {
  db: Database
  rules: CurrentRules
  incidents: IncidentSettings
  now: () => Date
}

/**
 * Applies a committed change of a rule before the request is answered: this node runs the new version, and alerts that
 * the rule no longer supports are resolved. Devices are locked a few at a time, so that no reading waits for all of
 * them. Alerts that another node raises before it has read the change are resolved by the jobs.
 */
export const applyRule = (context: RuleContext, key: string): Promise<void> => settleRules(context, [key])

/** The same for several rules. */
export async function settleRules({ db, rules, incidents, now }: RuleContext, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await rules.reload()
  for (const key of keys) {
    for (const cell of db.cells().map(db.inCell)) {
      while (await retireRules(cell, now(), key));
      while (await runDueRules(cell, rules(), incidents, now(), key));
    }
  }
}
