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

/** Jobs that promise seconds rest for five at most. */
const SHORT_REST_MS = 5_000
/** Jobs that rest this long find work by the time that passes, not by what others have done. */
const LONG_REST_MS = 60_000
/** All jobs run this often, also those that no stored time calls. */
const LONGEST_CALM_MS = 600_000

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
      due = found.size === 0 ? [] : jobs.filter((job) => job.restMs < LONG_REST_MS || found.has(job))
    }
  }

  function moveClock(seconds: number): void {
    if (time.now === null) throw new Error('This app runs by real time')
    time.now = new Date(time.now.getTime() + seconds * 1_000)
  }

  /** Advances the clock, and notes what a node that waits notes every second: that it is there. */
  async function wait(seconds: number): Promise<void> {
    const before = clock()
    moveClock(seconds)
    await client.query({
      name: 'note presence',
      text: `update service_presence set alive_at = $2
        where alive_at between $1::timestamptz - interval '10 seconds' and $2`,
      values: [before, clock()],
    })
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
      let [left, step, restlessUntil] = [seconds + minutes * 60, 1, 0]
      // Work that has come up since the last run may be due at once.
      let due: number | null = clock().getTime()
      while (left > 0) {
        step = Math.min(step, left)
        left -= step
        await wait(step)
        const now = clock().getTime()
        if (due !== null && due <= now) restlessUntil = now + SHORT_REST_MS
        await runJobs(service.jobs.filter((job) => isDue(job) || (left <= 0 && job.restMs < LONG_REST_MS)))
        due = await nextDue(client, clock())
        const next = Math.min(due ?? Infinity, restlessUntil > now ? restlessUntil : now + LONGEST_CALM_MS)
        step = Math.max(1, Math.ceil((next - now) / 1_000))
      }
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
