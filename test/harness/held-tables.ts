import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { TestApp } from './app.ts'
import { cleanUp } from './cleanup.ts'

export interface Held {
  /** Resolves when this many statements wait for a lock. */
  isWaitedFor(statements?: number): Promise<void>
  release(): Promise<void>
}

/** Blocks storing of readings until released. */
export const holdReadings = (t: TestContext, app: TestApp) => hold(t, app, 'lock table readings in exclusive mode')

/** Blocks authentication of people until released. */
export const lockUsersTable = (t: TestContext, app: TestApp) =>
  hold(t, app, 'lock table users in access exclusive mode')

/** Blocks the lists of webhooks until released. */
export const lockWebhooksTable = (t: TestContext, app: TestApp) =>
  hold(t, app, 'lock table webhooks in access exclusive mode')

/** Blocks changes of an incident until released. */
export const holdIncident = (t: TestContext, app: TestApp, id: number) =>
  hold(t, app, `select from incidents where incident_id = ${id} for no key update`)

async function hold(t: TestContext, app: TestApp, lock: string): Promise<Held> {
  const client = new pg.Client(app.connection)
  await client.connect()
  cleanUp(t, () => client.end())
  await client.query('begin')
  await client.query(lock)
  const waiting = "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
  return {
    async isWaitedFor(statements = 1) {
      // On a connection of its own: within a transaction, the view stays as it was when it was first read.
      while ((await app.rows(waiting)).length < statements) await sleep(20)
    },
    release: async () => void (await client.query('rollback')),
  }
}
