import { Command } from 'commander'
import { migrate } from '../../platform/database/migrate.ts'
import { readEnvironment } from '../node/environment.ts'
import { withConnection } from './connect.ts'
import { JSON_FLAG, print } from './output.ts'

export function migrateCommand(): Command {
  return new Command('migrate')
    .description('migrate the database schema')
    .option(...JSON_FLAG)
    .action(async (options: { json?: boolean }) => {
      const migrations = await withConnection(readEnvironment(process.env), migrate)
      const words = migrations.length === 0 ? 'The schema is up to date.' : `Ran ${migrations.join(', ')}.`
      print({ migrations }, words, options)
    })
}
