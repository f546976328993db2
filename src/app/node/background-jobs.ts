import { eraseDeletedDevices } from '../../core/actions/erase-deleted-devices.ts'
import { forgetAcknowledgements } from '../../core/alerts/forget-acknowledgements.ts'
import { dropOldEntries } from '../../core/audit-log/drop-old-entries.ts'
import { sealEntries } from '../../core/audit-log/seal-entries.ts'
import { anyOf, perCell, stepInEachCell } from '../../core/cells/in-each-cell.ts'
import { dropOldNotifications } from '../../core/contact-methods/outbox/drop-old-notifications.ts'
import { dropOldOfflineDays } from '../../core/devices/presence/downtime-by-day.ts'
import { markOfflineDevices } from '../../core/devices/presence/mark-offline-devices.ts'
import { dropOldRefusals } from '../../core/devices/refusals/refusal-store.ts'
import { SHIFT_NOTICES } from '../../core/escalation/announce-on-call.ts'
import { type EscalationContext, runEscalations } from '../../core/escalation/run-escalations.ts'
import { sendHeldNotifications } from '../../core/incidents/announcing/send-held-notifications.ts'
import { keepDueReadings, keepReadingsOfMonth } from '../../core/incidents/evidence/keep-readings.ts'
import { openOfflineIncidents } from '../../core/incidents/offline/open-offline-incidents.ts'
import { watchReturns } from '../../core/incidents/offline/watch-returns.ts'
import { resolveDueIncidents } from '../../core/incidents/resolve-incidents.ts'
import { gatherStorms } from '../../core/incidents/storms/gather-storms.ts'
import { appendTimeline } from '../../core/incidents/timeline.ts'
import { forgetGoneViewers } from '../../core/incidents/viewers.ts'
import type { GroupCommit } from '../../core/ingestion/group-commit.ts'
import { silencedUntil } from '../../core/notifications/silenced-incidents.ts'
import { dropOldShiftNotes } from '../../core/on-call/shift-note-store.ts'
import { watchSchedules } from '../../core/on-call/watch-schedules.ts'
import { forgetExpired } from '../../core/people/credentials/forget-expired.ts'
import { reportFailedLogins } from '../../core/people/login/login-failures.ts'
import { sendWeeklyReports } from '../../core/reports/send-weekly-reports.ts'
import { recomputeWorst } from '../../core/rules/effects/recompute-worst.ts'
import { retireRules } from '../../core/rules/effects/retire-rules.ts'
import { runDueRules } from '../../core/rules/effects/run-due-rules.ts'
import { runStaleRules } from '../../core/rules/effects/run-stale-rules.ts'
import type { RuleSet } from '../../core/rules/engine/rule-set.ts'
import { type RetentionSettings, readRetention } from '../../core/settings/settings-store.ts'
import { messageReceiver } from '../../core/sources/intake/receive-message.ts'
import { type Replaying, replayMessages } from '../../core/sources/intake/replay-messages.ts'
import { dropOldMessages } from '../../core/sources/quarantine/message-log.ts'
import { dropUnconfirmed } from '../../core/status-pages/subscription-store.ts'
import { compactInBackground } from '../../core/telemetry/chunks/compact-in-background.ts'
import { hourAggregation } from '../../core/telemetry/hours/hourly-metrics.ts'
import { siteRetention } from '../../core/telemetry/storage/delete-readings-of-sites.ts'
import { dropOldReadings } from '../../core/telemetry/storage/drop-old-readings.ts'
import { forgetOldKeys } from '../../core/telemetry/storage/message-keys.ts'
import type { ReadingMonths } from '../../core/telemetry/storage/open-months.ts'
import { readRetentionCuts } from '../../core/telemetry/storage/retention-cuts.ts'
import type { Dispatcher } from '../../core/webhooks/outbox/deliver-webhooks.ts'
import { dropDeletedWebhooks, dropOldDeliveries } from '../../core/webhooks/outbox/drop-old-deliveries.ts'
import { dropOldEvents } from '../../doors/events/drop-old-events.ts'
import { demoMover, type Submit } from '../../fleet/demo/move-demo.ts'
import { uplinkSender } from '../../fleet/demo/send-uplinks.ts'
import type { Clock } from '../../platform/clock.ts'
import type { CellDatabase, Database } from '../../platform/database/database.ts'
import { type StepBack, watchClock } from '../clock/watch-clock.ts'
import type { Environment } from './environment.ts'

export interface Job {
  name: string
  /** Pause when there is nothing to do; below a second where the documentation promises seconds. */
  restMs: number
  /** Gets an event when there may be work before that. */
  wake?: EventTarget
  /** One step of the work. Returns whether there may be more. */
  step: (now: Date) => Promise<boolean>
}

/** The parts of the service that jobs work with. */
interface JobParts {
  rules: () => RuleSet
  months: Pick<ReadingMonths, 'forget'>
  commits: Pick<GroupCommit, 'waitedMs' | 'submitMany'>
  sources: Omit<Replaying, 'storeReadings'>
  dispatcher: Dispatcher
  /** Gets an event when the dispatcher may have something to send. */
  wake: EventTarget
  /** Sends the notifications of people. */
  people: { step: () => Promise<boolean>; wake: EventTarget }
  takeReadings: Submit
  sendHeartbeat: Job['step']
  fetchStreets: Job['step']
  mailSubscribers: Job['step']
  clock: Clock
  onSteppedBack: (step: StepBack) => void
}

/** All background jobs of the service. */
export function backgroundJobs(
  db: Database,
  environment: Pick<
    Environment,
    'offlineAfterS' | 'incidents' | 'retentionDays' | 'auditRetentionDays' | 'compactAfterH' | 'isOutboundOff'
  >,
  {
    rules,
    months,
    commits,
    sources,
    dispatcher,
    wake,
    people,
    takeReadings,
    sendHeartbeat,
    fetchStreets,
    mailSubscribers,
    clock,
    onSteppedBack,
  }: JobParts,
): Job[] {
  const retention = () =>
    readRetention(db, { readings_days: environment.retentionDays, audit_days: environment.auditRetentionDays })
  const receive = messageReceiver({ ...sources, storeReadings: commits.submitMany }, sources.activity, clock)
  const inCells = (work: CellStep) => stepInEachCell(db, work)
  const aggregations = perCell(db, hourAggregation)
  const compactions = perCell(db, (cell) =>
    compactInBackground(cell, { afterH: environment.compactAfterH, waitedMs: commits.waitedMs }),
  )
  const retentions = perCell(db, (cell) => siteRetention(cell, commits.waitedMs))
  return [
    { name: 'watch the clock', restMs: 500, step: () => watchClock(db, clock, onSteppedBack) },
    {
      name: 'mark offline devices',
      restMs: 500,
      step: inCells((cell, now) => markOfflineDevices(cell, environment.offlineAfterS, now)),
    },
    {
      name: 'run stale rules',
      restMs: 500,
      step: inCells((cell, now) => runStaleRules(cell, rules(), environment.incidents, now)),
    },
    {
      name: 'run due rules',
      restMs: 500,
      step: inCells((cell, now) => runDueRules(cell, rules(), environment.incidents, now)),
    },
    { name: 'retire rules', restMs: 5_000, step: inCells(retireRules) },
    { name: 'recompute former alerts', restMs: 60_000, step: inCells(recomputeWorst) },
    {
      name: 'forget acknowledgements',
      restMs: 5_000,
      step: inCells(forgetAcknowledgements),
    },
    { name: 'gather storms', restMs: 500, step: inCells(gatherStorms) },
    {
      name: 'open offline incidents',
      restMs: 500,
      step: inCells((cell, now) => openOfflineIncidents(cell, environment.incidents, now)),
    },
    {
      name: 'watch returns of offline devices',
      restMs: 5_000,
      step: inCells(watchReturns),
    },
    {
      name: 'tell held notifications',
      restMs: 500,
      step: inCells(sendHeldNotifications),
    },
    {
      name: 'resolve due incidents',
      restMs: 500,
      step: inCells(resolveDueIncidents),
    },
    {
      name: 'replay messages of sources',
      restMs: 2_000,
      step: (now) => replayMessages({ ...sources, storeReadings: commits.submitMany }, now),
    },
    { name: 'forget keys of messages', restMs: 60_000, step: inCells(forgetOldKeys) },
    { name: 'drop old messages of sources', restMs: 60_000, step: inCells(dropOldMessages) },
    { name: 'mail subscribers of status pages', restMs: 5_000, step: mailSubscribers },
    { name: 'send weekly reports', restMs: 30_000, step: (now) => sendWeeklyReports(db, now) },
    { name: 'watch schedules', restMs: 5_000, step: (now) => watchSchedules(db, SHIFT_NOTICES, now) },
    {
      name: 'keep readings of incidents',
      restMs: 5_000,
      step: inCells(keepDueReadings),
    },
    {
      name: 'forget gone viewers',
      restMs: 5_000,
      step: inCells(forgetGoneViewers),
    },
    {
      name: 'aggregate hours',
      restMs: 5_000,
      step: (now) => anyOf(aggregations.all().map((aggregate) => aggregate(now))),
    },
    {
      name: 'compact readings',
      restMs: 500,
      step: (now) => anyOf(compactions.all().map((compact) => compact(now))),
    },
    { name: 'seal the audit log', restMs: 5_000, step: () => sealEntries(db) },
    { name: 'tell of failed logins', restMs: 60_000, step: (now) => reportFailedLogins(db, now) },
    dropReadings(db, retention, months),
    {
      name: 'delete readings of sites',
      restMs: 5_000,
      step: async (now) => {
        const { readings_days } = await retention()
        return anyOf(retentions.all().map((step) => step(readings_days, keepReadingsOfMonth, now)))
      },
    },
    ...retentionJobs(db, retention),
    { name: 'move the demo fleet', restMs: 1_000, step: demoMover(db, takeReadings, uplinkSender(db, receive)) },
    {
      name: 'run escalations',
      restMs: 500,
      step: inCells((cell, now) => runEscalations(cell, ESCALATION, now)),
    },
    {
      name: 'deliver webhooks',
      restMs: 500,
      wake,
      step: async () => !environment.isOutboundOff && (await dispatcher.step()),
    },
    { name: 'send the heartbeat', restMs: 10_000, step: sendHeartbeat },
    { name: 'fetch streets', restMs: 2_000, step: fetchStreets },
    { name: 'send notifications', restMs: 500, wake: people.wake, step: () => people.step() },
  ]
}

/** The work of a job in one cell. */
type CellStep = (cell: CellDatabase, now: Date) => Promise<boolean>

/** Functions of higher rooms that escalations call. */
const ESCALATION: EscalationContext = { noteOnTimeline: appendTimeline, silencedUntil }

/** Drops months that no site keeps. `tocsin prune` runs it and the next ones on demand. */
export const dropReadings = (
  db: Database,
  retention: () => Promise<RetentionSettings>,
  months: Pick<ReadingMonths, 'forget'>,
): Job => ({
  name: 'drop old readings',
  restMs: 60_000,
  step: stepInEachCell(db, async (cell, now) => {
    const { whole } = await readRetentionCuts(cell, (await retention()).readings_days, now)
    return whole !== null && dropOldReadings(cell, months, new Date(whole), keepReadingsOfMonth, now)
  }),
})

/** Jobs that delete other old rows. */
export function retentionJobs(db: Database, retention: () => Promise<RetentionSettings>): Job[] {
  const inCells = (work: CellStep) => stepInEachCell(db, work)
  return [
    { name: 'forget what has expired', restMs: 60_000, step: (now) => forgetExpired(db, now) },
    {
      name: 'drop old audit entries',
      restMs: 3_600_000,
      // Only sealed entries are deleted.
      step: async (now) => (await sealEntries(db)) || dropOldEntries(db, (await retention()).audit_days, now),
    },
    { name: 'drop old refusals', restMs: 60_000, step: (now) => dropOldRefusals(db, now) },
    {
      name: 'drop old offline days',
      restMs: 3_600_000,
      step: inCells(dropOldOfflineDays),
    },
    {
      name: 'drop old live events',
      restMs: 60_000,
      step: inCells(dropOldEvents),
    },
    {
      name: 'drop old notifications',
      restMs: 60_000,
      step: inCells(dropOldNotifications),
    },
    {
      name: 'drop old deliveries',
      restMs: 60_000,
      step: inCells(dropOldDeliveries),
    },
    { name: 'drop old shift notes', restMs: 3_600_000, step: (now) => dropOldShiftNotes(db, now) },
    { name: 'drop unconfirmed subscriptions', restMs: 60_000, step: (now) => dropUnconfirmed(db, now) },
    { name: 'drop deleted webhooks', restMs: 60_000, step: (now) => dropDeletedWebhooks(db, now) },
    { name: 'erase deleted devices', restMs: 10_000, step: (now) => eraseDeletedDevices(db, now) },
  ]
}
