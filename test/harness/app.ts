import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import pg from 'pg'
import pino, { type Logger } from 'pino'
import type { Job } from '../../src/app/node/background-jobs.ts'
import { buildService } from '../../src/app/node/build-service.ts'
import { readEnvironment } from '../../src/app/node/environment.ts'
import { BY_COMMAND } from '../../src/core/audit-log/record-change.ts'
import { newDeviceOf } from '../../src/core/devices/device-bodies.ts'
import { createDevice } from '../../src/core/devices/device-tokens.ts'
import { recordServiceUp } from '../../src/core/devices/presence/service-uptime.ts'
import { createWebhook, type NewWebhook } from '../../src/core/webhooks/create-webhook.ts'
import { DEFAULT_EVENTS } from '../../src/core/webhooks/events/webhook-events.ts'
import type { Lookup } from '../../src/core/webhooks/webhook-address.ts'
import type { LiveLimits } from '../../src/doors/events/live-events.ts'
import { isCellTable } from '../../src/platform/database/cells/cell-tables.ts'
import { pathTo } from '../../src/platform/database/database.ts'
import type { ServerLimits } from '../../src/platform/http/open-server.ts'
import { cleanUp, type Scope } from './cleanup.ts'
import { cloneDatabase } from './database.ts'
import { compactAs, compactBeforeAnswers, HISTORY_MODE } from './history-mode.ts'
import { nextDue } from './next-due.ts'
import { addPerson, PASSWORD } from './people.ts'
import { IS_SHARED, type Lendable, lendApp } from './shared-app.ts'
import type { Answer, Caller, TestApp } from './test-app.ts'

export type { Answer, Caller, Person, TestApp, TestDevice } from './test-app.ts'

export interface AppOptions {
  limits?: Partial<ServerLimits>
  env?: Record<string, string>
  live?: Partial<LiveLimits>
  /** Joins the database of another app as a second node. */
  connection?: pg.ClientConfig
  /** Runs the background jobs in real time, as `serve` does. */
  runsJobs?: boolean
  startsAt?: Date
  log?: Logger
  /** Resolves the names of webhook receivers. */
  resolver?: Lookup
  telegramUrl?: string
  /** One that no other test has used, for what it remembers from its start: counts, paces, months, titles of translated rules. */
  isNew?: true
}

/** Where a test's statement runs if there are several cells: it reads all, changes all, and inserts into the first. */
function pathsOf(query: string, cells: readonly number[]): string[] {
  if (/^\s*(select|with)\b/.test(query) && !/\b(insert|update|delete)\b/.test(query)) return [pathTo(null)]
  const [, table = ''] = /^\s*(?:update|delete from)\s+(\w+)/.exec(query) ?? []
  return isCellTable(table) ? cells.map(pathTo) : [pathTo(0)]
}

/** Below the ten seconds after which nodes count as absent. Jobs that promise seconds rest for five at most. */
const LONGEST_STEP_S = 5
/** All jobs run this often, also those that no stored time calls. */
const LONGEST_CALM_S = 60

/** People who run the tests may have an installation in the default folder. */
const NO_FOLDER = '/nonexistent/tocsin'

export const ENCRYPTION_KEY = Buffer.alloc(32, 7)

/** Now, but not at the turn of a second: there a reading, whose time is in seconds, would not be before now. */
const withinSecond = (): Date => {
  const now = Date.now()
  return new Date(now % 1_000 === 0 ? now + 1 : now)
}

/**
 * A complete node with its own database, on a free port. Its clock stands still except for `fastForward`. With no options
 * but `startsAt` and `env`, it may be one that an earlier test has used, brought back to what it was after its start.
 */
export async function startApp(t: TestContext, options: AppOptions = {}): Promise<TestApp> {
  const { env, startsAt, ...others } = options
  const canBeShared = IS_SHARED && HISTORY_MODE === undefined && Object.keys(others).length === 0
  if (!canBeShared) return (await openApp(t, options)).app
  return lendApp(t, { startsAt: startsAt ?? withinSecond(), key: JSON.stringify(env ?? {}) }, (scope) =>
    openApp(scope, options),
  )
}

async function openApp(t: Scope, options: AppOptions): Promise<Lendable> {
  const connection = options.connection ?? (await cloneDatabase(t))
  const time = { now: options.startsAt ?? null }
  const clock = () => new Date(time.now ?? Date.now())
  if (!options.runsJobs) time.now ??= withinSecond()
  const service = await buildService({
    environment: readEnvironment({
      WEBHOOK_ALLOW_HTTP: 'true',
      WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
      COMPACT_AFTER_H: 'off',
      DATA_DIR: NO_FOLDER,
      ...options.env,
    }),
    connection,
    encryptionKey: ENCRYPTION_KEY,
    clock,
    log: options.log ?? pino({ level: process.env.TEST_LOG ?? 'silent' }),
    ...(options.limits ? { limits: options.limits } : {}),
    ...(options.resolver ? { resolver: options.resolver } : {}),
    ...(options.telegramUrl ? { telegramUrl: options.telegramUrl } : {}),
    ...(options.live ? { live: options.live } : {}),
  })
  if (HISTORY_MODE !== undefined) compactBeforeAnswers(service, HISTORY_MODE)
  // As many waiting connections as in `serve`.
  await service.http.listen({ host: '127.0.0.1', port: Number(options.env?.PORT ?? 0), backlog: 4_096 })
  const { port } = service.http.server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const mqttPort = (await service.mqtt?.listen({ host: '127.0.0.1', port: 0 })) ?? null
  /** One connection, from when a test first looks into the database. */
  const client = new pg.Pool({ ...connection, max: 1, idleTimeoutMillis: 0 })
  let closing: Promise<void> | undefined
  function close(): Promise<void> {
    service.http.server.closeAllConnections()
    closing ??= service.close()
    return closing
  }
  cleanUp(t, async () => {
    await client.end()
    await close()
  })
  if (options.runsJobs) service.startJobs()

  const lastRuns = new Map<Job, number>()
  const isDue = (job: Job) => clock().getTime() - (lastRuns.get(job) ?? 0) >= job.restMs

  async function runJobs(jobs = service.jobs): Promise<void> {
    if (HISTORY_MODE !== undefined) await compactAs(HISTORY_MODE, service.db)
    for (const job of jobs) lastRuns.set(job, clock().getTime())
    for (let due = jobs; due.length > 0; ) {
      const found = new Set<Job>()
      for (const job of due) if (await job.step(clock())) found.add(job)
      await Promise.all([service.webhooksIdle(), service.notificationsIdle()])
      // Jobs that rest for a minute find work by the time that passes, not by what others have done.
      due = found.size === 0 ? [] : jobs.filter((job) => job.restMs < LONGEST_CALM_S * 1_000 || found.has(job))
    }
  }

  function moveClock(seconds: number): void {
    if (time.now === null) throw new Error('This app runs by real time')
    time.now = new Date(time.now.getTime() + seconds * 1_000)
  }

  /** Seconds to the next step of the clock. */
  function secondsTo(due: number | null, left: number): number {
    const longest = Math.min(left, LONGEST_STEP_S)
    if (due === null || longest <= 1) return longest
    return Math.min(longest, Math.max(1, Math.ceil((due - clock().getTime()) / 1_000)))
  }

  const app: TestApp = {
    url,
    mqttPort,
    service,
    connection,
    now: clock,
    async createDevice({
      name = 'Boiler room',
      module = 'factory',
      offline_after_s = null,
      tags = [],
      site_id = 1,
    } = {}) {
      const device = newDeviceOf({ name, module, tags, site_id, offline_after_s })
      const { id, token } = await createDevice(service.db, device, BY_COMMAND, clock())
      const send = (reading: Record<string, unknown>) =>
        request(`${url}/api/telemetry/ingest`, 'POST', { 'x-device-token': token }, { module, ...reading })
      return { id, token, send }
    },
    createWebhook(webhook) {
      const whole: NewWebhook = {
        name: 'Receiver',
        format: 'envelope',
        events: [...DEFAULT_EVENTS],
        min_severity: 'info',
        modules: [],
        tags: [],
        ...webhook,
      }
      const policy = readEnvironment({ WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8' }).addressPolicy
      const resolver = options.resolver ? { resolver: options.resolver } : {}
      return createWebhook(
        service.db,
        whole,
        { policy, encryptionKey: ENCRYPTION_KEY, ...resolver },
        BY_COMMAND,
        clock(),
      )
    },
    async logIn(role = 'operator') {
      const email = `${role}-${randomBytes(3).toString('hex')}@example.org`
      await addPerson(service.db, email, role, clock())
      const login = await request(`${url}/api/mobile/login`, 'POST', {}, { email, password: PASSWORD })
      const authorization = `Bearer ${login.body.data.token}`
      const call: Caller = (method, path, body) => request(`${url}${path}`, method, { authorization }, body)
      return Object.assign(call, { email, authorization })
    },
    call: (method, path, body) => request(`${url}${path}`, method, {}, body),
    async fastForward({ seconds = 0, minutes = 0 }) {
      let left = seconds + minutes * 60
      // Work that has come up since the last run may be due at once.
      let due: number | null = clock().getTime()
      let [restlessUntil, ranAt] = [0, 0]
      for (let step = Math.min(left, 1); left > 0; step = secondsTo(due, left)) {
        moveClock(step)
        left -= step
        const now = clock().getTime()
        if (due !== null && due <= now) restlessUntil = now + LONGEST_STEP_S * 1_000
        if (now <= restlessUntil || now >= ranAt + LONGEST_CALM_S * 1_000) {
          await runJobs(service.jobs.filter(isDue))
          due = await nextDue(client, clock())
          ranAt = now
        } else await recordServiceUp(service.db, clock())
      }
      await runJobs()
    },
    async leap({ seconds }) {
      moveClock(seconds)
      await runJobs()
    },
    setClock({ seconds }) {
      moveClock(seconds)
      // The pauses of jobs do not depend on the service's clock.
      lastRuns.clear()
    },
    runJobs: () => runJobs(),
    close,
    async rows<Row>(query: string, values: unknown[] = []) {
      const rows: Row[] = []
      for (const path of pathsOf(query, service.db.cells())) {
        if (service.db.cells().length > 1) await client.query(`set search_path to ${path}`)
        // Several statements at once give none.
        rows.push(...(((await client.query(query, values)).rows ?? []) as Row[]))
      }
      return rows
    },
  }
  const renew = (startsAt: Date) => {
    time.now = startsAt
    lastRuns.clear()
  }
  return { app, renew, isClosed: () => !service.http.server.listening }
}

async function request(url: string, method: string, headers: Record<string, string>, body?: unknown): Promise<Answer> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const response = await fetch(url, { method, ...sent, headers: { ...sent.headers, ...headers } })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
}
