import { join } from 'node:path'
import { anyOf, type PerCell, perCell } from '../../core/cells/in-each-cell.ts'
import { openPushKeys } from '../../core/contact-methods/channels/push/push-key-store.ts'
import type { Device } from '../../core/devices/device.ts'
import { saveLastPolicy } from '../../core/escalation/policy-store.ts'
import { lookUpHeadlines } from '../../core/headline/find-headlines.ts'
import { noteDeliveries } from '../../core/incidents/announcing/note-deliveries.ts'
import { commitsOfCells } from '../../core/ingestion/commits-of-cells.ts'
import { groupCommit } from '../../core/ingestion/group-commit.ts'
import { ingestReadings, type ReceivedReading } from '../../core/ingestion/ingest-readings.ts'
import { countAppsUnderAnotherKey } from '../../core/people/second-factor/authenticator-app.ts'
import { currentRules } from '../../core/rules/current-rules.ts'
import { readRulePacks } from '../../core/rules/packs/rule-packs.ts'
import { savePackRules } from '../../core/rules/packs/save-pack-rules.ts'
import { currentConnections } from '../../core/settings/connections/current-connections.ts'
import { adoptByRule } from '../../core/sources/external-ids/adopt.ts'
import { sourceFinder } from '../../core/sources/intake/find-source.ts'
import { sourceDeviceFinder } from '../../core/sources/intake/find-source-devices.ts'
import { sourceActivity } from '../../core/sources/intake/source-activity.ts'
import { quarantineWriter } from '../../core/sources/quarantine/quarantine-writer.ts'
import type { Source } from '../../core/sources/source.ts'
import type { Reading } from '../../core/telemetry/reading.ts'
import { readingCounter } from '../../core/telemetry/reading-counts.ts'
import { readingMonths } from '../../core/telemetry/storage/open-months.ts'
import { type Dispatcher, webhookDispatcher } from '../../core/webhooks/outbox/deliver-webhooks.ts'
import { DELIVERIES_QUEUED } from '../../core/webhooks/outbox/queue-deliveries.ts'
import { webhooksUnderAnotherKey } from '../../core/webhooks/sealed-secrets.ts'
import { openSender, openTrustedSender } from '../../core/webhooks/sending/send-webhook.ts'
import { LIVE_LIMITS, liveEvents } from '../../doors/events/live-events.ts'
import { roomOnDisk } from '../../platform/database/room-on-disk.ts'
import { type PublicUrl, publicUrlOf } from '../../platform/http/public-url.ts'
import { reserveIn } from '../../platform/postgres/reserve.ts'
import { ingestionMetrics } from '../metrics/ingestion-metrics.ts'
import { webhookMetrics } from '../metrics/webhook-metrics.ts'
import { knownTowns } from './known-towns.ts'
import type { Databases } from './open-databases.ts'
import type { NodeParts } from './service-options.ts'
import { startNotifications } from './start-notifications.ts'

export type Core = Awaited<ReturnType<typeof startCore>>

/** Rules, the group commit that stores readings, and the dispatcher of webhooks. */
export async function startCore(node: NodeParts, { db, ingestDb, tokenDb, notifications }: Databases) {
  const { environment, encryptionKey, clock, log, report, registry } = node
  const { incidents, offlineAfterS } = environment
  await savePackRules(db, await readRulePacks(), clock())
  await saveLastPolicy(db, clock())
  const locked = await webhooksUnderAnotherKey(db, encryptionKey)
  if (locked.length > 0)
    log.error(
      { webhooks: locked },
      'the deliveries of these webhooks wait: their secrets were encrypted with another ENCRYPTION_KEY',
    )
  const pushKeys = await openPushKeys(db, encryptionKey, clock())
  if (pushKeys === null) log.error('push messages cannot be sent: their key was encrypted with another ENCRYPTION_KEY')
  const lockedApps = await countAppsUnderAnotherKey(db, encryptionKey)
  if (lockedApps > 0)
    log.error(
      { apps: lockedApps },
      'codes of authenticator apps are refused: their keys were encrypted with another ENCRYPTION_KEY',
    )
  const connections = await currentConnections({
    ...{ db, notifications, encryptionKey, environment },
    onError: report('the settings could not be reloaded'),
  })
  if (connections.locked().length > 0)
    log.error(
      { settings: connections.locked() },
      'these settings are not used: their secrets were encrypted with another ENCRYPTION_KEY',
    )
  const publicUrl = publicUrlOf(() => {
    const { publicUrl, origins } = connections()
    return { publicUrl, isEverywhere: origins.public_url !== 'settings' }
  })
  const rules = await currentRules(db, notifications, report('the rules could not be reloaded'), offlineAfterS)
  const counter = readingCounter(db, report('the counts of readings could not be stored'))
  const live = liveEvents(db, notifications, report('live events could not be sent'), { ...LIVE_LIMITS, ...node.live })
  const { dataDir, databaseUrl } = environment
  const room = roomOnDisk(db, databaseUrl === null ? reserveIn(join(dataDir, 'postgres')) : null)
  const metrics = ingestionMetrics(registry)
  const months = perCell(db, readingMonths)
  const queues = perCell(ingestDb, (cellDb, cell) => {
    const ingestion = { db: cellDb, rules, months: months.of(cell), incidents, offlineAfterS, now: clock }
    const store = room.watched((batch: readonly ReceivedReading[]) => ingestReadings(ingestion, batch))
    const ingest = metrics.watched(async (batch) => {
      const stored = await store(batch)
      for (const { device, reading } of batch) counter.add(device.site_id, reading.received_at)
      live.readingsStored(batch)
      return stored
    })
    return groupCommit(ingest, report('readings could not be stored'), metrics.settled)
  })
  const commits = commitsOfCells(queues)
  const onUnkept = report('messages of sources could not be kept')
  const quarantines = perCell(db, (cell) => quarantineWriter(cell, onUnkept))
  const sources = {
    db,
    findSource: sourceFinder(tokenDb, notifications),
    findDevices: sourceDeviceFinder(tokenDb, notifications),
    activity: sourceActivity(db, report('the counts of sources could not be stored')),
    quarantineOf: quarantines.of,
    adoptByRule: (source: Source, seen: Parameters<typeof adoptByRule>[2]) => adoptByRule(db, source, seen, clock()),
  }
  const queuesByCell = () => new Map(db.cells().map((cell) => [cell, queues.of(cell)]))
  const forgetMonths = () => {
    for (const ofCell of months.all()) ofCell.forget()
  }
  return {
    ...{
      connections,
      publicUrl,
      rules,
      pushKeys,
      counter,
      live,
      room,
      metrics,
      commits,
      sources,
      queues: queuesByCell,
      months: { forget: forgetMonths },
    },
    async takeReadings(device: Device, readings: readonly Reading[]): Promise<void> {
      const received = readings.map((reading) => ({ device, reading }))
      const outcomes = await commits.submitMany(received, 0)
      for (const error of outcomes) if (error !== null) throw error
    },
    ...startDispatcher(node, { db, notifications }, publicUrl),
    ...startNotifications(node, { db, notifications }, { pushKeys, connections }),
  }
}

/** Delivers what is in the outbox; `wake` gets an event whenever there may be something new. */
function startDispatcher(
  { environment, encryptionKey, clock, report, registry, resolver }: NodeParts,
  { db, notifications }: Pick<Databases, 'db' | 'notifications'>,
  publicUrl: PublicUrl,
) {
  const wake = new EventTarget()
  const wakeDispatcher = () => void wake.dispatchEvent(new Event('wake'))
  notifications.on(DELIVERIES_QUEUED, wakeDispatcher)
  const sender = openSender(environment.addressPolicy, resolver)
  const onAttempt = webhookMetrics(registry)
  const dispatchers = perCell(db, (cell) =>
    webhookDispatcher({
      db: cell,
      sender,
      encryptionKey,
      publicUrl,
      retryDelaysS: environment.webhookRetryDelaysS,
      findHeadlines: (ids, at) => lookUpHeadlines(cell, ids, knownTowns, at),
      noteSettled: noteDeliveries,
      now: clock,
      onError: report('a webhook delivery failed'),
      onFree: wakeDispatcher,
      onAttempt,
    }),
  )
  return { wake, sender, trustedSender: openTrustedSender(resolver), dispatcher: dispatcherOfCells(dispatchers) }
}

/** Those of all cells, used as one. Tests are sent from the first. */
const dispatcherOfCells = (dispatchers: PerCell<Dispatcher>): Dispatcher => ({
  step: () => anyOf(dispatchers.all().map((dispatcher) => dispatcher.step())),
  send: (delivery) => dispatchers.of(0).send(delivery),
  idle: async () => void (await Promise.all(dispatchers.all().map((dispatcher) => dispatcher.idle()))),
  stop: async () => void (await Promise.all(dispatchers.all().map((dispatcher) => dispatcher.stop()))),
})
