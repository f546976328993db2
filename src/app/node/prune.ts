import sql from 'sql-template-tag'
import { inEachCell } from '../../core/cells/in-each-cell.ts'
import { keepReadingsOfMonth } from '../../core/incidents/evidence/keep-readings.ts'
import type { RetentionSettings } from '../../core/settings/settings-store.ts'
import { aggregateRange } from '../../core/telemetry/hours/aggregate-range.ts'
import { countMarked } from '../../core/telemetry/hours/hourly-metrics.ts'
import { countReadingsOfSites, deleteReadingsOfSites } from '../../core/telemetry/storage/delete-readings-of-sites.ts'
import { type DropStep, dropOldTable } from '../../core/telemetry/storage/drop-old-readings.ts'
import { countPart, findPartBefore } from '../../core/telemetry/storage/old-readings.ts'
import {
  chunksTable,
  listTablesBefore,
  nameOfTable,
  type ReadingMonth,
} from '../../core/telemetry/storage/reading-months.ts'
import { readRetentionCuts } from '../../core/telemetry/storage/retention-cuts.ts'
import type { CellDatabase, Database, Queryable } from '../../platform/database/database.ts'
import { isDiskFull, isLocked } from '../../platform/database/sql-errors.ts'
import { within } from '../../platform/database/within.ts'
import { dropReadings, type Job, retentionJobs } from './background-jobs.ts'

/** Each waits five seconds for others to end what they do with a month. */
const MOST_TRIES = 3
const PROGRESS_EVERY_HOURS = 5_000

export interface Pruned {
  /** Months of readings, oldest first. */
  months: { month: string; bytes: number }[]
  /** Deleted rows per table. */
  rows: Record<string, number>
  /** Months that should have been deleted as well, and what kept them. */
  left: { month: string; reason: 'disk_full' | 'in_use' | 'hours_wait' | 'kept_longer' }[]
}

interface PruneOptions {
  /** Gives room on a full disk; returns whether there is more than before. */
  makeRoom?: () => Promise<boolean>
  onProgress?: (line: string) => void
}

/** A month of one cell. */
interface OldMonth {
  cell: CellDatabase
  table: ReadingMonth
}

/**
 * Deletes at once what the background jobs delete in the course of time. Months whose hours are stored come first: that
 * needs no room, and gives some for the hours of the others.
 */
export async function prune(
  db: Database,
  retention: RetentionSettings,
  now: Date,
  { makeRoom = async () => false, onProgress = () => undefined }: PruneOptions = {},
): Promise<Pruned> {
  const rows: Pruned['rows'] = {}
  const before = await droppable(db, retention, now)
  const withRoom = <Result>(work: () => Promise<Result>): Promise<Result> =>
    work().catch(async (error: unknown) => {
      if (!isDiskFull(error) || !(await makeRoom())) throw error
      return work()
    })
  const drop = async ({ cell, table }: OldMonth): Promise<Left | null> => {
    const reason = await dropWhole(cell, table, now, rows)
    if (reason === null) onProgress(`${nameOfTable(table)}: deleted`)
    return reason
  }
  const withHours: OldMonth[] = []
  for (const month of await monthsOfCells(db, retention, now)) {
    if ((await drop(month).catch(reasonOf)) !== null) withHours.push(month)
  }
  const left: Pruned['left'] = []
  for (const month of withHours) {
    const reason = await withRoom(async () => {
      await sumUp(month, onProgress)
      // Meanwhile a site may have come to keep it.
      return (await isOld(month, retention, now)) ? drop(month) : 'kept_longer'
    }).catch(reasonOf)
    const name = nameOfTable(month.table)
    if (reason !== null && left.every((each) => each.month !== name)) left.push({ month: name, reason })
  }
  const ofSites = await withRoom(() => deleteOfSites(db, retention, now, rows)).catch(reasonOf)
  if (ofSites !== null) left.push({ month: SITES, reason: ofSites })
  for (const place of jobsOf(db, retention).keys()) {
    const step = () =>
      db.transaction((tx) => counting(tx, rows, () => jobsOf(within(tx, db), retention)[place]!.step(now)))
    for (let foundWork = true; foundWork; ) foundWork = await withRoom(step)
  }
  return { months: before.filter(({ month }) => left.every((each) => each.month !== month)), rows, left }
}

const SITES = 'sites that keep them for a shorter time'

/** Deletes the readings that some sites no longer keep, out of the months of the others. */
async function deleteOfSites(
  db: Database,
  { readings_days }: RetentionSettings,
  now: Date,
  rows: Pruned['rows'],
): Promise<null> {
  for (const number of db.cells()) {
    const cell = db.inCell(number)
    const counted: CellDatabase = {
      ...cell,
      transaction: (work) => cell.transaction((tx) => counting(tx, rows, () => work(tx))),
    }
    const cuts = await readRetentionCuts(cell, readings_days, now)
    const parts = deleteReadingsOfSites(counted, cuts, keepReadingsOfMonth, now, { waits: true })
    for (let part = await parts.next(); !part.done; ) part = await parts.next()
  }
  return null
}

type Left = Pruned['left'][number]['reason']

function reasonOf(error: unknown): Left {
  if (isDiskFull(error)) return 'disk_full'
  throw error
}

async function sumUp({ cell, table }: OldMonth, onProgress: (line: string) => void): Promise<void> {
  const waiting = await countMarked(cell, table.from, table.to)
  if (waiting === 0) return
  const name = nameOfTable(table)
  const inWords = (hours: number) => hours.toLocaleString('en')
  onProgress(`${name}: ${inWords(waiting)} hours are to be summed up`)
  let [done, shown] = [0, 0]
  await aggregateRange(cell, table, (hours) => {
    done += hours
    if (done < shown + PROGRESS_EVERY_HOURS) return
    shown = done
    onProgress(`${name}: ${inWords(done)} hours are summed up`)
  })
}

/** Returns what keeps the month; null when it is dropped. */
async function dropWhole(
  cell: CellDatabase,
  table: ReadingMonth,
  now: Date,
  rows: Pruned['rows'],
): Promise<Left | null> {
  const dropping = () =>
    cell.transaction((tx) =>
      counting(tx, rows, () => dropOldTable(within(tx, cell), table, keepReadingsOfMonth, now, { waits: true })),
    )
  for (let tries = 1; ; ) {
    const step: DropStep = await dropping().catch(inUse)
    if (step === 'dropped') return null
    if (step === 'hours_wait' || (step === 'in_use' && tries === MOST_TRIES)) return step
    if (step === 'in_use') tries += 1
  }
}

function inUse(error: unknown): 'in_use' {
  if (isLocked(error)) return 'in_use'
  throw error
}

async function isOld({ cell, table }: OldMonth, { readings_days }: RetentionSettings, now: Date): Promise<boolean> {
  const { whole } = await readRetentionCuts(cell, readings_days, now)
  return whole !== null && table.to <= whole
}

async function monthsOfCells(db: Database, { readings_days }: RetentionSettings, now: Date): Promise<OldMonth[]> {
  const months: OldMonth[] = []
  for (const number of db.cells()) {
    const cell = db.inCell(number)
    const { whole } = await readRetentionCuts(cell, readings_days, now)
    if (whole === null) continue
    for (const table of await listTablesBefore(cell, new Date(whole))) months.push({ cell, table })
  }
  return months
}

/**
 * Returns what `prune` would do. Everything but the months is deleted, counted and rolled back: dropping a month would
 * block all readers meanwhile.
 */
export async function previewPrune(db: Database, retention: RetentionSettings, now: Date): Promise<Pruned> {
  const months = await droppable(db, retention, now)
  const rows: Pruned['rows'] = {}
  for (const part of await partlyOld(db, retention, now)) rows[part.table] = (rows[part.table] ?? 0) + part.rows
  const undo = new Error('a preview ends with a rollback')
  await db
    .transaction(async (tx) => {
      for (const { step } of retentionJobs(within(tx, db), async () => retention)) {
        for (let foundWork = true; foundWork; ) foundWork = await counting(tx, rows, () => step(now))
      }
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
  return { months, rows, left: [] }
}

const jobsOf = (db: Database, retention: RetentionSettings): Job[] => [
  dropReadings(db, async () => retention, { forget: () => undefined }),
  ...retentionJobs(db, async () => retention),
]

async function droppable(db: Queryable, { readings_days }: RetentionSettings, now: Date): Promise<Pruned['months']> {
  const found = await inEachCell(db, async (cell) => {
    const { whole } = await readRetentionCuts(cell, readings_days, now)
    return whole === null ? [] : droppableIn(cell, new Date(whole))
  })
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

/** Counts what is deleted from tables that stay: those of many months, and those of which some sites keep nothing. */
async function partlyOld(db: Queryable, { readings_days }: RetentionSettings, now: Date) {
  const found = await inEachCell(db, async (cell) => {
    const cuts = await readRetentionCuts(cell, readings_days, now)
    const part = cuts.whole === null ? null : await findPartBefore(cell, new Date(cuts.whole))
    const old = part === null ? [] : [{ table: part.table, rows: await countPart(cell, part) }]
    return [...old, ...(await countReadingsOfSites(cell, cuts))]
  })
  return found.flat()
}

/** Adds the rows that the work deletes, cascades included: the server counts them. */
async function counting<Result>(tx: Queryable, rows: Pruned['rows'], work: () => Promise<Result>): Promise<Result> {
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
    select relname as table, n_tup_del as count
    from pg_stat_xact_user_tables
    -- Hours that are summed up before their readings are deleted are no loss.
    where n_tup_del > 0 and relname <> 'hours_to_aggregate'
    order by relname`)
