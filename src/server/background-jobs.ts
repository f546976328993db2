import type { RuleSet } from '../alerts/rule-set.ts'
import { runDueRules } from '../alerts/run-due-rules.ts'
import { markOfflineDevices } from '../devices/mark-offline-devices.ts'
import { resolveDueIncidents } from '../incidents/resolve-incidents.ts'
import type { Database } from '../platform/database.ts'
import type { Dispatcher } from '../webhooks/deliver-webhooks.ts'
import type { Config } from './config.ts'

export interface Job {
  name: string
  /** How long it rests when there is nothing to do. Promises are kept to the second, so this is below one. */
  restMs: number
  /** One step of the work; tells whether there may be more. */
  step: (now: Date) => Promise<boolean>
}

/** All that the service does by itself. */
export function backgroundJobs(
  db: Database,
  config: Pick<Config, 'offlineAfterS' | 'incidents'>,
  rules: () => RuleSet,
  dispatcher: Dispatcher,
): Job[] {
  return [
    { name: 'mark offline devices', restMs: 500, step: (now) => markOfflineDevices(db, config.offlineAfterS, now) },
    { name: 'run due rules', restMs: 500, step: (now) => runDueRules(db, rules(), config.incidents, now) },
    { name: 'resolve due incidents', restMs: 500, step: (now) => resolveDueIncidents(db, now) },
    { name: DELIVER_WEBHOOKS, restMs: 500, step: () => dispatcher.step() },
  ]
}

export const DELIVER_WEBHOOKS = 'deliver webhooks'
