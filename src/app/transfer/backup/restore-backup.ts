import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import {
  makeMonth,
  makeOldReadings,
  monthOf,
  oldReadingsOfTable,
} from '../../../core/telemetry/storage/reading-months.ts'
import { makeCell, separateIds } from '../../../platform/database/cells/add-cell.ts'
import { dropEveryCell, listCellNumbers, makeEveryCell } from '../../../platform/database/cells/every-cell.ts'
import { schemaOf, transactionOn } from '../../../platform/database/database.ts'
import { buildSchema } from '../../../platform/database/migrate.ts'
import { OperatorError } from '../../../platform/errors.ts'
import { VERSION } from '../../node/version.ts'
import { type ArchiveReader, type Contents, checkArchive, type Head, openBackup, readArchiveHead } from './archive.ts'
import { withoutStatementTimeouts } from './make-backup.ts'
import { columnList, qualifiedName, quoted, type StoredTable } from './stored-tables.ts'

interface RestoreOptions {
  connection: pg.ClientConfig
  /** Replaces the contents of the database. */
  force: boolean
  /** Called with the key of the backup before anything is committed; throws if the key cannot be stored. */
  keepKey: (key: Buffer) => void
}

/**
 * Restores a whole backup into an empty database, or nothing: the file is read to its end first, and everything is one
 * transaction. Throws 400 for a file that is not a backup or is damaged, 409 for a database in use.
 */
export async function restoreBackup(path: string, options: RestoreOptions): Promise<Contents> {
  const contents = await checkArchive(path)
  const client = new pg.Client(withoutStatementTimeouts(options.connection, 'tocsin restore'))
  await client.connect()
  const archive = openBackup(path)
  try {
    await client.query('begin')
    await refuseInUse(client, options.force)
    if (options.force) await dropAll(client)
    const head = await readArchiveHead(archive, path)
    await prepare(client, head)
    await loadAll(client, archive)
    await makeEveryCell(transactionOn(client))
    options.keepKey(Buffer.from(head.encryption_key, 'hex'))
    await client.query('commit')
    await separateIds(transactionOn(client), head.cells ?? [])
    // Gives the planner statistics for the first statements.
    await client.query('analyze')
    return contents
  } finally {
    archive.close()
    // Without a COMMIT, everything is rolled back.
    await client.end()
  }
}

async function dropAll(client: pg.Client): Promise<void> {
  const tx = transactionOn(client)
  const cells = await listCellNumbers(tx)
  await dropEveryCell(tx)
  await client.query(`drop schema if exists ${cells.map(schemaOf).join(', ')} cascade; create schema public`)
}

async function refuseInUse(client: pg.Client, force: boolean): Promise<void> {
  const { rows: users } = await client.query(
    `select from pg_stat_activity where datname = current_database() and application_name = 'tocsin listen'`,
  )
  if (users.length > 0) throw new OperatorError('A service uses this database: stop it first')
  const { rows: tables } = await client.query(
    `select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
  if (tables.length > 0 && !force) {
    throw new OperatorError(
      'This database is not empty. Restore into an empty one, or with --force in place of all it holds',
    )
  }
}

/** The schema of the backup; later migrations run when the rows are there. */
async function prepare(
  client: pg.Client,
  { schema, months, old_readings = [], version, cells = [0] }: Head,
): Promise<void> {
  const unknown = await buildSchema(client, schema)
  if (unknown.length > 0) {
    throw new OperatorError(
      `The backup was made by Tocsin ${version} and has migrations that this version, ${VERSION}, does not know: ${unknown.join(', ')}. ` +
        `Restore it with Tocsin ${version} or a later version`,
    )
  }
  const tx = transactionOn(client, () => cells)
  for (const cell of cells.slice(1)) await makeCell(tx, cell, new Date())
  for (const cell of cells) {
    const old = old_readings.filter((of) => of.cell === cell).flatMap(({ table }) => oldReadingsOfTable(table) ?? [])
    for (const table of old) await makeOldReadings(tx.inCell(cell), table)
    // The months are those of all cells.
    const own = months.filter((at) => !old.some(({ from, to }) => at >= from && at < to))
    for (const from of own) await makeMonth(tx.inCell(cell), monthOf(from))
  }
}

async function loadAll(client: pg.Client, archive: ArchiveReader): Promise<void> {
  for (;;) {
    const entry = await archive.entry()
    if ('end' in entry) return
    if ('table' in entry) await loadTable(client, archive, entry)
    else if ('sequence' in entry) {
      // Without a schema, it is of the first cell.
      const path = entry.sequence.includes('.') ? entry.sequence.split('.') : ['public', entry.sequence]
      await client.query('select setval($1::regclass, $2)', [path.map(quoted).join('.'), entry.last_value])
    }
  }
}

async function loadTable(client: pg.Client, archive: ArchiveReader, table: StoredTable): Promise<void> {
  const name = qualifiedName(table)
  // These rows are not new events, so no trigger may send notifications; and the migrations may have inserted rows.
  await client.query(`alter table ${name} disable trigger user`)
  await client.query(`delete from ${name}`)
  const rows = client.query(copyFrom(`copy ${name} (${columnList(table)}) from stdin`))
  const written = finished(rows)
  // Awaited below; until then it must not count as unhandled.
  written.catch(() => undefined)
  for (;;) {
    const entry = await archive.entry()
    if (!('bytes' in entry)) break
    const hasRoom = rows.write(await archive.bytes(entry.bytes))
    if (!hasRoom) await Promise.race([once(rows, 'drain'), written])
  }
  rows.end()
  await written
  await client.query(`alter table ${name} enable trigger user`)
}

/** Entry in the audit log of the restored service. */
export const restoredEntry = (path: string, { head }: Contents) => ({
  action: 'backup.restored',
  subject: { type: 'backup', id: head.made_at, name: path },
  before: null,
  after: { made_at: head.made_at, version: head.version },
})
