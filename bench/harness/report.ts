import { cpus } from 'node:os'
import type pg from 'pg'
import { query } from './bench-database.ts'
import type { Measurement } from './measure.ts'
import { median } from './site.ts'

export interface Summary {
  contender: string
  readingsPerS: number
  p50Ms: number
  p99Ms: number
  errors: number
  appUs: number | null
  databaseUs: number | null
  generatorCores: number
  othersCores: number | null
}

export interface Report {
  settings: Record<string, number>
  machine: Machine
  /** The service comes first. */
  contenders: Compared[]
  /** Readings acknowledged by the service, and readings stored. */
  readings: { answered: number; stored: number }
  /** Versions of the peers, by name. */
  versions: Record<string, string | null>
  measurements: Measurement[]
}

export interface Compared extends Summary {
  /** CPU time per reading of the contender and its database. */
  cpuUs: number
  /** That of the service divided by the contender's: the median of the rounds. */
  cpuRatio: number
  /** The rate of the service divided by the contender's: the median of the rounds. */
  ratio: number
}

export interface Machine {
  cores: number
  model: string
  node: string
  postgres: string
}

export async function machine(connection: pg.ClientConfig): Promise<Machine> {
  const [server] = await query<{ server_version: string }>(connection, 'show server_version')
  const model = cpus()[0]?.model.trim() ?? 'unknown'
  return { cores: cpus().length, model, node: process.version, postgres: server!.server_version }
}

/** Medians of one contender over all rounds, and the sum of its errors. */
export function summarize(measurements: readonly Measurement[]): Summary {
  const middle = (value: (measurement: Measurement) => number | null) => {
    const values = measurements.map(value).filter((number) => number !== null)
    return values.length === 0 ? null : median(values)
  }
  return {
    contender: measurements[0]!.contender,
    readingsPerS: middle(rateOf)!,
    p50Ms: middle(({ p50Ms }) => p50Ms)!,
    p99Ms: middle(({ p99Ms }) => p99Ms)!,
    errors: measurements.reduce((sum, { errors }) => sum + errors, 0),
    appUs: middle(({ appUs }) => appUs),
    databaseUs: middle(({ databaseUs }) => databaseUs),
    generatorCores: middle(({ generatorCores }) => generatorCores)!,
    othersCores: middle(({ othersCores }) => othersCores),
  }
}

/** Compares contenders that were measured in turn with the first of them, round by round. */
export function compare(rounds: readonly (readonly Measurement[])[]): Compared[] {
  const middle = (place: number, value: (own: Measurement, first: Measurement) => number) =>
    median(rounds.map((round) => value(round[place]!, round[0]!)))
  return rounds[0]!.map((_, place) => ({
    ...summarize(rounds.map((round) => round[place]!)),
    cpuUs: middle(place, cpuOf),
    cpuRatio: middle(place, (own, first) => cpuOf(first) / cpuOf(own)),
    ratio: middle(place, (own, first) => rateOf(first) / rateOf(own)),
  }))
}

const cpuOf = ({ appUs, databaseUs }: Measurement): number => (appUs ?? Number.NaN) + (databaseUs ?? 0)
const rateOf = ({ answered, seconds }: Measurement): number => answered / seconds

const BUSY_CORES = 0.2

/** Says how much of the machine other programs took meanwhile. */
export function busyness(contenders: readonly Summary[]): string {
  const cores = median(contenders.map(({ othersCores }) => Math.max(0, othersCores ?? 0)))
  const rates = cores > BUSY_CORES ? ', so rates and times are those of a busy machine' : ''
  return `Other programs used ${cores.toFixed(1)} cores meanwhile${rates}.`
}

const HEADINGS = [
  '',
  'CPU µs',
  'tocsin takes',
  'tocsin is',
  'readings/s',
  'p50 ms',
  'p99 ms',
  'errors',
  'app µs',
  'database µs',
  'generator',
  'others',
]

export function printed({ settings, machine, contenders, readings, measurements }: Report): string {
  const rows = contenders.map((row) => [
    row.contender,
    row.cpuUs.toFixed(1),
    `${row.cpuRatio.toFixed(2)} ×`,
    `${row.ratio.toFixed(2)} ×`,
    Math.round(row.readingsPerS).toLocaleString('en'),
    row.p50Ms.toFixed(1),
    row.p99Ms.toFixed(1),
    String(row.errors),
    row.appUs?.toFixed(1) ?? '-',
    row.databaseUs?.toFixed(1) ?? '-',
    `${Math.round(row.generatorCores * 100)} %`,
    row.othersCores === null ? '-' : `${Math.max(0, Math.round(row.othersCores * 100))} %`,
  ])
  const { seconds, rounds, connections, devices } = settings
  return [
    '',
    ...table([HEADINGS, ...rows]),
    '',
    `tocsin: ${readings.answered} answered with 200, ${readings.stored} stored`,
    ...refusals(measurements),
    `Medians of ${rounds} rounds of ${seconds} s; ${connections} connections, ${devices} devices; one reading a request.`,
    'CPU time (µs) is per reading, of the service and its database; generator and others are shares of one core.',
    '"tocsin takes" is its CPU time, and "tocsin is" its rate, divided by that of the row.',
    `${machine.cores} × ${machine.model}, Node ${machine.node}, PostgreSQL ${machine.postgres}`,
    '',
  ].join('\n')
}

export function table(rows: readonly string[][]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const cell = (text: string, column: number) =>
    column === 0 ? text.padEnd(widths[column]!) : text.padStart(widths[column]!)
  return rows.map((row) => row.map(cell).join('  '))
}

const refusals = (measurements: readonly Measurement[]): string[] =>
  measurements
    .filter(({ errors }) => errors > 0)
    .map(({ contender, statuses }) => `${contender}: answers other than 2xx: ${JSON.stringify(statuses)}`)
