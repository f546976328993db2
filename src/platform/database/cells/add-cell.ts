import { setTimeout as sleep } from 'node:timers/promises'
import sql, { raw } from 'sql-template-tag'
import { type Database, type Queryable, schemaOf } from '../database.ts'
import { CELL_SEQUENCES, CELL_TABLES } from './cell-tables.ts'
import { isCluster } from './cluster/cluster.ts'
import { makeOnWorker } from './cluster/make-on-worker.ts'
import { separateIdsOf } from './cluster/separate-ids.ts'
import { copySchema } from './copy-schema.ts'
import { listCellNumbers, makeEveryCell } from './every-cell.ts'

/** Channel that announces new cells. */
export const CELLS_CHANGED = 'cells_changed'

/** The ids that a cell gives are greater than its number times this. */
const IDS_OF_A_CELL = 2 ** 40

/** Nodes that missed the announcement have connected anew by then, and have asked for the cells. */
const KNOWN_AFTER_MS = 6_000

/**
 * Makes a cell beside a running service and returns its number. Only when all nodes know of it, and name a cell whenever
 * they write, the views over all cells come between them and the tables of the first. One that was interrupted is
 * completed by the next.
 */
export async function addCell(db: Database, now: Date, knownAfterMs = KNOWN_AFTER_MS): Promise<number> {
  const number = await db.transaction(async (tx) => (await findUnjoined(tx)) ?? (await insertCell(tx, now)))
  await separateIds(db, [number])
  await sleep(knownAfterMs)
  await db.transaction(makeEveryCell)
  return number
}

/**
 * Makes sure that these cells, which nobody writes into yet, give ids of their own on whatever server of a cluster they are.
 * On a single server, they do so from the beginning.
 */
export async function separateIds(db: Queryable, cells: readonly number[]): Promise<void> {
  if (!(await isCluster(db))) return
  for (const number of cells) if (number > 0) await separateIdsOf(db, number)
}

async function findUnjoined(tx: Queryable): Promise<number | null> {
  const [cell] = await tx.query<{ number: number }>(sql`select number from public.cells where not joined limit 1`)
  return cell?.number ?? null
}

/** Fills a database that no node uses yet up to this number of cells. */
export async function fillCells(db: Database, count: number, now: Date): Promise<void> {
  while ((await listCellNumbers(db)).length < count) await addCell(db, now, 0)
}

async function insertCell(tx: Queryable, now: Date): Promise<number> {
  await tx.query(sql`lock table public.cells in exclusive mode`)
  const number = (await listCellNumbers(tx)).at(-1)! + 1
  await makeCell(tx, number, now)
  await tx.notify(CELLS_CHANGED, String(number))
  return number
}

/** Makes a cell without rows. */
export async function makeCell(tx: Queryable, number: number, now: Date): Promise<void> {
  const schema = schemaOf(number)
  const copy = { to: schema, tables: CELL_TABLES, sequences: CELL_SEQUENCES }
  if (await isCluster(tx)) await makeOnWorker(tx, copy)
  else {
    await tx.query(sql`create schema ${raw(schema)}`)
    await copySchema(tx, copy)
    await beginAfter(tx, schema, number * IDS_OF_A_CELL)
  }
  await tx.query(sql`insert into public.cells (number, created_at) values (${number}, ${now})`)
  await tx.query(sql`insert into ${raw(schema)}.live_events_dropped (xid, id) values (0, 0)`)
  // Triggers of shared tables write to the first cell, whichever cell their transaction is about.
  await tx.query(
    sql`alter function public.publish_event(text, text, integer, integer, jsonb) set search_path to public`,
  )
}

/** Every number that the sequences of a schema give is greater. */
async function beginAfter(tx: Queryable, schema: string, number: number): Promise<void> {
  const sequences = await tx.query<{ name: string }>(sql`
    select c.oid::regclass::text as name
    from pg_class as c
    where c.relnamespace = ${schema}::regnamespace and c.relkind = 'S'`)
  for (const { name } of sequences)
    await tx.query(sql`alter sequence ${raw(name)} restart with ${raw(`${number + 1}`)}`)
}
