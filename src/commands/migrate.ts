import { Command } from 'commander'
import { migrate } from '../platform/migrate.ts'
import { readConfig } from '../server/config.ts'
import { connect } from './connect.ts'
import { JSON_FLAG, print } from './output.ts'

export function migrateCommand(): Command {
  return new Command('migrate')
    .description('bring the database schema up to date')
    .option(...JSON_FLAG)
    .action(async (options: { json?: boolean }) => {
      const { connection, embedded } = await connect(readConfig(process.env))
      try {
        const migrations = await migrate(connection)
        const words = migrations.length === 0 ? 'The schema is up to date.' : `Ran ${migrations.join(', ')}.`
        print({ migrations }, words, options)
      } finally {
        if (embedded?.started) await embedded.stop()
      }
    })
}
