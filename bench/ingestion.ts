// Measures how many readings a second the service ingests, one per request, beside references under the same load at
// the same time: a bare route that stores nothing, the same steps with a transaction per request, a route with one
// insert per request, and the databases of `peers.ts` if installed.
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { migrate } from '../src/platform/database/migrate.ts'
import { type Contender, startBareRoute, startInsertRoute, startTransactionRoute } from './contenders/contenders.ts'
import { startInfluxDb, startVictoriaMetrics } from './contenders/peers.ts'
import { newTokens, query } from './harness/bench-database.ts'
import { type Measurement, measure } from './harness/measure.ts'
import { machine, printed, type Report, summarize } from './harness/report.ts'
import { onSite, type Site, saveJson } from './harness/site.ts'

const WARM_UP_S = 2
/** Before the first round, for JavaScript's compilers: a service that has just started is another question. */
const FIRST_WARM_UP_S = 8

const { settings, json } = readArguments()
const PER_REQUEST = 'transaction_per_request'

await onSite(async (site) => {
  const { folder, connection, tocsin } = site
  const contenders: Contender[] = [tocsin]
  try {
    const perRequest = await newDatabase(connection, PER_REQUEST)
    await migrate(perRequest)
    contenders.push(await startBareRoute(folder), await startTransactionRoute(folder, perRequest))
    contenders.push(await startInsertRoute(folder, await newDatabase(connection, 'insert_per_request')))
    for (const peer of [await startInfluxDb(folder), await startVictoriaMetrics(folder)]) {
      if (peer !== null) contenders.push(peer)
    }
    const report = await compare(site, contenders, await newTokens(perRequest, settings.devices))
    process.stdout.write(printed(report))
    saveJson(json, report)
    const failed = report.contenders.some(({ errors }) => errors > 0)
    if (failed || report.readings.answered !== report.readings.stored) process.exitCode = 1
    if (failed) for (const { name, output } of contenders) process.stderr.write(`${name}: ${output().slice(-2_000)}\n`)
  } finally {
    for (const contender of contenders.slice(1)) await contender.stop()
  }
})

async function newDatabase(connection: pg.ClientConfig, name: string): Promise<pg.ClientConfig> {
  await query(connection, `create database ${name}`)
  return { ...connection, database: name }
}

async function compare(site: Site, contenders: readonly Contender[], othersTokens: string[]): Promise<Report> {
  const ownTokens = await newTokens(site.connection, settings.devices)
  const { connections, seconds } = settings
  const drive = (contender: Contender, warmUpS: number) => {
    const tokens = contender.name === 'transaction per request' ? othersTokens : ownTokens
    const load = { tokens, connections, readingsPerRequest: 1, warmUpS, seconds }
    return measure(contender, load, site.databasePid, site.signal)
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
  const own = [...warmUps, ...measurements].filter(({ contender }) => contender === 'tocsin')
  const [count] = await query<{ stored: number }>(site.connection, 'select count(*)::integer as stored from readings')
  return {
    settings,
    machine: await machine(site.connection),
    contenders: summaries.map((summary) => ({ ...summary, ratio: summaries[0]!.readingsPerS / summary.readingsPerS })),
    readings: { answered: own.reduce((sum, { allAnswered }) => sum + allAnswered, 0), stored: count!.stored },
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
