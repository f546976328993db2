import type { FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import { chatAnswers } from '../../core/actions/chat-answers.ts'
import { subscriberMails } from '../../core/status-pages/mail-subscribers.ts'
import { streetsFetcher } from '../../core/streets/fetch-streets.ts'
import type { MqttDoor } from '../../doors/readings/mqtt/mqtt-door.ts'
import type { Database } from '../../platform/database/database.ts'
import { faultLog } from '../../platform/fault-log.ts'
import { giveWayTo } from '../../platform/long-work/low-priority.ts'
import { repeat } from '../../platform/repeat.ts'
import { reportClockSteps } from '../clock/report-clock-steps.ts'
import { heartbeat } from '../heartbeat/send-heartbeat.ts'
import { heartbeatMetrics } from '../metrics/heartbeat-metrics.ts'
import { watchJobs } from '../metrics/job-metrics.ts'
import { watchBuild, watchCertificate, watchPools, watchStreams } from '../metrics/node-metrics.ts'
import { backgroundJobs, type Job } from './background-jobs.ts'
import { mapsFolder } from './environment.ts'
import { type Databases, openDatabases } from './open-databases.ts'
import { openDoors } from './open-doors.ts'
import type { NodeParts, ServiceOptions } from './service-options.ts'
import { type Core, startCore } from './start-core.ts'
import { streetsFetch } from './streets-fetch.ts'
import { VERSION } from './version.ts'

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
  /** Resolves when no notification is being sent. */
  notificationsIdle(): Promise<void>
  /** Resolves when this node goes by the rules, settings, sites, devices and sources that were committed before the call. */
  catchUp(): Promise<void>
  /** Stores what is only counted in memory so far. */
  flush(): Promise<void>
  /**
   * Makes the node report "not ready", and each response the last one of its connection; everything else continues until
   * `close`.
   */
  retire(): void
  /** Stops accepting requests, answers the open ones, and disconnects from the database. */
  close(): Promise<void>
}

/** Builds one node of the service on a migrated database. It does not listen yet. */
export async function buildService(options: ServiceOptions): Promise<Service> {
  const stopping = new AbortController()
  const registry = new Registry()
  const node = { ...options, ...faultLog(options.log, stopping.signal), registry, stopping: stopping.signal }
  const databases = await openDatabases(node)
  const core = await startCore(node, databases)
  const { http, mqtt, refusals } = await openDoors(node, databases, core)
  const jobs = watch(node, databases, core)
  watchCertificate(registry, () => mqtt?.certificateExpires() ?? null)

  const { commits, counter, dispatcher, people, sender, trustedSender } = core
  const flush = async () => void (await Promise.all([counter.flush(), refusals.flush(), core.sources.activity.flush()]))
  const isReceiving = () => commits.queued() > 0 || databases.tokenDb.connections().busy > 0
  const stopGivingWay = giveWayTo(isReceiving)
  const jobsEnd = new AbortController()
  const loops: Promise<void>[] = []
  return {
    ...{ http, mqtt, db: databases.db, jobs, registry, flush },
    webhooksIdle: () => dispatcher.idle(),
    notificationsIdle: () => people.idle(),
    async catchUp() {
      await databases.notifications.heard()
      await Promise.all([core.rules.reload(), core.connections.reload()])
    },
    startJobs() {
      loops.push(listenToChats(node, databases, core, jobsEnd.signal))
      for (const { name, restMs, wake, step } of jobs) {
        const waking = wake === undefined ? {} : { wake }
        const onError = node.report(`the job "${name}" failed`)
        loops.push(repeat(() => step(node.clock()), { restMs, signal: jobsEnd.signal, onError, ...waking }))
      }
    },
    retire: () => stopping.abort(),
    async close() {
      stopping.abort()
      await Promise.all([http.close(), mqtt?.close()])
      await commits.drain()
      stopGivingWay()
      await flush()
      jobsEnd.abort()
      await Promise.all(loops)
      await Promise.all([dispatcher.stop(), people.stop()])
      sender.close()
      trustedSender.close()
      await databases.close()
    },
  }
}

function listenToChats(
  { connection, encryptionKey, clock, report }: NodeParts,
  { db }: Databases,
  { rules, listenToChats }: Core,
  signal: AbortSignal,
): Promise<void> {
  return listenToChats((kind, chat, until) => {
    const onError = report(`the chats of ${kind} failed`)
    const answers = chatAnswers(kind, { db, encryptionKey, rules, now: clock, onError })
    return chat.listen(answers, { connection, signal: until, onError })
  }, signal)
}

/** Registers the metrics of each part. Returns the background jobs, measured. */
function watch(node: NodeParts, { db, ingestDb, tokenDb }: Databases, core: Core): Job[] {
  const { environment, encryptionKey, clock, log, report, registry } = node
  watchBuild(registry, VERSION)
  watchPools(registry, { service: db, ingestion: ingestDb, tokens: tokenDb })
  watchStreams(registry, core.live.open)
  core.metrics.watchQueues(core.queues)
  const { isOutboundOff } = environment
  const { connections, trustedSender, sender } = core
  const sendHeartbeat = heartbeat({
    db,
    url: () => (isOutboundOff ? null : connections().heartbeatUrl),
    sender: () => (connections().origins.heartbeat_url === 'environment' ? trustedSender : sender),
    isIngesting: () => !core.commits.isOverloaded(),
    onFault: (what) => log.error(what),
    count: heartbeatMetrics(registry),
  })
  const onSteppedBack = reportClockSteps(registry, log)
  const fetchStreets = streetsFetcher({
    ...{ db, map: environment.map, folder: mapsFolder(environment) },
    ...{ fetch: streetsFetch(node), signal: node.stopping },
  })
  const mailSubscribers = subscriberMails({
    ...{ db, encryptionKey, publicUrl: core.publicUrl },
    server: () => (isOutboundOff ? null : connections().channels.email),
    onError: report('a mail to a subscriber could not be sent'),
  })
  const parts = { ...core, clock, mailSubscribers, sendHeartbeat, fetchStreets, onSteppedBack }
  return watchJobs(backgroundJobs(db, environment, parts), registry)
}
