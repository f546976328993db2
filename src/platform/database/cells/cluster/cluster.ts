import sql from 'sql-template-tag'
import { type Queryable, schemaOf } from '../../database.ts'
import type { Server } from '../../server.ts'

/** Whether the database is that of the coordinator of a Citus with workers. Cells are then placed on these. */
export async function isCluster(db: Queryable): Promise<boolean> {
  const [extension] = await db.query<{ exists: boolean }>(
    sql`select exists (select from pg_extension where extname = 'citus') as exists`,
  )
  if (!extension!.exists) return false
  const [nodes] = await db.query<{ workers: boolean }>(
    sql`select exists (select from pg_dist_node where shouldhaveshards and isactive and groupid > 0) as workers`,
  )
  return nodes!.workers
}

/** Tables made by the rest of a transaction are only on the coordinator, from which all cells are read. */
export async function keepOffWorkers(tx: Queryable): Promise<void> {
  await tx.query(sql`set local citus.enable_ddl_propagation to off`)
}

/** The server of a cell. */
export interface CellServer extends Server {
  cell: number
  /** It is the coordinator. */
  isHome: boolean
}

export function findServers(db: Queryable, cells: readonly number[]): Promise<CellServer[]> {
  return db.query<CellServer>(sql`
    select c.cell, n.nodename as host, n.nodeport as port, n.groupid = 0 as "isHome"
    from unnest(${cells}::integer[], ${cells.map((cell) => `${schemaOf(cell)}.device_states`)}::text[]) as c (cell, name)
    join pg_dist_shard as s on s.logicalrelid = to_regclass(c.name)
    join pg_dist_placement as p on p.shardid = s.shardid
    join pg_dist_node as n on n.groupid = p.groupid and n.noderole = 'primary'
    order by c.cell`)
}
