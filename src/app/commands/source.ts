import { readFileSync } from 'node:fs'
import { Command, InvalidArgumentError, Option } from 'commander'
import { BY_COMMAND } from '../../core/audit-log/record-change.ts'
import { INSTALLATION } from '../../core/reach/reach.ts'
import { FORMAT_NAMES } from '../../core/sources/formats/formats.ts'
import { createSource } from '../../core/sources/manage-sources.ts'
import { listLastMessages } from '../../core/sources/quarantine/message-log.ts'
import { NewSourceBody } from '../../core/sources/source-shapes.ts'
import { getSource, listSources } from '../../core/sources/source-store.ts'
import { systemClock } from '../../platform/clock.ts'
import { OperatorError } from '../../platform/errors.ts'
import { readYaml } from '../../platform/files/yaml-text.ts'
import { schemaCheck } from '../../platform/http/schemas/schema-check.ts'
import { environmentInForce } from '../node/environment-in-force.ts'
import { adoptCommand } from './adopt-devices.ts'
import { withDatabase } from './connect.ts'
import { JSON_FLAG, print } from './output.ts'
import { replayQuarantineCommand } from './replay-quarantine.ts'
import { chosenSiteId, SITE_FLAG } from './site.ts'
import { sourceIdArgument } from './source-id.ts'

interface AddOptions {
  format: (typeof FORMAT_NAMES)[number]
  setting?: Record<string, unknown>
  mapping?: unknown
  site?: string
  json?: boolean
}

/** High enough for all: `site-limits.ts`. */
const ALL = { afterId: 0, limit: 100_000 }
const LONGEST_BODY = 160
const checked = schemaCheck(NewSourceBody)

export function sourceCommand(): Command {
  const source = new Command('source').description('manage sources: senders that speak for many devices')
  source
    .command('add <name>')
    .description('add a source; prints its URL, and its token, once')
    .addOption(
      new Option('--format <format>', 'what its messages look like').choices([...FORMAT_NAMES]).makeOptionMandatory(),
    )
    .option(...SITE_FLAG)
    .option('--setting <name=value>', 'setting of its format; can be repeated', settingArgument)
    .option('--mapping <file>', 'mapping of values (YAML or JSON): docs/mapping.md', mappingArgument)
    .option(...JSON_FLAG)
    .action(addSource)
  source
    .command('list')
    .description('list all sources')
    .option(...JSON_FLAG)
    .action(printSources)
  source
    .command('messages')
    .argument('<id>', 'number of the source', sourceIdArgument)
    .description('show the last messages of a source, and what became of them')
    .option(...JSON_FLAG)
    .action(printMessages)
  source.addCommand(adoptCommand())
  source.addCommand(replayQuarantineCommand())
  return source
}

async function addSource(name: string, { format, setting = {}, mapping = null, ...flags }: AddOptions): Promise<void> {
  const body = checked({ name, format, settings: setting, mapping })
  const { url, ...added } = await withDatabase(async (db, environment) => {
    const site_id = await chosenSiteId(db, flags)
    const made = await createSource(
      db,
      { ...body, ...(site_id === undefined ? {} : { site_id }) },
      BY_COMMAND,
      systemClock(),
    )
    const { publicUrl } = await environmentInForce(db, environment)
    const source = await getSource(db, INSTALLATION, made.id)
    return { id: made.id, name: source.name, format, url: publicUrl + source.url, token: made.token }
  })
  print({ ...added, url }, `Added source ${added.id}.\nURL: ${url}\nToken: ${added.token}`, flags)
}

/** Values that are JSON, such as true, 5 or ["host"], are what they say; all others are text. */
function settingArgument(pair: string, others: Record<string, unknown> = {}): Record<string, unknown> {
  const at = pair.indexOf('=')
  if (at < 1) throw new InvalidArgumentError('It must be name=value.')
  const text = pair.slice(at + 1)
  let value: unknown = text
  try {
    value = JSON.parse(text)
  } catch {
    // A text without quotes.
  }
  return { ...others, [pair.slice(0, at)]: value }
}

function mappingArgument(file: string): unknown {
  const { content, faults } = readYaml(readFileSync(file, 'utf8'))
  const [fault] = faults
  if (fault !== undefined) throw new OperatorError(`${file}, line ${fault.line}: ${fault.message}`)
  return content
}

async function printSources(flags: { json?: boolean }): Promise<void> {
  const sources = await withDatabase((db) => listSources(db, INSTALLATION, ALL))
  const lines = sources.map(({ id, name, format, state, counts, last_message_at }) =>
    [
      String(id).padStart(6),
      format.padEnd(18),
      state.padEnd(8),
      (last_message_at?.toISOString() ?? '-').padEnd(24),
      `${counts.stored} stored, ${counts.quarantined} in quarantine, ${counts.pending} pending`.padEnd(46),
      name,
    ].join('  '),
  )
  print(sources, lines.length === 0 ? 'There are no sources yet.' : lines.join('\n'), flags)
}

async function printMessages(id: number, flags: { json?: boolean }): Promise<void> {
  const messages = await withDatabase(async (db) => {
    const source = await getSource(db, INSTALLATION, id)
    return listLastMessages(db, source.id)
  })
  const lines = messages.map(({ at, path, outcome, reason, readings, external_id, body }) => {
    const why = reason === null ? [] : [reason.code, reason.at, reason.detail].filter((part) => part !== undefined)
    const about = external_id ?? readings.map((reading) => reading.external_id).join(', ')
    const said = [at.toISOString(), outcome.padEnd(11), why.join(' '), path, about].filter((part) => part !== '')
    return `${shown(said.join('  '))}\n        ${shown(body.slice(0, LONGEST_BODY))}`
  })
  print(messages, lines.length === 0 ? 'No message has come yet.' : lines.join('\n'), flags)
}

/** Strangers may have written it: nothing of it controls a terminal. */
const shown = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').trimEnd()
