import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type pg from 'pg'
import { Registry } from 'prom-client'
import { webConsole } from '../../console/console.ts'
import { errorPage } from '../../console/shell/error-page.ts'
import type { Device } from '../../core/devices/device.ts'
import { DEVICE_CHANGED } from '../../core/devices/device-store.ts'
import { deviceFinder } from '../../core/devices/device-tokens.ts'
import { refusalRecorder } from '../../core/devices/refusals/refusal-recorder.ts'
import { tokenRefusals } from '../../core/devices/refusals/token-refusals.ts'
import { noteDeliveries } from '../../core/incidents/announcing/note-deliveries.ts'
import { groupCommit } from '../../core/ingestion/group-commit.ts'
import { ingestReadings, type ReceivedReading } from '../../core/ingestion/ingest-readings.ts'
import { checkProgramRights } from '../../core/people/credentials/program-rights.ts'
import { requireSessionOrBearer } from '../../core/people/credentials/session-or-bearer.ts'
import { currentRules } from '../../core/rules/current-rules.ts'
import { readRulePacks } from '../../core/rules/packs/rule-packs.ts'
import { savePackRules } from '../../core/rules/packs/save-pack-rules.ts'
import { RULES_CHANGED } from '../../core/rules/rule-store.ts'
import type { Reading } from '../../core/telemetry/reading.ts'
import { readingCounter } from '../../core/telemetry/reading-counts.ts'
import { readingMonths } from '../../core/telemetry/storage/reading-months.ts'
import { webhookDispatcher } from '../../core/webhooks/outbox/deliver-webhooks.ts'
import { DELIVERIES_QUEUED } from '../../core/webhooks/outbox/queue-deliveries.ts'
import { webhooksUnderAnotherKey } from '../../core/webhooks/sealed-secrets.ts'
import { sendTest } from '../../core/webhooks/send-test.ts'
import { openSender } from '../../core/webhooks/sending/send-webhook.ts'
import type { Lookup } from '../../core/webhooks/webhook-address.ts'
import { eventsApi } from '../../doors/events/events-api.ts'
import { LIVE_CHANNELS, LIVE_LIMITS, type LiveLimits, liveEvents } from '../../doors/events/live-events.ts'
import { adminApi } from '../../doors/people/admin/admin-api.ts'
import { mobileApi } from '../../doors/people/mobile/mobile-api.ts'
import { ingestExpress } from '../../doors/readings/ingest-express.ts'
import { ingestionApi } from '../../doors/readings/ingestion-api.ts'
import { type MqttDoor, mqttDoor } from '../../doors/readings/mqtt/mqtt-door.ts'
import { notingRefusals } from '../../doors/readings/note-refusal.ts'
import { openApiRoutes } from '../../doors/reference/openapi-routes.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { listenForNotifications } from '../../platform/database/notifications.ts'
import { roomOnDisk } from '../../platform/database/room-on-disk.ts'
import { faultLog } from '../../platform/fault-log.ts'
import { knownHosts } from '../../platform/http/known-hosts.ts'
import { openServer, type ServerLimits } from '../../platform/http/open-server.ts'
import { waitingLine } from '../../platform/long-work/waiting-line.ts'
import { REASONS } from '../../platform/reasons.ts'
import { repeat } from '../../platform/repeat.ts'
import { tellOfSteps } from '../clock/tell-of-steps.ts'
import { watchRequests } from '../metrics/http-metrics.ts'
import { ingestionMetrics } from '../metrics/ingestion-metrics.ts'
import { watchJobs } from '../metrics/job-metrics.ts'
import { metricsRoute } from '../metrics/metrics-route.ts'
import { type Gather, type ProcessMetrics, watchBuild, watchPools, watchStreams } from '../metrics/node-metrics.ts'
import { webhookMetrics } from '../metrics/webhook-metrics.ts'
import { backgroundJobs, DELIVER_WEBHOOKS, type Job } from './background-jobs.ts'
import { type Environment, mapsFolder } from './environment.ts'
import { nodeSettingsOf } from './node-settings.ts'
import { operationRoutes } from './operation-routes.ts'
import { VERSION } from './version.ts'

/** A reading that would wait longer is refused, so that the device retries: the queue would only grow. */
const LONGEST_WAIT_MS = 500
/**
 * One more per person than runs at once: the editor sends its next request before it hears that the last one has ended.
 */
const PREVIEW_LIMITS = { most: 8, mostOfOne: 2 }

export interface Service {
  http: FastifyInstance
  /** Null unless MQTT is enabled. */
  mqtt: MqttDoor | null
  db: Database
  /** Runs the background jobs until `close`. Tests do not call it and run `jobs` themselves. */
  startJobs(): void
  jobs: Job[]
  /** The metrics of this process. */
  registry: Registry
  /** Resolves when no webhook request is in progress. */
  webhooksIdle(): Promise<void>
  /**
   * Makes the node report "not ready", and each answer the last one of its connection; everything else continues until
   * `close`.
   */
  retire(): void
  /** Stops accepting requests, answers the open ones, and disconnects from the database. */
  close(): Promise<void>
}

export interface ServiceOptions {
  environment: Environment
  connection: pg.ClientConfig
  encryptionKey: Buffer
  clock: Clock
  log: FastifyBaseLogger
  limits?: Partial<ServerLimits>
  /** Resolves host names of webhook receivers; the system's resolver by default. */
  resolver?: Lookup
  live?: Partial<LiveLimits>
  /** Shares the metrics of this process with the other processes of the node. Absent if there are none. */
  shareMetrics?: (own: () => Promise<ProcessMetrics>) => Gather
}

/** Builds one node of the service on a migrated database. It does not listen yet. */
export async function buildService(options: ServiceOptions): Promise<Service> {
  const { environment, connection, encryptionKey, clock, log } = options
  const { report, databaseAnswers } = faultLog(log)
  const registry = new Registry()
  const stopping = new AbortController()
  watchBuild(registry, VERSION)
  const db = openDatabase(connection, {
    connections: 8,
    applicationName: 'tocsin',
    onError: report('an idle database connection failed'),
  })
  const ingestDb = openDatabase(connection, {
    connections: 2,
    applicationName: 'tocsin ingestion',
    onError: report('an idle database connection failed'),
    pipeline: true,
    settlesCommits: true,
  })
  const channels = [DEVICE_CHANGED, RULES_CHANGED, DELIVERIES_QUEUED, ...LIVE_CHANNELS]
  const notifications = await listenForNotifications(connection, channels, report('listening failed'), databaseAnswers)
  await savePackRules(db, await readRulePacks(), clock())
  const webhooks = await webhooksUnderAnotherKey(db, encryptionKey)
  if (webhooks.length > 0) log.error({ webhooks }, 'these webhooks wait for the ENCRYPTION_KEY they were added under')
  const rules = await currentRules(
    db,
    notifications,
    report('the rules could not be read again'),
    environment.offlineAfterS,
  )

  const wake = new EventTarget()
  const wakeDispatcher = () => void wake.dispatchEvent(new Event('wake'))
  notifications.on(DELIVERIES_QUEUED, wakeDispatcher)
  const sender = openSender(environment.addressPolicy, options.resolver)
  const dispatcher = webhookDispatcher({
    db,
    sender,
    encryptionKey,
    retryDelaysS: environment.webhookRetryDelaysS,
    noteSettled: noteDeliveries,
    now: clock,
    onError: report('a webhook delivery failed'),
    onFree: wakeDispatcher,
    onAttempt: webhookMetrics(registry),
  })
  const months = readingMonths(db)

  const ingestion = {
    db: ingestDb,
    rules,
    months,
    incidents: environment.incidents,
    offlineAfterS: environment.offlineAfterS,
    now: clock,
  }
  const liveLimits = { ...LIVE_LIMITS, ...options.live }
  const live = liveEvents(db, notifications, report('live events could not be told'), liveLimits)
  const counter = readingCounter(db, report('the readings could not be counted'))
  const watch = ingestionMetrics(registry)
  const room = roomOnDisk(db)
  const store = room.watched((batch: readonly ReceivedReading[]) => ingestReadings(ingestion, batch))
  const ingest = watch.watched(async (batch) => {
    const stored = await store(batch)
    for (const { reading } of batch) counter.add(reading.received_at)
    live.readingsStored(batch)
    return stored
  })
  const commits = groupCommit(ingest, report('readings could not be stored'), watch.settled)
  const isOverloaded = () => commits.waitedMs() > LONGEST_WAIT_MS
  watch.watchQueue(commits)
  watchStreams(registry, live.open)
  watchPools(registry, { service: db, ingestion: ingestDb })
  const takeReadings = async (device: Device, readings: readonly Reading[]) => {
    const received = readings.map((reading) => ({ device, reading }))
    const outcomes = await commits.submitMany(received, 0)
    for (const error of outcomes) if (error !== null) throw error
  }
  const jobs = watchJobs(
    backgroundJobs(db, environment, rules, months, dispatcher, takeReadings, clock, tellOfSteps(registry, log)),
    registry,
  )
  const findDevice = deviceFinder(db, notifications, clock)
  const refuseToken = tokenRefusals(clock)
  const refusals = refusalRecorder(db, clock, report('refusals could not be written down'))
  const door = { findDevice, commits, watch, refuseToken, noteRefusal: notingRefusals(watch, refusals), now: clock }
  const http = openServer({
    log,
    https: environment.publicUrl.startsWith('https:'),
    trustProxy: environment.trustProxy,
    isOwnHost: knownHosts(environment.publicUrl),
    errorPage,
    stopping: stopping.signal,
    shedding: {
      path: '/api/telemetry/',
      isOverloaded,
      message: REASONS.readings_busy,
      onRefused: () => watch.refused(503),
    },
    express: ingestExpress({ ...door, isOverloaded }),
    ...(options.limits ? { limits: options.limits } : {}),
  })
  watchRequests(http, registry)
  await http.register(ingestionApi, { ...door, refusals, tokenInAddress: environment.tokenInAddress })
  const mqtt =
    environment.mqtt && mqttDoor({ ...environment.mqtt, ...door, notifications, isOverloaded, refusals, log })
  await http.register(mobileApi, { db, rules, counter, now: clock })
  const protection = {
    policy: environment.addressPolicy,
    encryptionKey,
    ...(options.resolver ? { resolver: options.resolver } : {}),
  }
  const previews = waitingLine('previews', PREVIEW_LIMITS)
  const webhookTests = { protection, sendTest: (id: number) => sendTest(db, dispatcher, id, clock()) }
  await http.register(adminApi, {
    db,
    publicUrl: environment.publicUrl,
    webhooks: webhookTests,
    rules,
    incidents: environment.incidents,
    previews,
    offlineAfterS: environment.offlineAfterS,
    now: clock,
  })
  await http.register(eventsApi, { live, guard: requireSessionOrBearer(db, environment.publicUrl, clock) })
  await http.register(webConsole, {
    db,
    publicUrl: environment.publicUrl,
    rules,
    offlineAfterS: environment.offlineAfterS,
    incidents: environment.incidents,
    previews,
    takeReadings,
    environment: nodeSettingsOf(environment),
    mapsFolder: mapsFolder(environment),
    webhooks: webhookTests,
    now: clock,
  })
  await http.register(operationRoutes, { db, stopping: stopping.signal, room })
  const ownMetrics = () => registry.getMetricsAsJSON() as Promise<ProcessMetrics>
  const gather = options.shareMetrics?.(ownMetrics) ?? (async () => [await ownMetrics()])
  await http.register(metricsRoute, { db, dataDir: environment.dataDir, token: environment.metricsToken, gather })
  await http.register(openApiRoutes, { version: VERSION })
  checkProgramRights(http.routeList)

  const jobsEnd = new AbortController()
  const loops: Promise<void>[] = []
  return {
    http,
    mqtt,
    db,
    jobs,
    registry,
    webhooksIdle: () => dispatcher.idle(),
    startJobs() {
      for (const { name, restMs, step } of jobs) {
        const waking = name === DELIVER_WEBHOOKS ? { wake } : {}
        const onError = report(`the job "${name}" failed`)
        loops.push(repeat(() => step(clock()), { restMs, signal: jobsEnd.signal, onError, ...waking }))
      }
    },
    retire: () => stopping.abort(),
    async close() {
      stopping.abort()
      await Promise.all([http.close(), mqtt?.close()])
      await commits.drain()
      await Promise.all([counter.flush(), refusals.flush()])
      jobsEnd.abort()
      await Promise.all(loops)
      await dispatcher.stop()
      await notifications.close()
      sender.close()
      await Promise.all([db.close(), ingestDb.close()])
    },
  }
}
