import sql, { raw } from 'sql-template-tag'
import { type Queryable, schemaOf } from '../../database.ts'
import { CELL_TABLES } from '../cell-tables.ts'
import { type CellServer, findServers } from './cluster.ts'

/** The schema with the foreign tables of a cell, and its server. */
const remoteSchemaOf = (cell: number): string => `remote_cell_${cell}`

/**
 * Makes a foreign table for each table and view of the cells, and returns the schemas to read all cells from.
 * PostgreSQL sends each server the conditions and the order of a statement, and reads no more rows than it needs. Citus
 * itself would fetch the whole tables of several cells before it joins them.
 */
export async function reachRemoteCells(
  tx: Queryable,
  cells: readonly number[],
  relations: readonly string[],
): Promise<string[]> {
  const run = (statement: string) => tx.query(sql`${raw(statement)}`)
  await run('create extension if not exists postgres_fdw schema public')
  for (const { cell, host, port } of await findServers(tx, cells)) {
    const name = remoteSchemaOf(cell)
    await run(`create server ${name} foreign data wrapper postgres_fdw options (
      host '${host}', port '${port}', dbname '${await databaseName(tx)}', fetch_size '100', async_capable 'true'
    )`)
    await run(`create user mapping for current_user server ${name}`)
    await run(`create schema ${name}`)
    const tables = await findShards(tx, cell)
    for (const relation of relations) {
      const [schema, table] = [schemaOf(cell), tables.get(relation) ?? relation]
      await run(`create foreign table ${name}.${relation} (${await columnsOf(tx, relation)})
        server ${name} options (schema_name '${schema}', table_name '${table}')`)
    }
  }
  return cells.map(remoteSchemaOf)
}

/** Has cells that Citus has moved read from where they are now. */
export async function followRemoteCells(db: Queryable, servers: readonly CellServer[]): Promise<void> {
  const known = await db.query<{ name: string; place: string }>(sql`
    select s.srvname as name, string_agg(o.option_value, ':' order by o.option_name) as place
    from pg_foreign_server as s
    cross join lateral pg_options_to_table(s.srvoptions) as o
    where o.option_name in ('host', 'port')
    group by s.srvname`)
  const places = new Map(known.map(({ name, place }) => [name, place]))
  for (const { cell, host, port } of servers) {
    const name = remoteSchemaOf(cell)
    const place = places.get(name)
    if (place !== undefined && place !== `${host}:${port}`)
      await db.query(sql`${raw(`alter server ${name} options (set host '${host}', set port '${port}')`)}`)
  }
}

/** Before the schemas that they are in. */
export async function dropRemoteCells(tx: Queryable): Promise<void> {
  const servers = await tx.query<{ name: string }>(
    sql`select srvname as name from pg_foreign_server where srvname like 'remote\\_cell\\_%'`,
  )
  for (const { name } of servers) {
    await tx.query(sql`${raw(`drop schema if exists ${name} cascade`)}`)
    await tx.query(sql`${raw(`drop server ${name} cascade`)}`)
  }
}

async function databaseName(tx: Queryable): Promise<string> {
  const [found] = await tx.query<{ name: string }>(sql`select current_database() as name`)
  return found!.name
}

/** A table of a cell is on its server under a name of Citus, which can be read without its planner. */
async function findShards(tx: Queryable, cell: number): Promise<Map<string, string>> {
  const rows = await tx.query<{ name: string; shard: string }>(sql`
    select t.name, shard_name(s.logicalrelid, s.shardid) as shard
    from unnest(${CELL_TABLES}::text[]) as t (name)
    join pg_dist_shard as s on s.logicalrelid = to_regclass(${schemaOf(cell)} || '.' || t.name)`)
  return new Map(rows.map(({ name, shard }) => [name, shard.split('.').at(-1)!]))
}

async function columnsOf(tx: Queryable, relation: string): Promise<string> {
  const rows = await tx.query<{ column: string }>(sql`
    select format('%I %s', attname, format_type(atttypid, atttypmod)) as column
    from pg_attribute
    where attrelid = ${`public.${relation}`}::regclass and attnum > 0 and not attisdropped
    order by attnum`)
  return rows.map(({ column }) => column).join(', ')
}
