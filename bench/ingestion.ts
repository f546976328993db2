// Measures how many readings a second the service ingests, one per request, beside references under the same load at
// the same time: a bare route that stores nothing, the same steps with a transaction per request, a route with one
// insert per request, and InfluxDB, VictoriaMetrics and Zabbix if installed. Also measures the service when each reading comes
// on a connection of its own, as from devices that sleep in between.
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { migrate } from '../src/platform/database/migrate.ts'
import { type Contender, startBareRoute, startInsertRoute, startTransactionRoute } from './contenders/contenders.ts'
import { startInfluxDb, startVictoriaMetrics } from './contenders/peers.ts'
import { startZabbix } from './contenders/zabbix/zabbix.ts'
import { newTokens, query } from './harness/bench-database.ts'
import { type Measurement, measure } from './harness/measure.ts'
import { compare, machine, printed, type Report } from './harness/report.ts'
import { onSite, type Site, saveJson } from './harness/site.ts'

const WARM_UP_S = 2
/** Before the first round, for JavaScript's compilers: a service that has just started is another question. */
const FIRST_WARM_UP_S = 8

const { settings, json } = readArguments()
const PER_REQUEST = 'transaction_per_request'
const NEW_CONNECTIONS = 'tocsin, new connections'

await onSite(async (site) => {
  const { folder, connection, databasePid, tocsin } = site
  const contenders: Contender[] = [tocsin, { ...tocsin, name: NEW_CONNECTIONS, newConnections: true }]
  const started: Contender[] = []
  try {
    const perRequest = await newDatabase(connection, PER_REQUEST)
    await migrate(perRequest)
    started.push(await startBareRoute(folder), await startTransactionRoute(folder, perRequest, databasePid))
    const perInsert = await newDatabase(connection, 'insert_per_request')
    started.push(await startInsertRoute(folder, perInsert, databasePid))
    const peers = [
      await startInfluxDb(folder),
      await startVictoriaMetrics(folder),
      await startZabbix(folder, settings.devices),
    ]
    started.push(...peers.filter((peer) => peer !== null))
    contenders.push(...started)
    const report = await inTurn(site, contenders, await newTokens(perRequest, settings.devices))
    process.stdout.write(printed(report))
    saveJson(json, report)
    const failed = report.contenders.some(({ errors }) => errors > 0)
    if (failed || report.readings.answered !== report.readings.stored) process.exitCode = 1
    if (failed) for (const { name, output } of contenders) process.stderr.write(`${name}: ${output().slice(-2_000)}\n`)
  } finally {
    for (const contender of started) await contender.stop()
  }
})

async function newDatabase(connection: pg.ClientConfig, name: string): Promise<pg.ClientConfig> {
  await query(connection, `create database ${name}`)
  return { ...connection, database: name }
}

async function inTurn(site: Site, contenders: readonly Contender[], othersTokens: string[]): Promise<Report> {
  const ownTokens = await newTokens(site.connection, settings.devices)
  const { connections, seconds } = settings
  const drive = (contender: Contender, warmUpS: number) => {
    const tokens = contender.name === 'transaction per request' ? othersTokens : ownTokens
    const load = { tokens, connections, readingsPerRequest: 1, warmUpS, seconds }
    return measure(contender, load, site.signal)
  }
  const warmUps: Measurement[] = []
  for (const contender of contenders) warmUps.push(await drive(contender, FIRST_WARM_UP_S))
  const rounds: Measurement[][] = []
  for (let round = 1; round <= settings.rounds; round += 1) {
    const measurements: Measurement[] = []
    for (const contender of contenders) {
      const measurement = await drive(contender, WARM_UP_S)
      measurements.push(measurement)
      const rate = Math.round(measurement.answered / measurement.seconds)
      process.stderr.write(`round ${round}: ${contender.name} ${rate} readings/s\n`)
    }
    rounds.push(measurements)
  }
  const measurements = rounds.flat()
  const own = [...warmUps, ...measurements].filter(({ contender }) => ['tocsin', NEW_CONNECTIONS].includes(contender))
  const [count] = await query<{ stored: number }>(site.connection, 'select count(*)::integer as stored from readings')
  return {
    settings,
    machine: await machine(site.connection),
    contenders: compare(rounds),
    readings: { answered: own.reduce((sum, { allAnswered }) => sum + allAnswered, 0), stored: count!.stored },
    versions: Object.fromEntries(
      contenders.flatMap(({ name, version }) => (version === undefined ? [] : [[name, version]])),
    ),
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
