import { Command } from 'commander'
import { BY_COMMAND, recordChange } from '../../core/audit-log/record-change.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import {
  addReportReader,
  dropReportReader,
  hasRole,
  isReportReader,
  listReportViews,
  newReportReader,
  readerStatements,
} from '../../platform/database/report-reader.ts'
import { sqlState } from '../../platform/database/sql-errors.ts'
import { OperatorError } from '../../platform/errors.ts'
import { withDatabase } from './connect.ts'
import { JSON_FLAG, print } from './output.ts'

const INSUFFICIENT_PRIVILEGE = '42501'

export function readerCommand(): Command {
  const reader = new Command('reader').description('manage PostgreSQL roles that may read the report views')
  reader
    .command('add <name>')
    .description('add a role, for Grafana for example; prints its password, once')
    .option('--sql', 'print the SQL statements for a database administrator instead')
    .option(...JSON_FLAG)
    .action(addReader)
  reader.command('drop <name>').description('drop the role').action(dropReader)
  return reader
}

async function addReader(name: string, options: { sql?: boolean; json?: boolean }, command: Command): Promise<void> {
  const reader = newReportReader(name)
  if (options.sql) {
    const statements = await withDatabase(async (db) => readerStatements(reader, await listReportViews(db)))
    process.stdout.write(`${statements.join(';\n')};\n`)
    return
  }
  try {
    await withDatabase(async (db) => {
      if (await hasRole(db, name)) throw new OperatorError(`There is a role ${name} already`)
      await db.transaction(async (tx) => {
        await addReportReader(tx, reader)
        await record(tx, 'reader.added', name)
      })
    })
  } catch (error) {
    if (sqlState(error) !== INSUFFICIENT_PRIVILEGE) throw error
    command.error(
      'error: the database role of the service may not create roles: have an administrator run the output of `tocsin reader add NAME --sql`',
    )
  }
  print(reader, `Added the role ${name}.\nPassword: ${reader.password}`, options)
}

async function dropReader(name: string): Promise<void> {
  newReportReader(name)
  await withDatabase(async (db) => {
    if (!(await isReportReader(db, name))) throw new OperatorError(`Reader ${name} not found`)
    await db.transaction(async (tx) => {
      await dropReportReader(tx, { name })
      await record(tx, 'reader.dropped', name)
    })
  })
  process.stdout.write(`Dropped the role ${name}.\n`)
}

type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

function record(tx: Transaction, action: string, name: string): Promise<void> {
  const subject = { type: 'reader', id: name, name }
  const [before, after] = action === 'reader.added' ? [null, { name }] : [{ name }, null]
  return recordChange(tx, BY_COMMAND, { action, subject, before, after }, systemClock())
}
