import sql, { raw } from 'sql-template-tag'
import { EVERY_CELL, type Queryable, schemaOf } from '../database.ts'
import { CELL_TABLES } from './cell-tables.ts'

/** The numbers of all cells in order. A database of before there were cells is a single one. */
export async function listCellNumbers(db: Queryable): Promise<number[]> {
  const [table] = await db.query<{ exists: boolean }>(sql`select to_regclass('public.cells') is not null as exists`)
  if (!table!.exists) return [0]
  const rows = await db.query<{ number: number }>(sql`select number from public.cells order by number`)
  return rows.map(({ number }) => number)
}

export const dropEveryCell = (tx: Queryable) => tx.query(sql`drop schema if exists ${raw(EVERY_CELL)} cascade`)

/**
 * Makes a view over all cells for each of their tables and views, and a function for each of their functions that select
 * rows. Who reads finds them first; who writes names a cell. With a single cell there is nothing to join.
 */
export async function makeEveryCell(tx: Queryable): Promise<void> {
  await dropEveryCell(tx)
  const cells = await listCellNumbers(tx)
  if (cells.length === 1) return
  await tx.query(sql`create schema ${raw(EVERY_CELL)}`)
  const relations = await tx.query<{ name: string }>(sql`
    select unnest(${CELL_TABLES}::text[]) as name
    union all
    select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v'`)
  for (const { name } of relations) {
    const columns = await columnsOf(tx, name)
    const parts = cells.map((cell) => `select ${columns} from ${schemaOf(cell)}.${name}`)
    await tx.query(sql`${raw(`create view ${EVERY_CELL}.${name} as ${parts.join(' union all ')}`)}`)
  }
  const functions = await tx.query<{ name: string; parameters: string; count: number; result: string }>(sql`
    select
      proname as name, pg_get_function_arguments(oid) as parameters, pronargs as count,
      pg_get_function_result(oid) as result
    from pg_proc
    where pronamespace = 'public'::regnamespace and proretset
      and not exists (select from pg_depend as d where d.classid = 'pg_proc'::regclass and d.objid = pg_proc.oid and d.deptype = 'e')`)
  for (const { name, parameters, count, result } of functions) {
    const values = Array.from({ length: count }, (_, place) => `$${place + 1}`).join(', ')
    const parts = cells.map((cell) => `select * from ${schemaOf(cell)}.${name}(${values})`)
    const body = parts.join(' union all ')
    await tx.query(
      sql`${raw(
        `create function ${EVERY_CELL}.${name}(${parameters}) returns ${result} language sql stable parallel safe as $$ ${body} $$`,
      )}`,
    )
  }
  await grantAsInPublic(tx)
  await tx.query(sql`update public.cells set joined = true where not joined`)
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

/** Who may read a view of the first cell may read that of all. */
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
