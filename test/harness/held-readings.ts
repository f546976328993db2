import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { TestApp } from './app.ts'
import { cleanUp } from './cleanup.ts'

export interface HeldReadings {
  /** Until a transaction of the node is kept waiting. */
  isWaitedFor(): Promise<void>
  release(): Promise<void>
}

/** No reading can be stored until it is released: who sends one waits. */
export async function holdReadings(t: TestContext, app: TestApp): Promise<HeldReadings> {
  const client = new pg.Client(app.connection)
  await client.connect()
  cleanUp(t, () => client.end())
  await client.query('begin')
  await client.query('lock table readings in exclusive mode')
  const waiting = "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
  return {
    async isWaitedFor() {
      while ((await client.query(waiting)).rowCount === 0) await sleep(20)
    },
    release: async () => void (await client.query('rollback')),
  }
}
