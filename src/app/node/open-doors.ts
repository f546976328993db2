import { assetAddress } from '../../console/assets/assets.ts'
import { webConsole } from '../../console/console.ts'
import type { NodeSettings } from '../../console/console-context.ts'
import { errorPages } from '../../console/frame/page/error-page.ts'
import type { ChangeBy } from '../../core/audit-log/record-change.ts'
import { deviceFinder } from '../../core/devices/device-tokens.ts'
import { badTokenLimit } from '../../core/devices/refusals/bad-token-limit.ts'
import { refusalRecorder } from '../../core/devices/refusals/refusal-recorder.ts'
import { listPoliciesWithSchedule } from '../../core/escalation/policy-store.ts'
import { isAlarm } from '../../core/ingestion/alarm-reading.ts'
import { type LimitedReadings, limitedCommits } from '../../core/ingestion/reading-limits.ts'
import { requireSessionOrBearer } from '../../core/people/credentials/session-or-bearer.ts'
import { type IdentityProvider, identityProvider } from '../../core/people/openid-connect/identity-provider.ts'
import { messageReceiver } from '../../core/sources/intake/receive-message.ts'
import { replaySoon } from '../../core/sources/intake/replay-messages.ts'
import { sourceRates } from '../../core/sources/intake/source-rates.ts'
import { sendTest } from '../../core/webhooks/send-test.ts'
import { guardedFetch, TRUSTED } from '../../core/webhooks/sending/guarded-fetch.ts'
import { eventsApi } from '../../doors/events/events-api.ts'
import { adminApi } from '../../doors/people/admin/admin-api.ts'
import { calendarFile } from '../../doors/people/calendar-file.ts'
import { mobileApi } from '../../doors/people/mobile/mobile-api.ts'
import { ownAddressRoute } from '../../doors/people/own-address-route.ts'
import { pushRoutes } from '../../doors/people/push-routes.ts'
import { ingestExpress } from '../../doors/readings/ingest-express.ts'
import { ingestionApi } from '../../doors/readings/ingestion-api.ts'
import { mqttDoor } from '../../doors/readings/mqtt/mqtt-door.ts'
import { notingRefusals } from '../../doors/readings/note-refusal.ts'
import { sourceRoutes } from '../../doors/readings/sources/source-routes.ts'
import { openApiRoutes } from '../../doors/reference/openapi-routes.ts'
import { withLowPriority } from '../../platform/database/low-priority-database.ts'
import { REASONS } from '../../platform/error-messages/reasons.ts'
import { knownHosts } from '../../platform/http/known-hosts.ts'
import { openServer } from '../../platform/http/open-server.ts'
import type { PublicUrl } from '../../platform/http/public-url.ts'
import { workSlots } from '../../platform/long-work/work-slots.ts'
import { watchRequests } from '../metrics/http-metrics.ts'
import { metricsRoute } from '../metrics/metrics-route.ts'
import type { ProcessMetrics } from '../metrics/node-metrics.ts'
import { sourceMetrics } from '../metrics/source-metrics.ts'
import { type Environment, mapsFolder } from './environment.ts'
import { knownTowns } from './known-towns.ts'
import type { Databases } from './open-databases.ts'
import { operationRoutes } from './operation-routes.ts'
import type { NodeParts } from './service-options.ts'
import type { Core } from './start-core.ts'
import { streetsFetch } from './streets-fetch.ts'
import { VERSION } from './version.ts'

/**
 * One more per person than runs at once: the editor sends its next request before it hears that the last one has ended.
 */
const PREVIEW_LIMITS = { most: 8, mostOfOne: 2, atOnce: 1 }

/** The HTTP server with its routes, and the MQTT listener. Neither listens yet. */
export async function openDoors(node: NodeParts, databases: Databases, core: Core) {
  const { tokenDb, notifications } = databases
  const db = withLowPriority(databases.db)
  const { environment, encryptionKey, clock, log, report, registry, stopping, limits, resolver } = node
  const { offlineAfterS, incidents } = environment
  const {
    connections,
    publicUrl,
    rules,
    counter,
    commits,
    metrics,
    live,
    room,
    dispatcher,
    takeReadings,
    sources,
    channelSetup,
    mailLink,
  } = core
  const outbound = () => ({
    publicUrl: publicUrl(),
    hasHeartbeat: connections().heartbeatUrl !== null,
    isOff: environment.isOutboundOff,
  })
  const refusals = refusalRecorder(databases.db, clock, report('refusals could not be stored'))
  const readings = {
    findDevice: deviceFinder(tokenDb, notifications, clock),
    commits: limitedCommits(commits, {
      limits: environment.readingLimits,
      isAlarm: isAlarm(rules),
      onRefused(refused) {
        metrics.limited(refused)
        logLimited(log, refused)
      },
      now: clock,
    }),
    watch: metrics,
    refuseToken: badTokenLimit(clock, 'device token'),
    noteRefusal: notingRefusals(metrics, refusals),
    now: clock,
  }
  const http = openServer({
    log,
    https: () => publicUrl().startsWith('https:'),
    trustProxy: environment.trustProxy,
    isOwnHost: knownHosts(publicUrl),
    errorPage: errorPages({ db, publicUrl, environment: nodeSettingsOf(environment), now: clock }),
    stopping,
    shedding: {
      path: '/api/telemetry/',
      isOverloaded: commits.isOverloaded,
      message: REASONS.readings_busy,
      onRefused: () => metrics.refused(503),
    },
    express: ingestExpress(readings),
    ...(limits ? { limits } : {}),
  })
  watchRequests(http, registry)
  await http.register(ingestionApi, { ...readings, refusals, tokenInAddress: environment.tokenInAddress })
  const { findSource } = sources
  const ofSources = sourceMetrics(registry)
  const activity = ofSources.watched(sources.activity)
  await http.register(sourceRoutes, {
    ...readings,
    findSource,
    receive: messageReceiver({ ...sources, storeReadings: readings.commits.submitMany }, activity, clock),
    rates: sourceRates(() => performance.now()),
    refuseToken: badTokenLimit(clock, 'source token'),
    onRateRefused: ofSources.rateRefused,
  })
  const mqtt = environment.mqtt && mqttDoor({ ...environment.mqtt, ...readings, notifications, refusals, log })
  await http.register(mobileApi, {
    db,
    publicUrl,
    encryptionKey,
    rules,
    counter,
    channels: channelSetup,
    outbound,
    openTowns: knownTowns,
    now: clock,
  })
  const people = {
    ...{ db, publicUrl, rules, incidents, offlineAfterS, now: clock },
    connections: {
      ...{ db, encryptionKey, connections, policy: environment.addressPolicy },
      ...(resolver ? { resolver } : {}),
      ...(node.telegramUrl ? { telegramUrl: node.telegramUrl } : {}),
      isOutboundOff: environment.isOutboundOff,
    },
    defaults: { map: environment.map, retention: retentionOf(environment) },
    findScheduleUses: listPoliciesWithSchedule,
    mailLink,
    sources: { replayNow: (id: number) => replaySoon({ ...sources, storeReadings: commits.submitMany }, id, clock) },
    previews: workSlots('previews', PREVIEW_LIMITS),
    webhooks: {
      protection: { policy: environment.addressPolicy, encryptionKey, ...(resolver ? { resolver } : {}) },
      sendTest: (by: ChangeBy, id: number) => sendTest(db, dispatcher, by, id, clock()),
    },
  }
  await http.register(adminApi, people)
  await http.register(calendarFile, { db, publicUrl, now: clock })
  await http.register(eventsApi, { live, guard: requireSessionOrBearer(db, publicUrl, clock) })
  await http.register(webConsole, {
    ...people,
    encryptionKey,
    provider: providerOf(node, publicUrl),
    channels: channelSetup,
    takeReadings,
    openTowns: knownTowns,
    outbound,
    environment: nodeSettingsOf(environment),
    mapsFolder: mapsFolder(environment),
    streetsFetch: streetsFetch(node),
  })
  await http.register(pushRoutes, { db, pushKeys: core.pushKeys, channels: channelSetup, now: clock })
  await http.register(ownAddressRoute, { encryptionKey })
  await http.register(operationRoutes, { db, stopping, room })
  const ownMetrics = () => registry.getMetricsAsJSON() as Promise<ProcessMetrics>
  const gather = node.shareMetrics?.(ownMetrics) ?? (async () => [await ownMetrics()])
  await http.register(metricsRoute, { db, dataDir: environment.dataDir, token: environment.metricsToken, gather })
  await http.register(openApiRoutes, { version: VERSION, icon: assetAddress('icon.svg') })
  return { http, mqtt, refusals }
}

/** At most once a minute for each device, and for each site. */
function logLimited(log: NodeParts['log'], { device, reason, limit, isNews }: LimitedReadings): void {
  if (!isNews) return
  const about = { device_id: device.id, site_id: device.site_id, limit: reason, readings_per_minute: limit }
  log.warn(about, 'readings are refused: more than the limit within a minute')
}

function providerOf({ environment, log, resolver }: NodeParts, publicUrl: PublicUrl): IdentityProvider | null {
  const { provider } = environment
  const onFault = (what: string, reason: string) => log.error({ reason }, what)
  return provider && identityProvider(provider, { publicUrl, fetch: guardedFetch(TRUSTED, { resolver }), onFault })
}

const retentionOf = ({ retentionDays, auditRetentionDays }: Environment) => ({
  readings_days: retentionDays,
  audit_days: auditRetentionDays,
})

/** Settings of this node that pages show. None of them is secret. */
const nodeSettingsOf = (environment: Environment): NodeSettings => ({
  version: VERSION,
  workers: environment.workers,
  hasOwnDatabase: environment.databaseUrl === null,
  map: environment.map,
  retention: retentionOf(environment),
  webhookRetryDelaysS: environment.webhookRetryDelaysS,
  readingLimits: environment.readingLimits,
  allowsHttp: environment.addressPolicy.allowHttp,
  allowsNetworks: environment.addressPolicy.allowedNetworks.length > 0,
})
