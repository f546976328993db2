import { writeFile } from 'node:fs/promises'
import { Command } from 'commander'
import { statusAddress } from '../../core/status-pages/manage-status-page.ts'
import { systemClock } from '../../platform/clock.ts'
import { OperatorError } from '../../platform/errors.ts'
import { readTextFile } from '../../platform/files/utf8-file.ts'
import { encryptionKeyOf } from '../node/environment.ts'
import { environmentInForce } from '../node/environment-in-force.ts'
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
  const config = new Command('config').description(
    'export and import devices, status pages, geofences, rules, webhooks, schedules and escalation policies as one file',
  )
  config
    .command('export [file]')
    .description('write the configuration to a file, or print it; secrets are left out')
    .action(async (file: string | undefined) => {
      const text = await withDatabase((db) => exportConfiguration(db, systemClock()))
      if (file === undefined) process.stdout.write(text)
      else {
        await writeFile(file, text)
        process.stdout.write(`Wrote the configuration to ${file}.\n`)
      }
    })
  config
    .command('import <file>')
    .description('apply a configuration file (- for standard input); deletes nothing')
    .option('--dry-run', 'show the changes without making them')
    .option(...JSON_FLAG)
    .action(async (file: string, flags: Flags) => {
      const document = parseConfiguration(await textOf(file), file)
      const changes = await withDatabase(async (db, environment) => {
        const protection = { policy: environment.addressPolicy, encryptionKey: encryptionKeyOf(environment) }
        const options = { dryRun: flags.dryRun ?? false, protection, now: systemClock() }
        const made = await importConfiguration(db, document, options)
        const { publicUrl } = await environmentInForce(db, environment)
        return made.map((one) => withAddress(one, publicUrl))
      })
      print({ changes }, inWords(changes, flags.dryRun ?? false), flags)
    })
  config
    .command('diff <file>')
    .description('show the differences between a file and the service; exits with 1 if there are any')
    .option(...JSON_FLAG)
    .action(async (file: string, flags: Flags) => {
      const document = parseConfiguration(await textOf(file), file)
      const difference = await withDatabase((db) => compareConfiguration(db, document, systemClock()))
      const { changes, only_here } = difference
      const unnamed = only_here.map(
        ({ kind, name }) => `  - ${kindInWords(kind)} ${name}, not in the file: an import does not change it`,
      )
      print(difference, [inWords(changes, true), ...unnamed].join('\n'), flags)
      if (only_here.length > 0 || changes.some(({ change }) => change !== 'same')) process.exitCode = 1
    })
  return config
}

const textOf = (file: string): Promise<string> =>
  readTextFile(file === '-' ? '/dev/stdin' : file).catch((error: Error) => {
    if (error instanceof OperatorError) throw error
    throw new OperatorError(`${file} cannot be read: ${error.message}`)
  })

/** A new status page is told by its address. */
const withAddress = (change: RecordChange, publicUrl: string): RecordChange =>
  change.kind === 'status_page' && change.secret !== undefined
    ? { ...change, secret: statusAddress(publicUrl, change.secret) }
    : change

/** The name of a new record's secret. */
const SECRETS: Partial<Record<RecordChange['kind'], string>> = {
  device: 'token',
  status_page: 'address',
  webhook: 'secret',
}

const kindInWords = (kind: RecordChange['kind']): string => kind.replace('_', ' ')

function inWords(changes: readonly RecordChange[], isDry: boolean): string {
  const count = (wanted: RecordChange['change']) => changes.filter(({ change }) => change === wanted).length
  const lines = changes.flatMap(({ kind, name, change, fields, secret }) => {
    if (change === 'same') return []
    const head = `  ${change === 'added' ? '+' : '~'} ${kindInWords(kind)} ${name}`
    const shown = secret === undefined ? [] : [`      ${SECRETS[kind]}, shown only once: ${secret}`]
    const values = fields.map(
      ({ field, before, after }) => `      ${field}: ${JSON.stringify(before)} -> ${JSON.stringify(after)}`,
    )
    return [head, ...shown, ...values]
  })
  const counts = `${count('added')} added, ${count('changed')} changed, ${count('same')} unchanged`
  return [`${isDry ? 'Import preview: ' : ''}${counts}`, ...lines].join('\n')
}
