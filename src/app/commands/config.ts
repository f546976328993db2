import { readFile, writeFile } from 'node:fs/promises'
import { Command } from 'commander'
import { systemClock } from '../../platform/clock.ts'
import { OperatorError } from '../../platform/errors.ts'
import { encryptionKeyOf } from '../node/environment.ts'
import { parseConfiguration } from '../transfer/configuration/document.ts'
import { exportConfiguration } from '../transfer/configuration/export-configuration.ts'
import {
  compareConfiguration,
  importConfiguration,
  type RecordChange,
} from '../transfer/configuration/import-configuration.ts'
import { withDatabase } from './connect.ts'
import { JSON_FLAG, print } from './output.ts'

interface Flags {
  dryRun?: boolean
  json?: boolean
}

export function configCommand(): Command {
  const config = new Command('config').description('devices, rules and webhooks as one file')
  config
    .command('export [file]')
    .description('write them to a file, or print them; without any secret')
    .action(async (file: string | undefined) => {
      const text = await withDatabase((db) => exportConfiguration(db, systemClock()))
      if (file === undefined) process.stdout.write(text)
      else await writeFile(file, text)
    })
  config
    .command('import <file>')
    .description('bring the service to what a file says (- reads it from standard input); deletes nothing')
    .option('--dry-run', 'only say what would change')
    .option(...JSON_FLAG)
    .action(async (file: string, flags: Flags) => {
      const document = parseConfiguration(await textOf(file), file)
      const changes = await withDatabase((db, environment) => {
        const protection = { policy: environment.addressPolicy, encryptionKey: encryptionKeyOf(environment) }
        return importConfiguration(db, document, { dryRun: flags.dryRun ?? false, protection, now: systemClock() })
      })
      print({ changes }, inWords(changes, flags.dryRun ?? false), flags)
    })
  config
    .command('diff <file>')
    .description('say in what a file and the service differ; ends with 1 when they do')
    .option(...JSON_FLAG)
    .action(async (file: string, flags: Flags) => {
      const document = parseConfiguration(await textOf(file), file)
      const difference = await withDatabase((db) => compareConfiguration(db, document, systemClock()))
      const { changes, only_here } = difference
      const unnamed = only_here.map(
        ({ kind, name }) => `  - ${kind} ${name}, not in the file: an import leaves it alone`,
      )
      print(difference, [inWords(changes, true), ...unnamed].join('\n'), flags)
      if (only_here.length > 0 || changes.some(({ change }) => change !== 'same')) process.exitCode = 1
    })
  return config
}

const textOf = (file: string): Promise<string> =>
  readFile(file === '-' ? '/dev/stdin' : file, 'utf8').catch((error: Error) => {
    throw new OperatorError(`${file} cannot be read: ${error.message}`)
  })

const SECRETS = { device: 'token', webhook: 'secret', rule: '' }

function inWords(changes: readonly RecordChange[], isDry: boolean): string {
  const count = (wanted: RecordChange['change']) => changes.filter(({ change }) => change === wanted).length
  const lines = changes.flatMap(({ kind, name, change, fields, secret }) => {
    if (change === 'same') return []
    const head = `  ${change === 'added' ? '+' : '~'} ${kind} ${name}`
    const shown = secret === undefined ? [] : [`      ${SECRETS[kind]}, shown this once: ${secret}`]
    const values = fields.map(
      ({ field, before, after }) => `      ${field}: ${JSON.stringify(before)} -> ${JSON.stringify(after)}`,
    )
    return [head, ...shown, ...values]
  })
  const counts = `${count('added')} added, ${count('changed')} changed, ${count('same')} as they were`
  return [`${isDry ? 'It would be: ' : ''}${counts}`, ...lines].join('\n')
}
