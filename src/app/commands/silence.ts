import { Command, InvalidArgumentError, Option } from 'commander'
import { BY_COMMAND } from '../../core/audit-log/record-change.ts'
import { listSilencesIn, readSilence } from '../../core/notifications/list-silences.ts'
import { createSilence, endSilenceNow } from '../../core/notifications/manage-silences.ts'
import type { ShownSilence } from '../../core/notifications/silence.ts'
import { SILENCE_STATES, type SilenceBody } from '../../core/notifications/silence-shape.ts'
import { INSTALLATION } from '../../core/reach/reach.ts'
import { MODULES, type Module } from '../../core/vocabulary/modules.ts'
import { SEVERITIES, type Severity } from '../../core/vocabulary/severities.ts'
import { systemClock } from '../../platform/clock.ts'
import { OperatorError } from '../../platform/errors.ts'
import { WEEKDAYS, type Weekday } from '../../platform/weekly-windows.ts'
import { withDatabase } from './connect.ts'
import { JSON_FLAG, print } from './output.ts'
import { chosenSiteId } from './site.ts'

interface AddOptions {
  reason: string
  for?: number
  device?: number[]
  tag?: string[]
  module?: Module[]
  rule?: string[]
  maxSeverity: Severity
  safety?: boolean
  weekly?: Weekday[]
  from?: string
  to?: string
  timeZone?: string
  site?: string
  json?: boolean
}

export function silenceCommand(): Command {
  const silence = new Command('silence').description('manage silences, which pause notifications')
  silence
    .command('add')
    .description('pause notifications, once or every week')
    .requiredOption('--reason <reason>', 'reason, shown to people')
    .option('--for <time>', 'duration from now on, such as 90m, 2h or 3d', duration)
    .option('--site <name>', 'only what is about this site')
    .option('--device <id...>', 'only these devices', ids)
    .option('--tag <tag...>', 'only devices with one of these tags')
    .addOption(new Option('--module <module...>', 'only these modules').choices([...MODULES]))
    .option('--rule <key...>', 'only these rules; device.offline for offline devices')
    .addOption(
      new Option('--max-severity <severity>', 'only alerts up to this severity')
        .choices([...SEVERITIES])
        .default('critical'),
    )
    .option('--safety', 'also safety alerts: calls for help, falls, impacts and fire')
    .addOption(new Option('--weekly <day...>', 'every week on these days').choices([...WEEKDAYS]))
    .option('--from <time>', 'start of a weekly silence, such as 22:00')
    .option('--to <time>', 'end of a weekly silence, on the next day if it is earlier than the start')
    .option('--time-zone <name>', 'time zone of --from and --to, such as Europe/Ljubljana')
    .option(...JSON_FLAG)
    .action(addSilence)
  silence
    .command('list')
    .description('list active and scheduled silences')
    .addOption(new Option('--state <state>', 'only silences in this state').choices([...SILENCE_STATES]))
    .option(...JSON_FLAG)
    .action(printSilences)
  silence
    .command('end <id>')
    .description('end a silence now; notifications it held are sent if their alert or incident is still open')
    .option(...JSON_FLAG)
    .action(endOne)
  return silence
}

async function addSilence(options: AddOptions): Promise<void> {
  const silence = await withDatabase(async (db) => {
    const id = await createSilence(
      db,
      { ...bodyOf(options), site_id: await chosenSiteId(db, options) },
      BY_COMMAND,
      systemClock(),
    )
    return (await readSilence(db, INSTALLATION, id, systemClock()))!
  })
  print(silence, `Added silence ${silence.id}.\n${line(silence)}`, options)
}

function bodyOf(options: AddOptions): SilenceBody {
  const { weekly: days, from, to, timeZone } = options
  const times = [days, from, to, timeZone]
  const isWeekly = times.every((time) => time !== undefined)
  if (!isWeekly && times.some((time) => time !== undefined)) {
    throw new OperatorError('--weekly, --from, --to and --time-zone must be used together.')
  }
  if (!isWeekly && options.for === undefined)
    throw new OperatorError('Use either --for, or --weekly with --from, --to and --time-zone.')
  for (const time of [from, to]) {
    if (time !== undefined && !/^([01]\d|2[0-3]):[0-5]\d$/.test(time))
      throw new OperatorError(`${time} is not a time: use HH:MM.`)
  }
  return {
    reason: options.reason,
    device_ids: options.device ?? [],
    tags: options.tag ?? [],
    modules: options.module ?? [],
    rule_keys: options.rule ?? [],
    max_severity: options.maxSeverity,
    covers_safety: options.safety ?? false,
    ...(options.for === undefined ? {} : { duration_s: options.for }),
    weekly: isWeekly ? { days: days!, from: from!, to: to!, time_zone: timeZone! } : null,
  }
}

async function printSilences(options: { state?: ShownSilence['state']; json?: boolean }): Promise<void> {
  const silences = await withDatabase(async (db) => {
    const all = await listSilencesIn(
      db,
      INSTALLATION,
      options.state ?? null,
      { beforeId: null, limit: 10_000 },
      systemClock(),
    )
    return all.filter(({ state }) => options.state !== undefined || state !== 'expired')
  })
  print(silences, silences.length === 0 ? 'No silences found.' : silences.map(line).join('\n'), options)
}

async function endOne(id: string, options: { json?: boolean }): Promise<void> {
  const [number] = ids(id)
  const silence = await withDatabase(async (db) => {
    await endSilenceNow(db, number!, BY_COMMAND, systemClock())
    return (await readSilence(db, INSTALLATION, number!, systemClock()))!
  })
  print(silence, `Ended silence ${silence.id}.`, options)
}

function line({ id, state, window, reason }: ShownSilence): string {
  const times = window === null ? '-' : `${window.from.toISOString()} to ${window.to.toISOString()}`
  return [String(id).padStart(6), state.padEnd(9), times.padEnd(52), reason].join('  ')
}

function ids(text: string, before: number[] = []): number[] {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number, at least 1.')
  return [...before, Number(text)]
}

const SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400 }

function duration(text: string): number {
  const [, count, unit] = /^([1-9]\d{0,5})([smhd])$/.exec(text) ?? []
  const seconds = Number(count) * SECONDS[unit as keyof typeof SECONDS]
  if (!(seconds <= 366 * SECONDS.d))
    throw new InvalidArgumentError('It must be a duration such as 90m, 2h or 3d, at most 366d.')
  return seconds
}
