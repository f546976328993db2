import sql from 'sql-template-tag'
import { inEachCell, stepInEachCell } from '../../core/cells/in-each-cell.ts'
import type { RetentionSettings } from '../../core/settings/settings-store.ts'
import { hourAggregation } from '../../core/telemetry/hours/hourly-metrics.ts'
import { countPart, findPartBefore } from '../../core/telemetry/storage/old-readings.ts'
import { chunksTable, listTablesBefore, nameOfTable } from '../../core/telemetry/storage/reading-months.ts'
import { type Database, type Queryable, within } from '../../platform/database/database.ts'
import { type Job, retentionJobs } from './background-jobs.ts'

const DAY_MS = 86_400_000

export interface Pruned {
  /** Months of readings, oldest first. */
  months: { month: string; bytes: number }[]
  /** Deleted rows per table. */
  rows: Record<string, number>
}

/** Deletes at once what the background jobs delete in the course of time. */
export async function prune(db: Database, retention: RetentionSettings, now: Date): Promise<Pruned> {
  const before = await droppable(db, retention, now)
  const rows: Pruned['rows'] = {}
  // A month is dropped only when its hours are aggregated.
  for (let foundWork = true; foundWork; )
    foundWork = await stepInEachCell(db, (cell, at) => hourAggregation(cell)(at))(now)
  for (const place of jobsOf(db, retention).keys()) {
    for (let foundWork = true; foundWork; ) {
      foundWork = await db.transaction(async (tx) => {
        const [job] = jobsOf(within(tx, db), retention).slice(place)
        return counting(tx, rows, () => job!.step(now))
      })
    }
  }
  const left = new Set((await droppable(db, retention, now)).map(({ month }) => month))
  return { months: before.filter(({ month }) => !left.has(month)), rows }
}

/**
 * Returns what `prune` would do. Everything but the months is deleted, counted and rolled back: dropping a month would
 * block all readers meanwhile.
 */
export async function previewPrune(db: Database, retention: RetentionSettings, now: Date): Promise<Pruned> {
  const months = await droppable(db, retention, now)
  const rows: Pruned['rows'] = {}
  for (const { table, readings } of await partlyOld(db, retention, now)) rows[table] = (rows[table] ?? 0) + readings
  const undo = new Error('a preview ends with a rollback')
  await db
    .transaction(async (tx) => {
      for (const { step } of jobsOf(within(tx, db), { ...retention, readings_days: null })) {
        for (let foundWork = true; foundWork; ) foundWork = await counting(tx, rows, () => step(now))
      }
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
  return { months, rows }
}

const jobsOf = (db: Database, retention: RetentionSettings): Job[] =>
  retentionJobs(db, async () => retention, { forget: () => undefined })

async function droppable(db: Queryable, { readings_days }: RetentionSettings, now: Date): Promise<Pruned['months']> {
  if (readings_days === null) return []
  const before = new Date(now.getTime() - readings_days * DAY_MS)
  const found = await inEachCell(db, (cell) => droppableIn(cell, before))
  const months = Map.groupBy(found.flat(), ({ month }) => month)
  const all = [...months].map(([month, parts]) => ({ month, bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0) }))
  return all.sort((one, other) => (one.month < other.month ? -1 : 1))
}

async function droppableIn(db: Queryable, before: Date): Promise<Pruned['months']> {
  const months = await listTablesBefore(db, before)
  const sizes = await db.query<{ bytes: number }>(sql`
    select pg_total_relation_size(m.rows::regclass) + coalesce(pg_total_relation_size(to_regclass(m.chunks)), 0) as bytes
    from unnest(
      ${months.map(({ table }) => table)}::text[], ${months.map(({ table }) => chunksTable(table))}::text[]
    ) with ordinality as m (rows, chunks, place)
    order by m.place`)
  return months.map((month, place) => ({ month: nameOfTable(month), bytes: sizes[place]!.bytes }))
}

/** Counts the readings that are deleted from tables of many months, which are not dropped yet. */
async function partlyOld(db: Queryable, { readings_days }: RetentionSettings, now: Date) {
  if (readings_days === null) return []
  const before = new Date(now.getTime() - readings_days * DAY_MS)
  const found = await inEachCell(db, async (cell) => {
    const part = await findPartBefore(cell, before)
    return part && { table: part.table, readings: await countPart(cell, part) }
  })
  return found.filter((part) => part !== null)
}

/** Adds the rows that the work deletes, cascades included: the server counts them. */
async function counting(tx: Queryable, rows: Pruned['rows'], work: () => Promise<boolean>): Promise<boolean> {
  // These counts may include earlier transactions.
  const before = new Map((await deletions(tx)).map(({ table, count }) => [table, count]))
  const found = await work()
  for (const { table, count } of await deletions(tx)) {
    const deleted = count - (before.get(table) ?? 0)
    if (deleted > 0) rows[table] = (rows[table] ?? 0) + deleted
  }
  return found
}

const deletions = (tx: Queryable) =>
  tx.query<{ table: string; count: number }>(sql`
    select relname as table, n_tup_del as count from pg_stat_xact_user_tables where n_tup_del > 0 order by relname`)
