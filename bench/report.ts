import { cpus } from 'node:os'
import type { Measurement } from './measure.ts'

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
  machine: { cores: number; model: string; node: string; postgres: string }
  ratios: { toBareRoute: number; toTransactionPerRequest: number; toInsertPerRequest: number }
  contenders: Summary[]
  /** Of the service: how many readings it said are stored, and how many are. */
  readings: { answered: number; stored: number }
  measurements: Measurement[]
}

export const machine = (postgres: string): Report['machine'] => ({
  cores: cpus().length,
  model: cpus()[0]?.model.trim() ?? 'unknown',
  node: process.version,
  postgres,
})

/** One contender over all rounds: the medians, and the sum of the errors. */
export function summarize(measurements: readonly Measurement[]): Summary {
  const middle = (value: (measurement: Measurement) => number | null) => {
    const values = measurements.map(value).filter((number) => number !== null)
    return values.length === 0 ? null : median(values)
  }
  return {
    contender: measurements[0]!.contender,
    readingsPerS: middle(({ answered, seconds }) => answered / seconds)!,
    p50Ms: middle(({ p50Ms }) => p50Ms)!,
    p99Ms: middle(({ p99Ms }) => p99Ms)!,
    errors: measurements.reduce((sum, { errors }) => sum + errors, 0),
    appUs: middle(({ appUs }) => appUs),
    databaseUs: middle(({ databaseUs }) => databaseUs),
    generatorCores: middle(({ generatorCores }) => generatorCores)!,
    othersCores: middle(({ othersCores }) => othersCores),
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

const HEADINGS = ['', 'readings/s', 'p50 ms', 'p99 ms', 'errors', 'app µs', 'database µs', 'generator', 'others']

export function printed({ settings, machine, ratios, contenders, readings, measurements }: Report): string {
  const rows = contenders.map((row) => [
    row.contender,
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
    `tocsin / bare route              = ${ratios.toBareRoute.toFixed(2)}`,
    `tocsin / transaction per request = ${ratios.toTransactionPerRequest.toFixed(1)}`,
    `tocsin / insert per request      = ${ratios.toInsertPerRequest.toFixed(1)}`,
    '',
    ...table([HEADINGS, ...rows]),
    '',
    `tocsin: ${readings.answered} answered with 200, ${readings.stored} stored`,
    ...refusals(measurements),
    `Medians of ${rounds} rounds of ${seconds} s; ${connections} connections, ${devices} devices; one reading a request.`,
    'CPU time (µs) is per reading; generator and others are shares of one core.',
    `${machine.cores} × ${machine.model}, Node ${machine.node}, PostgreSQL ${machine.postgres}`,
    '',
  ].join('\n')
}

function table(rows: readonly string[][]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const cell = (text: string, column: number) =>
    column === 0 ? text.padEnd(widths[column]!) : text.padStart(widths[column]!)
  return rows.map((row) => row.map(cell).join('  '))
}

const refusals = (measurements: readonly Measurement[]): string[] =>
  measurements
    .filter(({ errors }) => errors > 0)
    .map(({ contender, statuses }) => `${contender}: answers other than 200: ${JSON.stringify(statuses)}`)
