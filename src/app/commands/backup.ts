import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import type pg from 'pg'
import { BY_COMMAND, recordChange } from '../../core/audit-log/record-change.ts'
import { type Cancelled, cancelEscalations } from '../../core/escalation/cancel-escalations.ts'
import { monthOfTable, oldReadingsOfTable } from '../../core/telemetry/storage/reading-months.ts'
import { webhooksUnderAnotherKey } from '../../core/webhooks/sealed-secrets.ts'
import { systemClock } from '../../platform/clock.ts'
import { counted } from '../../platform/counted.ts'
import { openCells } from '../../platform/database/cells/known-cells.ts'
import type { Database } from '../../platform/database/database.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { OperatorError } from '../../platform/errors.ts'
import { ENCRYPTION_KEY_FILE, keepSecretFile } from '../../platform/secrets.ts'
import { type Environment, encryptionKeyOf, readEnvironment } from '../node/environment.ts'
import { VERSION } from '../node/version.ts'
import { checkArchive, type Head } from '../transfer/backup/archive.ts'
import { makeBackup } from '../transfer/backup/make-backup.ts'
import { restoreBackup, restoredEntry } from '../transfer/backup/restore-backup.ts'
import { withConnection } from './connect.ts'
import { JSON_FLAG, print } from './output.ts'

interface Flags {
  force?: boolean
  check?: boolean
  json?: boolean
}

export function backupCommand(): Command {
  return new Command('backup')
    .description('write everything stored, including the encryption key, to one file; the service may keep running')
    .argument('<file>', 'the file, or - for standard output')
    .option('--force', 'overwrite an existing file')
    .option(...JSON_FLAG)
    .action(backUp)
}

export function restoreCommand(): Command {
  return new Command('restore')
    .description('restore a backup into an empty database; stop the service first')
    .argument('<file>')
    .option('--check', 'only check the file and print what it contains')
    .option('--force', 'replace everything in the database')
    .option(...JSON_FLAG)
    .action(restore)
}

async function backUp(given: string, flags: Flags): Promise<void> {
  const environment = readEnvironment(process.env)
  const file = given === '-' ? null : given
  if (file === null && process.stdout.isTTY)
    throw new OperatorError('A backup is no text for a terminal: send standard output to a program or a file')
  // A program that ends before it has read everything ends this one as well.
  process.exitCode = 1
  const force = flags.force ?? false
  await withConnection(environment, async (connection) => {
    const encryptionKey = encryptionKeyOf(environment)
    const made = await makeBackup(file, { connection, encryptionKey, version: VERSION, now: systemClock(), force })
    await onDatabase(connection, async (db) => {
      const closed = await webhooksUnderAnotherKey(db, encryptionKey)
      if (closed.length > 0) process.stderr.write(`${KEY_WARNING} ${closed.join(', ')}\n`)
      const subject = { type: 'backup', id: made.made_at, name: file ?? 'standard output' }
      await recordChange(db, BY_COMMAND, { action: 'backup.made', subject, before: null, after: {} }, systemClock())
    })
    process.exitCode = 0
    const what = `Wrote ${inWords(made.tables, made)}`
    if (file === null) return void process.stderr.write(`${what}. ${SECRECY}\n`)
    const bytes = statSync(file).size
    print({ file, bytes, ...made }, `${what} to ${file}, ${megabytes(bytes)}. ${SECRECY}`, flags)
  })
}

const SECRECY = 'Keep it secret: it contains all keys.'

const KEY_WARNING =
  'Warning: the encryption key of this service, now in the backup, cannot decrypt the secrets of webhooks'

async function restore(file: string, flags: Flags): Promise<void> {
  if (flags.check) {
    const { head, tables } = await checkArchive(file)
    const { encryption_key: _, ...about } = head
    return print(
      { ...about, tables },
      `The backup is complete: ${inWords(tables, head)}, made at ${head.made_at} by version ${head.version}.`,
      flags,
    )
  }
  const environment = readEnvironment(process.env)
  // Not migrated first: the backup brings its own schema.
  await withConnection(environment, async (connection) => {
    const keepKey = (key: Buffer) => keepEncryptionKey(environment, key, flags.force ?? false)
    const contents = await restoreBackup(file, { connection, force: flags.force ?? false, keepKey })
    const migrations = await migrate(connection)
    const cancelled = await onDatabase(connection, async (db) => {
      const now = systemClock()
      await recordChange(db, BY_COMMAND, restoredEntry(file, contents), now)
      return cancelEscalations(db, now)
    })
    const { made_at, version, compacted_readings } = contents.head
    const result = { made_at, version, migrations, tables: contents.tables, compacted_readings, cancelled }
    const words = [
      `Restored ${inWords(contents.tables, contents.head)}, as of ${made_at}.`,
      ...cancelledInWords(cancelled),
    ]
    print(result, words.join('\n'), flags)
  })
}

/** Stores the key where a service with these settings looks for it. */
function keepEncryptionKey(environment: Environment, key: Buffer, force: boolean): void {
  if (environment.encryptionKey !== null) {
    if (encryptionKeyOf(environment).equals(key)) return
    throw new OperatorError(
      'ENCRYPTION_KEY is not the key of the backup: unset it, or set it to the key that the backup was made with',
    )
  }
  const path = join(environment.dataDir, ENCRYPTION_KEY_FILE)
  const isOther = existsSync(path) && readFileSync(path, 'utf8').trim() !== key.toString('hex')
  if (isOther && !force)
    throw new OperatorError(
      `${path} holds another key than the backup; --force overwrites it with the key of the backup`,
    )
  keepSecretFile(environment.dataDir, ENCRYPTION_KEY_FILE, key.toString('hex'))
}

async function onDatabase<Result>(connection: pg.ClientConfig, work: (db: Database) => Promise<Result>) {
  const db = await openCells(connection, {
    connections: 1,
    applicationName: 'tocsin command',
    onError: () => undefined,
  })
  return work(db).finally(() => db.close())
}

function inWords(tables: Record<string, number>, { compacted_readings = 0 }: Pick<Head, 'compacted_readings'>): string {
  const months = Object.entries(tables).filter(([table]) => (monthOfTable(table) ?? oldReadingsOfTable(table)) !== null)
  const readings = months.reduce((sum, [, rows]) => sum + rows, compacted_readings)
  const named = ['device', 'alert', 'incident', 'webhook', 'user'].map((one) => counted(tables[`${one}s`] ?? 0, one))
  return [counted(readings, 'reading'), ...named].join(', ')
}

function cancelledInWords({ runs, notifications }: Cancelled): string[] {
  const what = `Cancelled ${counted(runs, 'escalation')} under way and ${counted(notifications, 'waiting notification')}.`
  return [
    ...(runs + notifications === 0 ? [] : [what]),
    'If this is a copy, start it with OUTBOUND=off: nobody is notified and no webhook is sent.',
  ]
}

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`
