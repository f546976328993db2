import pg from 'pg'

/** Tables that belong to this instance of the database: transaction numbers, open pages, and applied migrations. */
const LEFT_OUT = ['incident_viewers', 'live_events', 'live_events_dropped', 'schema_migrations']

export interface StoredTable {
  table: string
  /** Without generated columns. */
  columns: string[]
}

/** All tables with rows, each after the tables that it references. */
export async function listTables(client: pg.ClientBase): Promise<StoredTable[]> {
  const { rows: tables } = await client.query<StoredTable>(
    `select c.relname as table, json_agg(a.attname order by a.attnum) as columns
    from pg_class as c
    join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all ($1)
    group by c.relname
    order by c.relname`,
    [LEFT_OUT],
  )
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `select r.conrelid::regclass::text as from, r.confrelid::regclass::text as to
    from pg_constraint as r
    where r.contype = 'f' and r.connamespace = 'public'::regnamespace and r.conrelid <> r.confrelid`,
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
  return inOrder
}

export const quoted = (name: string): string => pg.escapeIdentifier(name)

export const columnList = ({ columns }: StoredTable): string => columns.map(quoted).join(', ')
