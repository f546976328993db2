import type { Database } from '../../../platform/database/database.ts'
import type { IncidentSettings } from '../../incidents/incident.ts'
import type { CurrentRules } from '../current-rules.ts'
import { retireRules } from '../effects/retire-rules.ts'
import { runDueRules } from '../effects/run-due-rules.ts'

export interface RuleContext {
  db: Database
  rules: CurrentRules
  incidents: IncidentSettings
  now: () => Date
}

/**
 * Follows a change of a rule that has been committed, before it is answered: from here on the rule counts as it is now, and
 * the alerts are over that it has nothing to do with any more. It goes a few devices at a time, so that none of their
 * readings waits for all of them. What another node raises before it hears of the change, the jobs end.
 */
export async function settleRule({ db, rules, incidents, now }: RuleContext, key: string): Promise<void> {
  await rules.reload()
  while (await retireRules(db, now(), key));
  while (await runDueRules(db, rules(), incidents, now(), key));
}
