import { writeFile } from 'node:fs/promises'
import { Command } from 'commander'
import { BY_COMMAND } from '../../core/audit-log/record-change.ts'
import { parseConfiguration } from '../../core/configuration/document.ts'
import { exportConfiguration } from '../../core/configuration/export-configuration.ts'
import { compareConfiguration, importConfiguration } from '../../core/configuration/import-configuration.ts'
import { CONFIGURATION_SECTIONS } from '../../core/configuration/sections.ts'
import { INSTALLATION } from '../../core/reach/reach.ts'
import type { RecordChange } from '../../core/sites/configuration-section.ts'
import { listMemberIds } from '../../fleet/demo/demo-store.ts'
import { systemClock } from '../../platform/clock.ts'
import { OperatorError } from '../../platform/errors.ts'
import { readTextFile } from '../../platform/files/utf8-file.ts'
import { encryptionKeyOf } from '../node/environment.ts'
import { environmentInForce } from '../node/environment-in-force.ts'
import { withDatabase } from './connect.ts'
import { JSON_FLAG, print } from './output.ts'

interface Flags {
  dryRun?: boolean
  json?: boolean
}

export function configCommand(): Command {
  const sections = CONFIGURATION_SECTIONS.map(({ section }) => section.replaceAll('_', ' '))
  const config = new Command('config').description(
    `export and import ${new Intl.ListFormat('en-GB').format(sections)} as one file`,
  )
  config
    .command('export [file]')
    .description('write the configuration to a file, or print it; secrets are left out')
    .action(async (file: string | undefined) => {
      const text = await withDatabase(async (db) =>
        exportConfiguration(db, { reach: INSTALLATION, hiddenDevices: await listMemberIds(db), now: systemClock() }),
      )
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
        const [hiddenDevices, now] = [await listMemberIds(db), systemClock()]
        const options = { by: BY_COMMAND, hiddenDevices, dryRun: flags.dryRun ?? false, protection, now }
        const made = await importConfiguration(db, document, options)
        const { publicUrl } = await environmentInForce(db, environment)
        return made.map((one) => withShownSecret(one, publicUrl))
      })
      print({ changes }, inWords(changes, flags.dryRun ?? false), flags)
    })
  config
    .command('diff <file>')
    .description('show the differences between a file and the service; exits with 1 if there are any')
    .option(...JSON_FLAG)
    .action(async (file: string, flags: Flags) => {
      const document = parseConfiguration(await textOf(file), file)
      const difference = await withDatabase(async (db) =>
        compareConfiguration(db, document, {
          by: BY_COMMAND,
          hiddenDevices: await listMemberIds(db),
          now: systemClock(),
        }),
      )
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

const SECRETS = new Map(CONFIGURATION_SECTIONS.map(({ kind, secret }) => [kind, secret]))

/** With its secret as people need it: that of a status page in its address. */
const withShownSecret = (change: RecordChange, publicUrl: string): RecordChange =>
  change.secret === undefined
    ? change
    : { ...change, secret: SECRETS.get(change.kind)?.shown?.(change.secret, publicUrl) ?? change.secret }

const kindInWords = (kind: RecordChange['kind']): string => kind.replace('_', ' ')

function inWords(changes: readonly RecordChange[], isDry: boolean): string {
  const count = (wanted: RecordChange['change']) => changes.filter(({ change }) => change === wanted).length
  const lines = changes.flatMap(({ kind, name, change, fields, secret }) => {
    if (change === 'same') return []
    const head = `  ${change === 'added' ? '+' : '~'} ${kindInWords(kind)} ${name}`
    const shown = secret === undefined ? [] : [`      ${SECRETS.get(kind)?.name}, shown only once: ${secret}`]
    const values = fields.map(
      ({ field, before, after }) => `      ${field}: ${JSON.stringify(before)} -> ${JSON.stringify(after)}`,
    )
    return [head, ...shown, ...values]
  })
  const counts = `${count('added')} added, ${count('changed')} changed, ${count('same')} unchanged`
  return [`${isDry ? 'Import preview: ' : ''}${counts}`, ...lines].join('\n')
}
