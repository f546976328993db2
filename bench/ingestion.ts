// How many readings a second the service takes in, one reading a request, beside references that are driven the same
// way in the same minutes: a bare route that stores nothing, the same steps with a transaction for each request, and a
// route that does nothing but one insert in a transaction for each request.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { findPostmaster } from '../src/platform/embedded-postgres/postmaster.ts'
import { type EmbeddedPostgres, embeddedPostgres } from '../src/platform/embedded-postgres/supervisor.ts'
import { migrate } from '../src/platform/migrate.ts'
import { newDevices, query } from './bench-database.ts'
import { type Contender, startBareRoute, startInsertRoute, startTocsin, startTransactionRoute } from './contenders.ts'
import { type Measurement, measure } from './measure.ts'
import { machine, printed, type Report, summarize } from './report.ts'

const WARM_UP_S = 2
/** Before the first round, for the compilers of JavaScript: a service that has just started is another question. */
const FIRST_WARM_UP_S = 8

const { settings, json } = readArguments()
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())

const folder = mkdtempSync(join(tmpdir(), 'tocsin-bench-'))
// Started as root, PostgreSQL runs as another user, who must be able to pass.
chmodSync(folder, 0o711)
const contenders: Contender[] = []
let postgres: EmbeddedPostgres | undefined
try {
  postgres = await embeddedPostgres(folder)
  contenders.push(await startTocsin(folder), await startBareRoute(folder))
  const connection = postgres.connection
  const database = async (name: string) => {
    await query(connection, `create database ${name}`)
    return { ...connection, database: name }
  }
  const perRequest = await database('transaction_per_request')
  await migrate(perRequest)
  contenders.push(await startTransactionRoute(folder, perRequest))
  contenders.push(await startInsertRoute(folder, await database('insert_per_request')))
  const report = await compare(connection, perRequest)
  process.stdout.write(printed(report))
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(report, null, 2)}\n`)
  const failed = report.contenders.some(({ errors }) => errors > 0)
  if (failed || report.readings.answered !== report.readings.stored) process.exitCode = 1
  if (failed) for (const { name, output } of contenders) process.stderr.write(`${name}: ${output().slice(-2_000)}\n`)
} finally {
  // The last one first; the service stops its database, or we do if it could not.
  for (const contender of contenders.reverse()) await contender.stop()
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function compare(connection: pg.ClientConfig, perRequest: pg.ClientConfig): Promise<Report> {
  const own = await newDevices(connection, settings.devices)
  const others = await newDevices(perRequest, settings.devices)
  const databasePid = findPostmaster(join(folder, 'postgres'))!.pid
  const drive = (contender: Contender, warmUpS: number) => {
    const tokens = contender.name === 'transaction per request' ? others : own
    const load = {
      tokens,
      connections: settings.connections,
      readingsPerRequest: 1,
      warmUpS,
      seconds: settings.seconds,
    }
    return measure(contender, load, databasePid, stopping.signal)
  }
  const warmUps: Measurement[] = []
  for (const contender of contenders) warmUps.push(await drive(contender, FIRST_WARM_UP_S))
  const measurements: Measurement[] = []
  for (let round = 1; round <= settings.rounds; round += 1) {
    for (const contender of contenders) {
      const measurement = await drive(contender, WARM_UP_S)
      measurements.push(measurement)
      const rate = Math.round(measurement.answered / measurement.seconds)
      process.stderr.write(`round ${round}: ${contender.name} ${rate} readings/s\n`)
    }
  }
  const of = (name: string) => measurements.filter(({ contender }) => contender === name)
  const summaries = contenders.map(({ name }) => summarize(of(name)))
  const [tocsin, bare, transaction, insert] = summaries.map(({ readingsPerS }) => readingsPerS)
  const [count] = await query<{ stored: number }>(connection, 'select count(*)::integer as stored from readings')
  const [server] = await query<{ server_version: string }>(connection, 'show server_version')
  return {
    settings,
    machine: machine(server!.server_version),
    ratios: {
      toBareRoute: tocsin! / bare!,
      toTransactionPerRequest: tocsin! / transaction!,
      toInsertPerRequest: tocsin! / insert!,
    },
    contenders: summaries,
    readings: {
      answered: [...warmUps, ...measurements]
        .filter(({ contender }) => contender === 'tocsin')
        .reduce((sum, { allAnswered }) => sum + allAnswered, 0),
      stored: count!.stored,
    },
    measurements,
  }
}

function readArguments() {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '6' },
      rounds: { type: 'string', default: '3' },
      connections: { type: 'string', default: '256' },
      devices: { type: 'string', default: '1000' },
      json: { type: 'string' },
    },
  })
  const number = (name: 'seconds' | 'rounds' | 'connections' | 'devices', most: number) => {
    const value = Number(values[name])
    if (!Number.isInteger(value) || value < 1 || value > most) throw new Error(`--${name} takes 1 to ${most}`)
    return value
  }
  const settings = {
    seconds: number('seconds', 600),
    rounds: number('rounds', 100),
    connections: number('connections', 10_000),
    devices: number('devices', 100_000),
  }
  return { settings, json: values.json }
}
