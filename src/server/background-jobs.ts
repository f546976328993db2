import { forgetAcknowledgements } from '../alerts/forget-acknowledgements.ts'
import { retireRules } from '../alerts/retire-rules.ts'
import type { RuleSet } from '../alerts/rule-set.ts'
import { runDueRules } from '../alerts/run-due-rules.ts'
import { watchSilence } from '../alerts/watch-silence.ts'
import { dropOldEntries } from '../audit-log/drop-old-entries.ts'
import { type StepBack, watchClock } from '../clock/watch-clock.ts'
import { demoMover, type Submit } from '../demo/move-demo.ts'
import { markOfflineDevices } from '../devices/mark-offline-devices.ts'
import { dropOldRefusals } from '../devices/refusals/refusal-store.ts'
import { gatherStorms } from '../incidents/gather-storms.ts'
import { keepDueReadings, keepReadingsOfMonth } from '../incidents/keep-readings.ts'
import { resolveDueIncidents } from '../incidents/resolve-incidents.ts'
import { tellHeldNotifications } from '../incidents/tell-held-notifications.ts'
import { forgetGoneViewers } from '../incidents/viewers.ts'
import { dropOldEvents } from '../live-events/drop-old-events.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database.ts'
import { eraseDeletedDevices } from '../response/erase-deleted-devices.ts'
import { type RetentionSettings, readRetention } from '../settings/settings-store.ts'
import { dropOldReadings } from '../telemetry/drop-old-readings.ts'
import { sumUpHours } from '../telemetry/hourly-metrics.ts'
import type { ReadingMonths } from '../telemetry/reading-months.ts'
import { forgetExpired } from '../users/forget-expired.ts'
import { tellOfFailedLogins } from '../users/login-failures.ts'
import type { Dispatcher } from '../webhooks/deliver-webhooks.ts'
import { dropOldDeliveries } from '../webhooks/drop-old-deliveries.ts'
import type { Config } from './config.ts'

export interface Job {
  name: string
  /** How long it rests when there is nothing to do: below a second where something is promised to the second. */
  restMs: number
  /** One step of the work; tells whether there may be more. */
  step: (now: Date) => Promise<boolean>
}

/** All that the service does by itself. */
export function backgroundJobs(
  db: Database,
  config: Pick<Config, 'offlineAfterS' | 'incidents' | 'retentionDays' | 'auditRetentionDays'>,
  rules: () => RuleSet,
  months: ReadingMonths,
  dispatcher: Dispatcher,
  submit: Submit,
  clock: Clock,
  onSteppedBack: (step: StepBack) => void,
): Job[] {
  const retention = () =>
    readRetention(db, { readings_days: config.retentionDays, audit_days: config.auditRetentionDays })
  return [
    { name: 'watch the clock', restMs: 500, step: () => watchClock(db, clock, onSteppedBack) },
    { name: 'mark offline devices', restMs: 500, step: (now) => markOfflineDevices(db, config.offlineAfterS, now) },
    { name: 'watch silence', restMs: 500, step: (now) => watchSilence(db, rules(), config.incidents, now) },
    { name: 'run due rules', restMs: 500, step: (now) => runDueRules(db, rules(), config.incidents, now) },
    { name: 'retire rules', restMs: 5_000, step: (now) => retireRules(db, now) },
    { name: 'forget acknowledgements', restMs: 5_000, step: (now) => forgetAcknowledgements(db, now) },
    { name: 'gather storms', restMs: 500, step: (now) => gatherStorms(db, now) },
    { name: 'tell held notifications', restMs: 500, step: (now) => tellHeldNotifications(db, now) },
    { name: 'resolve due incidents', restMs: 500, step: (now) => resolveDueIncidents(db, now) },
    { name: 'keep readings of incidents', restMs: 5_000, step: (now) => keepDueReadings(db, now) },
    { name: 'forget gone viewers', restMs: 5_000, step: (now) => forgetGoneViewers(db, now) },
    { name: 'sum up hours', restMs: 5_000, step: (now) => sumUpHours(db, now) },
    { name: 'tell of failed logins', restMs: 60_000, step: (now) => tellOfFailedLogins(db, now) },
    ...retentionJobs(db, retention, months),
    { name: 'move the demo fleet', restMs: 1_000, step: demoMover(db, submit) },
    { name: DELIVER_WEBHOOKS, restMs: 500, step: () => dispatcher.step() },
  ]
}

export const DELIVER_WEBHOOKS = 'deliver webhooks'

/** What makes room. `tocsin prune` does the same on demand. */
export const retentionJobs = (
  db: Database,
  retention: () => Promise<RetentionSettings>,
  months: ReadingMonths,
): Job[] => [
  {
    name: 'drop old readings',
    restMs: 60_000,
    step: async (now) => dropOldReadings(db, months, (await retention()).readings_days, keepReadingsOfMonth, now),
  },
  { name: 'forget what has expired', restMs: 60_000, step: (now) => forgetExpired(db, now) },
  {
    name: 'drop old audit entries',
    restMs: 3_600_000,
    step: async (now) => dropOldEntries(db, (await retention()).audit_days, now),
  },
  { name: 'drop old refusals', restMs: 60_000, step: (now) => dropOldRefusals(db, now) },
  { name: 'drop old live events', restMs: 60_000, step: (now) => dropOldEvents(db, now) },
  { name: 'drop old deliveries', restMs: 60_000, step: (now) => dropOldDeliveries(db, now) },
  { name: 'erase deleted devices', restMs: 10_000, step: (now) => eraseDeletedDevices(db, now) },
]
