import pg from 'pg'
import { DETOUR_COLUMN } from '../../../platform/database/cells/cell-tables.ts'
import { schemaOf } from '../../../platform/database/database.ts'

/**
 * Tables that belong to this instance of the database: transaction numbers, open pages, and applied migrations; and the
 * cells, which the head of a backup lists.
 */
const LEFT_OUT = ['cells', 'incident_viewers', 'live_events', 'live_events_dropped', 'schema_migrations']

export interface StoredTable {
  /** The cell with these rows of it; missing: the first, or all. */
  cell?: number
  table: string
  /** Without generated columns. */
  columns: string[]
}

/** All tables of a cell with rows, each after the tables that it references. Those of the first include the shared ones. */
export async function listStoredTables(client: pg.ClientBase, cell = 0): Promise<StoredTable[]> {
  const schema = schemaOf(cell)
  const { rows: tables } = await client.query<StoredTable>(
    `select c.relname as table, json_agg(a.attname order by a.attnum) as columns
    from pg_class as c
    join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attname <> $3
    where c.relnamespace = $2::regnamespace and c.relkind = 'r' and c.relname <> all ($1)
    group by c.relname
    order by c.relname`,
    [LEFT_OUT, schema, DETOUR_COLUMN],
  )
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `select f.relname as from, t.relname as to
    from pg_constraint as r
    join pg_class as f on f.oid = r.conrelid
    join pg_class as t on t.oid = r.confrelid
    where r.contype = 'f' and r.connamespace = $1::regnamespace and r.conrelid <> r.confrelid`,
    [schema],
  )
  const inOrder: StoredTable[] = []
  for (let left = tables; left.length > 0; ) {
    const waiting = new Set(left.map(({ table }) => table))
    const waits = ({ table }: StoredTable) => references.some(({ from, to }) => from === table && waiting.has(to))
    const ready = left.filter((table) => !waits(table))
    if (ready.length === 0) throw new Error(`These tables refer to each other: ${[...waiting].join(', ')}`)
    inOrder.push(...ready)
    left = left.filter(waits)
  }
  return cell === 0 ? inOrder : inOrder.map((table) => ({ cell, ...table }))
}

export const quoted = (name: string): string => pg.escapeIdentifier(name)

export const qualifiedName = ({ cell = 0, table }: StoredTable): string => `${schemaOf(cell)}.${quoted(table)}`

export const columnList = ({ columns }: StoredTable): string => columns.map(quoted).join(', ')
