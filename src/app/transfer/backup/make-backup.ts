import { existsSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { KEEP_MONTHS, monthOfTable, oldReadingsOfTable } from '../../../core/telemetry/storage/reading-months.ts'
import { listCellNumbers } from '../../../platform/database/cells/every-cell.ts'
import { connectionSettings, schemaOf, transactionOn } from '../../../platform/database/database.ts'
import { OperatorError } from '../../../platform/errors.ts'
import { writeWhole } from '../../../platform/files/durable-files.ts'
import { type Entry, FORMAT, type Head, sealed } from './archive.ts'
import { pieces, zipped } from './pieces.ts'
import { columnList, listStoredTables, qualifiedName, type StoredTable } from './stored-tables.ts'

const READABLE_BY_US_ALONE = 0o600

interface BackupOptions {
  connection: pg.ClientConfig
  encryptionKey: Buffer
  version: string
  now: Date
  /** Overwrites an existing file. */
  force: boolean
}

interface BackupMade {
  made_at: string
  tables: Record<string, number>
  compacted_readings: number
}

/** Writes everything stored at one moment to a file, or to standard output (null), while the service runs. */
export async function makeBackup(target: string | null, options: BackupOptions): Promise<BackupMade> {
  if (target !== null && existsSync(target) && !options.force)
    throw new OperatorError(`${target} already exists; use --force to overwrite it`)
  const client = new pg.Client(withoutStatementTimeouts(options.connection, 'tocsin backup'))
  await client.connect()
  const made: BackupMade = { made_at: options.now.toISOString(), tables: {}, compacted_readings: 0 }
  try {
    const archive = zipped(sealed(entries(client, options, made)))
    if (target === null) await pipeline(archive, process.stdout, { end: false })
    else await writeWhole(target, READABLE_BY_US_ALONE, (file) => file.writeFile(archive))
    return made
  } finally {
    await client.end()
  }
}

/** The common connection settings without the timeouts that end long work. */
export function withoutStatementTimeouts(connection: pg.ClientConfig, applicationName: string): pg.ClientConfig {
  const limits = { statement_timeout: 0, idle_in_transaction_session_timeout: 0, lock_timeout: 60_000 }
  return { ...connectionSettings(connection, applicationName), ...limits }
}

async function* entries(
  client: pg.Client,
  { encryptionKey, version }: BackupOptions,
  made: BackupMade,
): AsyncGenerator<Entry | Buffer> {
  const found = await client.query("select from pg_class where oid = to_regclass('device_states')")
  if (found.rowCount === 0) throw new OperatorError('There is nothing to back up yet')
  // Before the snapshot is taken: no month may be dropped after it.
  await client.query(KEEP_MONTHS)
  await client.query('begin isolation level repeatable read read only')
  const cells = await listCellNumbers(transactionOn(client))
  const tables: StoredTable[] = []
  for (const cell of cells) tables.push(...(await listStoredTables(client, cell)))
  const schema = await client.query<{ number: number }>('select number from schema_migrations order by number')
  made.compacted_readings = await countCompacted(client)
  yield {
    format: FORMAT,
    made_at: made.made_at,
    version,
    schema: schema.rows.map(({ number }) => number),
    encryption_key: encryptionKey.toString('hex'),
    months: [...new Set(tables.flatMap(({ table }) => monthOfTable(table) ?? []))],
    old_readings: tables.flatMap(({ table, cell = 0 }) => (oldReadingsOfTable(table) === null ? [] : { table, cell })),
    ...(cells.length > 1 ? { cells } : {}),
    compacted_readings: made.compacted_readings,
  } satisfies Head
  for (const table of tables) {
    yield { ...table }
    const rows = client.query(copyTo(`copy ${qualifiedName(table)} (${columnList(table)}) to stdout`))
    for await (const piece of pieces(rows)) {
      yield { bytes: piece.length }
      yield piece
    }
    made.tables[table.table] = (made.tables[table.table] ?? 0) + rows.rowCount
    yield { rows: rows.rowCount }
  }
  // Sequences are not transactional, so these values are at least those of the rows.
  const sequences = await client.query<{ sequence: string; last_value: number }>(
    `select case schemaname when 'public' then '' else schemaname || '.' end || sequencename as sequence, last_value
    from pg_sequences
    where schemaname = any ($1) and last_value is not null`,
    [cells.map(schemaOf)],
  )
  for (const { sequence, last_value } of sequences.rows) yield { sequence, last_value }
  await client.query('commit')
}

/** Counts none in a database that a version without chunks has left. */
async function countCompacted(client: pg.Client): Promise<number> {
  const { rowCount } = await client.query("select from pg_class where oid = to_regclass('reading_chunks')")
  if (rowCount === 0) return 0
  const { rows } = await client.query<{ readings: number }>(
    "select coalesce(sum(n), 0)::float8 as readings from reading_chunks where field = 'at'",
  )
  return rows[0]!.readings
}
