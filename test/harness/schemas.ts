import pg from 'pg'
import { listTables, quoted } from '../../src/app/transfer/backup/stored-tables.ts'
import { makeMonth, monthOf, monthOfTable } from '../../src/core/telemetry/storage/reading-months.ts'
import { transactionOn } from '../../src/platform/database/database.ts'
import { buildSchema } from '../../src/platform/database/migrate.ts'

export async function withClient<Result>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(connection)
  await client.connect()
  return work(client).finally(() => client.end())
}

/** Applies these migrations, as they are, to a database that has those before them. */
export async function applyOnly(target: pg.ClientConfig, migrations: readonly number[]): Promise<void> {
  await withClient(target, async (to) => {
    await to.query('begin')
    await buildSchema(to, migrations)
    await to.query('commit')
  })
}

/** A column as an earlier schema had it: the facts of a timeline were texts. */
const asBefore = (table: string, columns: readonly string[], column: string): string =>
  table === 'incident_timeline' && column === 'text' && !columns.includes('facts')
    ? 'coalesce(text, kind)'
    : quoted(column)

/** Copies the rows of `source` that an earlier schema has a place for. */
export async function copyRows(source: pg.ClientConfig, target: pg.ClientConfig): Promise<void> {
  await withClient(source, (from) =>
    withClient(target, async (to) => {
      await to.query('begin')
      const months = (await listTables(from)).map(({ table }) => monthOfTable(table)).filter((month) => month !== null)
      const { rows } = await to.query("select to_regclass('readings') is not null as has_readings")
      if (rows[0].has_readings) for (const month of months) await makeMonth(transactionOn(to).inCell(0), monthOf(month))
      for (const { table, columns } of await listTables(to)) {
        const [name, list] = [quoted(table), columns.map(quoted).join(', ')]
        const { rows } = await from.query(`select json_agg(t)::text as rows from ${name} as t`)
        const { rows: held } = await to.query(`select from ${name} limit 1`)
        if (rows[0].rows === null && held.length === 0) continue
        await to.query(`alter table ${name} disable trigger user`)
        // Migrations add the first site.
        await to.query(`delete from ${name}`)
        await to.query(
          `insert into ${name} (${list}) overriding system value
          select ${columns.map((column) => asBefore(table, columns, column)).join(', ')} from json_populate_recordset(null::${name}, coalesce($1::json, '[]'))`,
          [rows[0].rows],
        )
        await to.query(`alter table ${name} enable trigger user`)
      }
      const sequences = await from.query('select sequencename as name, last_value from pg_sequences')
      for (const { name, last_value } of sequences.rows) {
        await to.query('select setval(to_regclass($1), $2)', [quoted(name), last_value])
      }
      await to.query('commit')
    }),
  )
}

/** Applies these migrations to an empty database and copies the matching rows of `source`. */
export async function pastOf(source: pg.ClientConfig, target: pg.ClientConfig, migrations: number[]): Promise<void> {
  await applyOnly(target, migrations)
  await copyRows(source, target)
}

/** Number of rows per table. */
export async function countRows(
  connection: pg.ClientConfig,
  tables: readonly string[],
): Promise<Record<string, number>> {
  return withClient(connection, async (client) => {
    const counts = tables.map((table) => `(select count(*)::integer from ${quoted(table)}) as ${quoted(table)}`)
    const { rows } = await client.query(`select ${counts.join(', ')}`)
    return rows[0]
  })
}

/** Describes a schema completely, independent of how it was built. */
export async function describeSchema(connection: pg.ClientConfig): Promise<string[]> {
  return withClient(connection, async (client) => {
    const { rows } = await client.query<{ line: string }>(`
      select line from (
        select format('column %s.%s %s %s %s', table_name, column_name, udt_name, is_nullable, column_default) as line
        from information_schema.columns where table_schema = 'public'
        union all
        select format('constraint %s %s', conrelid::regclass, pg_get_constraintdef(oid))
        from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
        union all
        select format('index %s', indexdef) from pg_indexes where schemaname = 'public'
        union all
        select format('view %s %s', viewname, definition) from pg_views where schemaname = 'public'
        union all
        select format('trigger %s', pg_get_triggerdef(t.oid)) from pg_trigger as t where not t.tgisinternal
        union all
        select format('function %s', pg_get_functiondef(oid)) from pg_proc where pronamespace = 'public'::regnamespace
      ) as lines
      where line !~ '(readings|reading_chunks)_[0-9]{4}_[0-9]{2}'
      order by line`)
    return rows.map(({ line }) => line)
  })
}
