import sql, { raw } from 'sql-template-tag'
import { type Database, EVERY_CELL, type Queryable } from '../../../platform/database/database.ts'
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

export interface ReadingMonths {
  /** Creates the missing tables for these event times (ms). */
  ensure(times: readonly number[]): Promise<void>
  /** Clears the cache, because a month has been dropped. */
  forget(): void
}

/**
 * Readings are stored by month, so that old ones are deleted by dropping a table. A month is created for its first
 * reading.
 */
export function readingMonths(db: Database): ReadingMonths {
  let known: ReadingMonth[] = []

  const isKnown = (at: number): boolean => known.some(({ from, to }) => at >= from && at < to)

  return {
    async ensure(times) {
      const missing = times.filter((at) => !isKnown(at))
      for (const at of missing) {
        if (isKnown(at)) continue
        const month = monthOf(at)
        await db.transaction((tx) => makeMonth(tx, month))
        known.push(month)
      }
    },
    forget() {
      known = []
    },
  }
}

/** Attached instead of created in place, which would lock out readers and writers of all months. */
export async function makeMonth(tx: Queryable, { table, from, to }: ReadingMonth): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`)
  const [start, end] = [new Date(from).toISOString(), new Date(to).toISOString()]
  const bounds = raw(`for values from ('${start}') to ('${end}')`)
  // A backup of an older schema is restored into that one: there, rows were in `readings`, and chunks did not exist.
  const missing = await tx.query<{ parent: string; part: string }>(sql`
    select parent.relname as parent, parts.name as part
    from pg_class as parent
    join (
      values ('readings', ${table}), ('reading_rows', ${table}), ('reading_chunks', ${chunksTable(table)})
    ) as parts (parent, name) on parts.parent = parent.relname
    where parent.relkind = 'p' and parent.relnamespace = current_schema()::regnamespace 
      and to_regclass(current_schema() || '.' || parts.name) is null`)
  for (const { parent, part } of missing) {
    await tx.query(sql`create table ${raw(part)} (like ${raw(parent)} including all) ${raw(parametersOf(parent))}`)
    await tx.query(sql`alter table ${raw(parent)} attach partition ${raw(part)} ${bounds}`)
  }
}

/** Like `2026-11`. */
export const nameOfMonth = ({ from }: ReadingMonth): string => new Date(from).toISOString().slice(0, 7)

/** The months of a cell, or of all of them, oldest first. */
export async function listMonths(db: Queryable): Promise<ReadingMonth[]> {
  const rows = await db.query<{ name: string }>(sql`
    select distinct c.relname as name
    from pg_class as parent
    join pg_inherits as i on i.inhparent = parent.oid
    join pg_class as c on c.oid = i.inhrelid
    where parent.relname = 'reading_rows' and current_schema() in (${EVERY_CELL}, parent.relnamespace::regnamespace::text)`)
  return rows
    .map(({ name }) => monthOfTable(name))
    .filter((from) => from !== null)
    .map(monthOf)
    .sort((one, other) => one.from - other.from)
}

/** The months that lie entirely before a time, oldest first. */
export const listMonthsBefore = async (db: Queryable, before: Date): Promise<ReadingMonth[]> =>
  (await listMonths(db)).filter(({ to }) => to <= before.getTime())

/** Returns false, without dropping, while somebody reads all months. */
export async function dropMonth(tx: Queryable, { table }: ReadingMonth): Promise<boolean> {
  if (!(await keepsReadersOut(tx))) return false
  await tx.query(sql`drop table ${raw(table)}, ${raw(chunksTable(table))}`)
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
export async function truncateRows(db: Database, { table }: ReadingMonth): Promise<void> {
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
 * Takes part in the locks on all months, in the order in which readers and `dropMonth` take them: rows before chunks. A
 * transaction that writes chunks before it deletes rows would otherwise wait for a month that is dropped, and the drop
 * for the transaction.
 */
export async function holdMonths(tx: Queryable): Promise<void> {
  await tx.query(sql`lock table only reading_rows in access share mode`)
}

/** A backup that has begun would miss what is dropped or truncated. */
async function keepsReadersOut(tx: Queryable): Promise<boolean> {
  const [lock] = await tx.query<{ mine: boolean }>(sql`select pg_try_advisory_xact_lock(${READ_THROUGH_LOCK}) as mine`)
  return lock!.mine
}
