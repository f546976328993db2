import { Command, InvalidArgumentError } from 'commander'
import { BUSY_AT_MOST, type Capacity, estimateCapacity, type PlannedFleet } from '../capacity/estimate-capacity.ts'
import { JSON_FLAG, print } from './output.ts'

const MOST_DEVICES = 1_000_000_000
const LONGEST_INTERVAL_S = 30 * 86_400
const MOST_CORES = 1_024

interface Flags {
  devices: number
  interval: number
  cores: number
  json?: boolean
}

export function capacityCommand(): Command {
  return new Command('capacity')
    .description('estimate the cores, disk and servers that a fleet needs')
    .requiredOption('--devices <n>', 'number of devices', numberUpTo(1, MOST_DEVICES))
    .requiredOption(
      '--interval <seconds>',
      'time between two readings of a device',
      numberUpTo(0.1, LONGEST_INTERVAL_S),
    )
    .option('--cores <n>', 'cores of a server of PostgreSQL', numberUpTo(1, MOST_CORES), 32)
    .option(...JSON_FLAG)
    .action(({ devices, interval, cores, ...flags }: Flags) => {
      const fleet = { devices, interval_s: interval, cores }
      const capacity = estimateCapacity(fleet)
      print({ ...fleet, ...capacity }, inWords(fleet, capacity), flags)
    })
}

const numberUpTo = (least: number, most: number) => (text: string) => {
  const value = Number(text)
  if (text.trim() === '' || !(value >= least && value <= most)) {
    throw new InvalidArgumentError(`It must be a number from ${least} to ${most.toLocaleString('en')}.`)
  }
  return value
}

function inWords({ cores }: PlannedFleet, capacity: Capacity): string {
  const { readings_per_s, readings_per_day, service_cores, database_cores, group, servers } = capacity
  const processes = Math.ceil(service_cores / BUSY_AT_MOST)
  const rows = [
    ['Readings', `${amount(readings_per_s)} a second, ${amount(readings_per_day)} a day`],
    [
      'Service',
      `${amount(service_cores)} cores busy, so ${processes === 1 ? 'one process' : `${processes} processes`}`,
    ],
    ['PostgreSQL', `${amount(database_cores)} cores busy, with ${amount(group)} readings in a transaction`],
    ['Disk', `${bytes(capacity.last_day_bytes)} for the last day, ${bytes(capacity.year_bytes)} for each year`],
    [
      'Servers',
      servers === 1
        ? `one PostgreSQL of ${cores} cores, busy for ${Math.round((100 * database_cores) / cores)} %`
        : `a Citus cluster of a coordinator and ${servers} workers of ${cores} cores, with a cell on each`,
    ],
  ] as const
  return rows.map(([what, text]) => `${what.padEnd(12)}${text}`).join('\n')
}

const amount = (value: number): string =>
  value.toLocaleString('en', { maximumSignificantDigits: 2, notation: 'compact', compactDisplay: 'long' })

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const

function bytes(count: number): string {
  const unit = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, count)) / 3))
  return `${amount(count / 1_000 ** unit)} ${UNITS[unit]}`
}
