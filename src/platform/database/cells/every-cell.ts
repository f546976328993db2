import sql, { raw } from 'sql-template-tag'
import { EVERY_CELL, type Queryable, schemaOf } from '../database.ts'
import { CELL_TABLES } from './cell-tables.ts'
import { isCluster, keepOffWorkers } from './cluster/cluster.ts'
import { dropRemoteCells, reachRemoteCells } from './cluster/remote-cells.ts'
import { inSchema, isOwnObject } from './copy-schema.ts'

/** The numbers of all cells in order. A database of before there were cells is a single one. */
export async function listCellNumbers(db: Queryable): Promise<number[]> {
  const [table] = await db.query<{ exists: boolean }>(sql`select to_regclass('public.cells') is not null as exists`)
  if (!table!.exists) return [0]
  const rows = await db.query<{ number: number }>(sql`select number from public.cells order by number`)
  return rows.map(({ number }) => number)
}

export async function dropEveryCell(tx: Queryable): Promise<void> {
  if (await isCluster(tx)) await keepOffWorkers(tx)
  await tx.query(sql`drop schema if exists ${raw(EVERY_CELL)} cascade`)
  await dropRemoteCells(tx)
}

/**
 * Makes a view over all cells for each of their tables and views, and a function for each of their functions that select
 * rows. Who reads finds them first; who writes names a cell. With a single cell there is nothing to join.
 */
export async function makeEveryCell(tx: Queryable): Promise<void> {
  await dropEveryCell(tx)
  const cells = await listCellNumbers(tx)
  if (cells.length === 1) return
  await tx.query(sql`create schema ${raw(EVERY_CELL)}`)
  const relations = [...CELL_TABLES, ...(await listViews(tx))]
  const schemas = (await isCluster(tx)) ? await reachRemoteCells(tx, cells, relations) : cells.map(schemaOf)
  for (const name of relations) {
    const columns = await columnsOf(tx, name)
    const parts = schemas.map((schema) => `select ${columns} from ${schema}.${name}`)
    await tx.query(sql`${raw(`create view ${EVERY_CELL}.${name} as ${parts.join(' union all ')}`)}`)
  }
  for (const definition of await listFunctions(tx, relations)) await tx.query(sql`${raw(definition)}`)
  await grantAsInPublic(tx)
  await tx.query(sql`update public.cells set joined = true where not joined`)
}

async function listViews(tx: Queryable): Promise<string[]> {
  const views = await tx.query<{ name: string }>(sql`
    select c.relname as name
    from pg_class as c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'v' and ${isOwnObject('pg_class', 'c')}`)
  return views.map(({ name }) => name)
}

/** Definitions of the functions that select rows, from the views over all cells. */
async function listFunctions(tx: Queryable, relations: readonly string[]): Promise<string[]> {
  await tx.query(sql`set local search_path to ''`)
  const functions = await tx.query<{ name: string; definition: string }>(sql`
    select p.proname as name, pg_get_functiondef(p.oid) as definition
    from pg_proc as p
    where p.pronamespace = 'public'::regnamespace and p.proretset and ${isOwnObject('pg_proc', 'p')}`)
  await tx.query(sql`set local search_path to public`)
  const names = [...relations, ...functions.map(({ name }) => name)]
  return functions.map(({ definition }) => inSchema(definition, names, EVERY_CELL))
}

/** By name: a column that a migration has added stands at the end of every cell's table, but views may differ. */
async function columnsOf(tx: Queryable, name: string): Promise<string> {
  const rows = await tx.query<{ column: string }>(sql`
    select quote_ident(attname) as column
    from pg_attribute
    where attrelid = ${`public.${name}`}::regclass and attnum > 0 and not attisdropped
    order by attnum`)
  return rows.map(({ column }) => column).join(', ')
}

/** A role that may read a view of the first cell may read that of all. */
export async function grantAsInPublic(tx: Queryable): Promise<void> {
  const grants = await tx.query<{ reader: string; name: string }>(sql`
    select distinct g.grantee::regrole::text as reader, c.relname as name
    from pg_class as c
    cross join lateral aclexplode(c.relacl) as g
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'v' and g.privilege_type = 'SELECT'
      and g.grantee <> 0 and g.grantee <> c.relowner`)
  for (const { reader, name } of grants) {
    await tx.query(sql`${raw(`grant usage on schema ${EVERY_CELL} to ${reader}`)}`)
    await tx.query(sql`${raw(`grant select on ${EVERY_CELL}.${name} to ${reader}`)}`)
  }
}
