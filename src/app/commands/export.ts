import { setPriority } from 'node:os'
import { Command } from 'commander'
import pg from 'pg'
import { BY_COMMAND, recordChange } from '../../core/audit-log/record-change.ts'
import { KEEP_MONTHS, listMonthsWithReadings, type ReadingMonth } from '../../core/telemetry/storage/reading-months.ts'
import { systemClock } from '../../platform/clock.ts'
import { connectionSettings, type Queryable, transactionOn } from '../../platform/database/database.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { OperatorError } from '../../platform/errors.ts'
import { readEnvironment } from '../node/environment.ts'
import { exportParquet, type ParquetFile } from '../transfer/parquet/export-parquet.ts'
import { withConnection } from './connect.ts'
import { monthArgument, requireStored } from './month-argument.ts'
import { JSON_FLAG, print } from './output.ts'

interface Flags {
  parquet: string
  month?: ReadingMonth
  json?: boolean
}

/** The service goes first. */
const NICENESS = 10

export function exportCommand(): Command {
  return new Command('export')
    .description('write the readings to files that other tools read; the service may keep running')
    .requiredOption('--parquet <folder>', 'write a Parquet file for each month into this folder')
    .option('--month <YYYY-MM>', 'only write the readings of this month, in UTC', monthArgument)
    .option(...JSON_FLAG)
    .action(exportReadings)
}

async function exportReadings(flags: Flags): Promise<void> {
  const files: ParquetFile[] = []
  await withMonthsKept(async (db) => {
    if (flags.month !== undefined) await requireStored(db, flags.month)
    const months = flags.month === undefined ? await listMonthsWithReadings(db) : [flags.month]
    for await (const file of exportParquet({ db, folder: flags.parquet, months, now: systemClock() })) {
      files.push(file)
      if (!flags.json) process.stdout.write(`${file.file}: ${inWords([file])}\n`)
      const subject = { type: 'readings', id: file.month }
      const after = { file: file.file, readings: file.readings }
      await recordChange(db, BY_COMMAND, { action: 'readings.exported', subject, before: null, after }, systemClock())
    }
  }).catch((error: NodeJS.ErrnoException) => {
    // File system errors: the folder is not writable, or the disk is full.
    throw error.syscall === undefined ? error : new OperatorError(error.message, { cause: error })
  })
  const words = files.length === 0 ? 'There are no readings.' : `Exported ${inWords(files)}.`
  print({ folder: flags.parquet, files }, words, flags)
}

/** A month that was dropped halfway would end in a file that looks complete. */
function withMonthsKept(work: (db: Queryable) => Promise<void>): Promise<void> {
  return withConnection(readEnvironment(process.env), async (connection) => {
    setPriority(NICENESS)
    await migrate(connection)
    const client = new pg.Client(connectionSettings(connection, 'tocsin export'))
    // The statement under way fails by itself.
    client.on('error', () => undefined)
    await client.connect()
    try {
      await client.query(KEEP_MONTHS)
      await work(transactionOn(client))
    } finally {
      await client.end()
    }
  })
}

function inWords(files: readonly ParquetFile[]): string {
  const sum = (of: 'readings' | 'bytes') => files.reduce((total, file) => total + file[of], 0)
  return `${sum('readings').toLocaleString('en')} readings, ${(sum('bytes') / 1_000_000).toFixed(1)} MB`
}
