import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { TestApp } from './app.ts'
import { cleanUp } from './cleanup.ts'

export interface Held {
  /** Resolves when a statement waits for the lock. */
  isWaitedFor(): Promise<void>
  release(): Promise<void>
}

/** Blocks storing of readings until released. */
export const holdReadings = (t: TestContext, app: TestApp) => hold(t, app, 'readings in exclusive mode')

/** Blocks authentication of people until released. */
export const lockUsersTable = (t: TestContext, app: TestApp) => hold(t, app, 'users in access exclusive mode')

async function hold(t: TestContext, app: TestApp, table: string): Promise<Held> {
  const client = new pg.Client(app.connection)
  await client.connect()
  cleanUp(t, () => client.end())
  await client.query('begin')
  await client.query(`lock table ${table}`)
  const waiting = "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
  return {
    async isWaitedFor() {
      while ((await client.query(waiting)).rowCount === 0) await sleep(20)
    },
    release: async () => void (await client.query('rollback')),
  }
}
