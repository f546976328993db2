import { appendFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import sql from 'sql-template-tag'
import type { Service } from '../../src/app/node/build-service.ts'
import { compactHistory } from '../../src/core/telemetry/chunks/compact-history.ts'
import { listMonths } from '../../src/core/telemetry/storage/reading-months.ts'
import type { Database } from '../../src/platform/database/database.ts'

/** How much of the history is compacted whenever somebody asks: nothing (the default), the older half, or everything. */
type HistoryMode = 'half' | 'everything'
export const HISTORY_MODE = process.env.TEST_COMPACTED as HistoryMode | undefined

/** A file that gets a line for each compaction that found readings: the tests also pass without any. */
const TALLY = process.env.TEST_COMPACTED_TALLY

/** Compacts before each request that may read readings. */
export function compactBeforeAnswers({ http, db }: Service, mode: HistoryMode): void {
  const listeners = http.server.listeners('request') as RequestListener[]
  http.server.removeAllListeners('request')
  http.server.on('request', (request, response) => {
    const compacted = /^\/(api\/telemetry|m\/|healthz)/.test(request.url ?? '')
      ? Promise.resolve()
      : compactAs(mode, db)
    void compacted.catch(unlessClosed).then(() => {
      for (const listener of listeners) listener.call(http.server, request, response)
    })
  })
}

/** A request may come at the end of a test, when the database has been closed. */
function unlessClosed(error: Error): void {
  if (!/after calling end/.test(error.message)) throw error
}

let running = Promise.resolve()

/** One at a time: two would only find each other's chunks. */
export function compactAs(mode: HistoryMode, db: Database): Promise<void> {
  const compacted = running.then(() => compactAll(mode, db))
  running = compacted.catch(() => undefined)
  return compacted
}

async function compactAll(mode: HistoryMode, db: Database): Promise<void> {
  const until = mode === 'everything' ? new Date(8e13) : await middleOf(db)
  if (until === null) return
  const months = await listMonths(db)
  let readings = 0
  for await (const done of compactHistory(db.inCell(0), { until, months, now: until })) readings += done.readings
  if (readings > 0 && TALLY !== undefined) appendFileSync(TALLY, `${readings}\n`)
}

/** The time of the middle row, if there are two. */
async function middleOf(db: Database): Promise<Date | null> {
  const [row] = await db.query<{ at: Date }>(sql`
    select at from reading_rows order by at offset (select count(*) / 2 from reading_rows) limit 1`)
  return row?.at ?? null
}
