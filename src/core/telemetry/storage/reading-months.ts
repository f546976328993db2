import sql, { raw } from 'sql-template-tag'
import { type CellDatabase, EVERY_CELL, type InCell, type Queryable } from '../../../platform/database/database.ts'
import { isCancelled, isLocked } from '../../../platform/database/sql-errors.ts'

/** Any number will do, as long as all nodes use the same one and nothing else uses it. */
const ADVISORY_LOCK = 5_417_002

/**
 * Held in share mode by long reads of all months, such as a backup. Without it, a drop would wait for them, and every
 * reading would wait behind the drop.
 */
const READ_THROUGH_LOCK = 5_417_004

/** The indexes of a table without rows have a page or two each. */
const EMPTY_INDEXES_BYTES = 65_536
/** Readings and pages wait while a month is locked. */
const LONGEST_LOCK_MS = 500

/** Keeps months from being dropped until the connection ends. */
export const KEEP_MONTHS = `select pg_advisory_lock_shared(${READ_THROUGH_LOCK})`

/** A month of readings by event time, in UTC, and the table of its rows. Times in milliseconds. */
export interface ReadingMonth {
  table: string
  from: number
  to: number
}

/** The month of this event time (ms). Pure. */
export function monthOf(at: number): ReadingMonth {
  const date = new Date(at)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  return {
    table: `readings_${year}_${String(month + 1).padStart(2, '0')}`,
    from: Date.UTC(year, month),
    to: Date.UTC(year, month + 1),
  }
}

/** The table of the chunks of a month, by that of its rows. */
export const chunksTable = (table: string): string => table.replace('readings_', 'reading_chunks_')

/** Arrays are compressed even in small chunks. */
const parametersOf = (parent: string): string => (parent === 'reading_chunks' ? 'with (toast_tuple_target = 128)' : '')

/** Start of the month of this table (ms); null for any other table. */
export function monthOfTable(table: string): number | null {
  const match = /^readings_(\d+)_(\d\d)$/.exec(table)
  return match === null ? null : Date.UTC(Number(match[1]), Number(match[2]) - 1)
}

/**
 * A table of many months: what devices send of a time long ago, whose months they may not open. It has rows, never
 * chunks, which lie within one month each.
 */
export interface OldReadings extends ReadingMonth {}

/** The table of these months. Pure. */
export const oldReadings = (from: number, to: number): OldReadings => ({
  table: `${monthOf(from).table}_to_${nameOfMonth(monthOf(to - 1)).replace('-', '_')}`,
  from,
  to,
})

/** What the name of a table of many months says; null for any other table. */
export function oldReadingsOfTable(table: string): OldReadings | null {
  const match = /^(readings_\d+_\d\d)_to_(\d+_\d\d)$/.exec(table)
  if (match === null) return null
  const [from, last] = [monthOfTable(match[1]!)!, monthOfTable(`readings_${match[2]}`)!]
  return { table, from, to: monthOf(last).to }
}

/** Attached instead of created in place, which would lock out readers and writers of all months. */
export async function makeMonth(tx: InCell, month: ReadingMonth): Promise<void> {
  const { table } = month
  await makeTables(tx, month, { readings: table, reading_rows: table, reading_chunks: chunksTable(table) })
}

export async function makeOldReadings(tx: InCell, old: OldReadings): Promise<void> {
  await makeTables(tx, old, { readings: old.table, reading_rows: old.table })
}

/** `parts` has the name of the part of each table, of those that there are. */
async function makeTables(tx: InCell, { from, to }: ReadingMonth, parts: Record<string, string>): Promise<void> {
  await lockMonths(tx)
  const [start, end] = [new Date(from).toISOString(), new Date(to).toISOString()]
  const bounds = raw(`for values from ('${start}') to ('${end}')`)
  // A backup of an older schema is restored into that one: there, rows were in `readings`, and chunks did not exist.
  const missing = await tx.query<{ parent: string; part: string }>(sql`
    select parent.relname as parent, parts.name as part
    from pg_class as parent
    join unnest(${Object.keys(parts)}::text[], ${Object.values(parts)}::text[]) as parts (parent, name)
      on parts.parent = parent.relname
    where parent.relkind = 'p' and parent.relnamespace = current_schema()::regnamespace
      and to_regclass(current_schema() || '.' || parts.name) is null`)
  for (const { parent, part } of missing) {
    await tx.query(sql`create table ${raw(part)} (like ${raw(parent)} including all) ${raw(parametersOf(parent))}`)
    await tx.query(sql`alter table ${raw(parent)} attach partition ${raw(part)} ${bounds}`)
  }
}

/** Nobody else makes or divides tables of readings until the transaction ends. */
export async function lockMonths(tx: InCell): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`)
}

/** Like `2026-11`. */
export const nameOfMonth = ({ from }: ReadingMonth): string => new Date(from).toISOString().slice(0, 7)

/** Like `2026-11`, or `2019-01 to 2025-10` for a table of many months. */
export const nameOfTable = (table: ReadingMonth): string =>
  monthOf(table.from).to === table.to
    ? nameOfMonth(table)
    : `${nameOfMonth(table)} to ${nameOfMonth(monthOf(table.to - 1))}`

/** The months of a cell, or of all of them, oldest first. */
export const listMonths = async (db: Queryable): Promise<ReadingMonth[]> =>
  (await listTables(db))
    .map(({ table }) => monthOfTable(table))
    .filter((from) => from !== null)
    .map(monthOf)

/** The tables of many months of a cell, or of all of them, oldest first. */
export const listOldReadings = async (db: Queryable): Promise<OldReadings[]> =>
  (await listTables(db)).filter(({ table }) => monthOfTable(table) === null)

/** All tables of readings of a cell, or of all of them, oldest first. They do not overlap within a cell. */
export async function listTables(db: Queryable): Promise<ReadingMonth[]> {
  const rows = await db.query<{ name: string }>(sql`
    select distinct c.relname as name
    from pg_class as parent
    join pg_inherits as i on i.inhparent = parent.oid
    join pg_class as c on c.oid = i.inhrelid
    where parent.relname = 'reading_rows' and current_schema() in (${EVERY_CELL}, parent.relnamespace::regnamespace::text)`)
  return rows
    .map(({ name }) => {
      const month = monthOfTable(name)
      return month === null ? oldReadingsOfTable(name) : monthOf(month)
    })
    .filter((table) => table !== null)
    .sort((one, other) => one.from - other.from)
}

/** The months with readings, oldest first, wherever they are stored. */
export async function listMonthsWithReadings(db: Queryable): Promise<ReadingMonth[]> {
  const starts = new Set((await listMonths(db)).map(({ from }) => from))
  for (const { from, to } of await listOldReadings(db)) {
    const found = await db.query<{ start: Date }>(sql`
      select distinct date_trunc('month', at, 'UTC') as start
      from reading_rows
      where at >= ${new Date(from)} and at < ${new Date(to)}`)
    for (const { start } of found) starts.add(start.getTime())
  }
  return [...starts].sort((one, other) => one - other).map(monthOf)
}

/** The tables that lie entirely before a time, oldest first. */
export const listTablesBefore = async (db: Queryable, before: Date): Promise<ReadingMonth[]> =>
  (await listTables(db)).filter(({ to }) => to <= before.getTime())

/** Returns false, without dropping, while somebody reads all months. */
export async function dropTable(tx: InCell, { table }: ReadingMonth): Promise<boolean> {
  if (!(await keepsReadersOut(tx))) return false
  await tx.query(sql`drop table ${raw(table)}`)
  if (monthOfTable(table) !== null) await tx.query(sql`drop table ${raw(chunksTable(table))}`)
  return true
}

/** Whether the rows of a month take room on the disk, those that are deleted included. */
export async function hasRowsOnDisk(db: Queryable, { table }: ReadingMonth): Promise<boolean> {
  const [found] = await db.query<{ is_large: boolean }>(sql`
    select pg_relation_size(${table}::regclass) > 0 or pg_indexes_size(${table}::regclass) > ${EMPTY_INDEXES_BYTES} as is_large`)
  return found!.is_large
}

/**
 * Returns the space of deleted rows to the disk, if no row is left and nobody uses the table: PostgreSQL itself frees it
 * for the rows of the same month only. Does nothing if it takes long to find out whether a row is left, as before the
 * table is vacuumed.
 */
export async function truncateRows(db: CellDatabase, { table }: ReadingMonth): Promise<void> {
  const hasRow = async (tx: Queryable) => (await tx.query(sql`select from ${raw(table)} limit 1`)).length > 0
  const truncating = async () => {
    if (await hasRow(db)) return
    await db.transaction(async (tx) => {
      if (!(await keepsReadersOut(tx))) return
      await tx.query(sql`set local statement_timeout = ${raw(`${LONGEST_LOCK_MS}`)}`)
      await tx.query(sql`lock table ${raw(table)} in access exclusive mode nowait`)
      if (!(await hasRow(tx))) await tx.query(sql`truncate ${raw(table)}`)
    })
  }
  await truncating().catch((error: unknown) => {
    if (!isLocked(error) && !isCancelled(error)) throw error
  })
}

/**
 * Takes part in the locks on all months, in the order in which readers and `dropTable` take them: rows before chunks. A
 * transaction that writes chunks before it deletes rows would otherwise wait for a month that is dropped, and the drop
 * for the transaction.
 */
export async function holdMonths(tx: InCell): Promise<void> {
  await tx.query(sql`lock table only reading_rows in access share mode`)
}

/** A backup that has begun would miss what is dropped or truncated. */
async function keepsReadersOut(tx: InCell): Promise<boolean> {
  const [lock] = await tx.query<{ mine: boolean }>(sql`select pg_try_advisory_xact_lock(${READ_THROUGH_LOCK}) as mine`)
  return lock!.mine
}
