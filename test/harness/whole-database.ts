import type { TestApp } from './app.ts'

/**
 * Columns that change by themselves, or with every request: who looks, when somebody was last here, how often they tried, and seals of
 * entries of all sites.
 */
const PASSING_TABLES = ['audit_seals', 'incident_viewers', 'live_events_dropped', 'login_throttles', 'service_presence']
const PASSING_COLUMNS: Record<string, string> = {
  sessions: 'last_used_at',
  access_tokens: 'last_used_at',
  users: 'last_login_at',
}

/** Columns that name what a row is about, where no foreign key says so. */
const ABOUT: Record<string, string> = {
  site_id: 'sites',
  device_id: 'devices',
  incident_id: 'incidents',
  user_id: 'users',
  actor_id: 'users',
}

/** Owners of rows: sites and people. */
export interface Owners {
  sites: readonly number[]
  people: readonly number[]
}

/** Digests of all tables, by name. */
export type Dump = Map<string, string>

export interface DatabaseReader {
  dump(): Promise<Dump>
  /** The rows of some tables, as text. */
  rowsOf(tables: Iterable<string>): Promise<Map<string, string[]>>
}

/**
 * Reads the whole database but what is about `leftOut`: rows that lead to one of these sites or people, by whatever
 * columns, and to none of `kept`.
 */
export async function readDatabase(app: TestApp, kept: Owners, leftOut: Owners): Promise<DatabaseReader> {
  const tables = await tablesOf(app)
  const parts = [...tables.keys()]
    .filter((table) => !PASSING_TABLES.includes(table))
    .map((table) => {
      const passing = PASSING_COLUMNS[table]
      const row = passing === undefined ? 'to_jsonb(t)' : `to_jsonb(t) - '${passing}'`
      const where = `where not (${isAbout(tables, table, leftOut)}) or (${isAbout(tables, table, kept)})`
      // A row that is written anew has another transaction. Reading them all takes ten times as long.
      const digest =
        passing === undefined
          ? `count(*) || ' ' || sum(xmin::text::bigint)`
          : `md5(string_agg((${row})::text, ' ' order by id))`
      return {
        table,
        rows: `select (${row})::text as row from ${table} as t ${where}`,
        digest: `select '${table}' as name, ${digest} as digest from ${table} as t ${where}`,
      }
    })
  // Prepared: to plan it takes longer than to run it.
  const name = `dump_${crypto.randomUUID().replaceAll('-', '')}`
  await app.rows(`prepare ${name} as ${parts.map(({ digest }) => digest).join(' union all ')}`)
  return {
    async dump() {
      const digests = await app.rows<{ name: string; digest: string | null }>(`execute ${name}`)
      return new Map(digests.map(({ name, digest }) => [name, digest ?? '']))
    },
    async rowsOf(names) {
      const found = new Map<string, string[]>()
      for (const name of names) {
        const { rows } = parts.find(({ table }) => table === name)!
        found.set(
          name,
          (await app.rows<{ row: string }>(`${rows} order by 1`)).map(({ row }) => row),
        )
      }
      return found
    },
  }
}

/** Tables whose rows differ between two dumps. */
export const changedTables = (before: Dump, after: Dump): string[] =>
  [...after].filter(([table, digest]) => before.get(table) !== digest).map(([table]) => table)

interface Link {
  column: string
  parent: string
  key: string
}

/** Each table with the columns that lead to others. */
async function tablesOf(app: TestApp): Promise<Map<string, Link[]>> {
  const columns = await app.rows<{ table: string; column: string }>(`
    select c.table_name as table, c.column_name as column
    from information_schema.columns as c join information_schema.tables as t using (table_schema, table_name)
    join pg_class as k on k.relname = c.table_name and k.relnamespace = 'public'::regnamespace and not k.relispartition
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
    order by c.table_name, c.ordinal_position`)
  const keys = await app.rows<Link & { table: string }>(`
    select f.conrelid::regclass::text as table, a.attname as column, f.confrelid::regclass::text as parent, k.attname as key
    from pg_constraint as f
    join pg_attribute as a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
    join pg_attribute as k on k.attrelid = f.confrelid and k.attnum = f.confkey[1]
    where f.contype = 'f' and f.connamespace = 'public'::regnamespace and f.confdeltype <> 'n' and f.conrelid <> f.confrelid`)
  const tables = new Map<string, Link[]>()
  for (const { table, column } of columns) {
    const links = tables.get(table) ?? []
    tables.set(table, links)
    const key = keys.find((one) => one.table === table && one.column === column)
    const parent = key?.parent ?? ABOUT[column]
    if (parent === undefined || parent === table) continue
    links.push({ column, parent, key: key?.key ?? (parent === 'incidents' ? 'incident_id' : 'id') })
  }
  return tables
}

/** A condition on the rows of a table: they lead to one of these sites or people. */
function isAbout(tables: Map<string, Link[]>, table: string, owners: Owners): string {
  const { sites, people } = owners
  const among = (column: string, ids: readonly number[]) => (ids.length === 0 ? 'false' : `${column} in (${ids})`)
  const ways = tables.get(table)!.map(({ column, parent, key }) => {
    if (parent === 'sites') return among(column, sites)
    if (parent === 'users') return among(column, people)
    return `${column} in (select ${key} from ${parent} as t where ${isAbout(tables, parent, owners)})`
  })
  if (table === 'sites') ways.push(among('id', sites))
  if (table === 'users') ways.push(among('id', people))
  return ways.length === 0 ? 'false' : ways.map((way) => `coalesce(${way}, false)`).join(' or ')
}
