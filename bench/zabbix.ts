// Compares the service with Zabbix, which evaluates the same rules as triggers, in turn on the same machine: readings
// one by one and in batches, from a breach to its webhook, bytes on disk, memory, and what is lost of the acknowledged
// readings after kill -9.
import { parseArgs } from 'node:util'
import { alarmsInTurn } from './beside-zabbix/alarms.ts'
import { type Kill, killInTurn } from './beside-zabbix/kills.ts'
import { readingsInTurn } from './beside-zabbix/readings-in-turn.ts'
import { startZabbix, type Zabbix } from './contenders/zabbix/zabbix.ts'
import { bytesPerReading, newDevices, query } from './harness/bench-database.ts'
import { familyOf } from './harness/cpu-time.ts'
import { machine } from './harness/report.ts'
import { residentMb } from './harness/resident-memory.ts'
import { onSite, type Site, saveJson } from './harness/site.ts'
import { startReceiver } from './harness/webhook-delays.ts'

const DEVICES = 1_000
const KILLS: readonly Kill[] = [
  { rate: 200, seconds: 10, connections: 16 },
  { rate: null, seconds: 10, connections: 64 },
]
const ENV = { WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8' }

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '6' },
    rounds: { type: 'string', default: '3' },
    alarms: { type: 'string', default: '100' },
    json: { type: 'string' },
  },
})
const [seconds, rounds, alarms] = [Number(values.seconds), Number(values.rounds), Number(values.alarms)]
if (!(seconds >= 1) || !(rounds >= 1) || !(alarms >= 1)) {
  throw new Error('--seconds, --rounds and --alarms take numbers from 1')
}

const receiver = await startReceiver()
const beside = await besideZabbix(async (site, zabbix) => ({
  machine: await machine(site.connection),
  versions: await versionsOf(zabbix),
  ...(await loaded(site, zabbix)),
}))
if (beside !== null) {
  const kills: Awaited<ReturnType<typeof killInTurn>>[] = []
  for (const plan of KILLS) kills.push((await besideZabbix((site, zabbix) => killInTurn(site, zabbix, plan)))!)
  for (const { rate, tocsin, zabbix } of kills) {
    const of = ({ acknowledged, lost }: typeof tocsin) => `${lost} of ${acknowledged} acknowledged readings lost`
    console.log(`kill -9 at ${rate ?? 'all they take'} readings/s: tocsin ${of(tocsin)}, Zabbix ${of(zabbix)}`)
  }
  saveJson(values.json, { settings: { seconds, rounds, alarms, DEVICES }, ...beside, kills })
  if (kills.some(({ tocsin }) => tocsin.lost > 0)) process.exitCode = 1
}
receiver.close()

/** Starts both with databases of their own. Null if Zabbix is not installed. */
async function besideZabbix<Result>(work: (site: Site, zabbix: Zabbix) => Promise<Result>): Promise<Result | null> {
  let result: Result | null = null
  await onSite(async (site) => {
    const zabbix = await startZabbix(site.folder, DEVICES + alarms, `${receiver.origin}/Zabbix`)
    if (zabbix === null) return
    try {
      result = await work(site, zabbix)
    } finally {
      await zabbix.stop()
    }
  }, ENV)
  return result
}

async function loaded(site: Site, zabbix: Zabbix) {
  const { connection, tocsin, databasePid } = site
  const devices = await newDevices(connection, DEVICES + alarms)
  const tokens = devices.map(({ token }) => token)
  const alarming = Array.from({ length: alarms }, (_, place) => DEVICES + place)
  const delays = await alarmsInTurn(site, zabbix, receiver, devices, alarming)
  const { pairs, storedInZabbix } = await readingsInTurn(site, zabbix, tokens.slice(0, DEVICES), { rounds, seconds })
  const own = await bytesPerReading(connection)
  const [its] = await query<{ bytes: number }>(
    zabbix.connection,
    `select (pg_total_relation_size('history') + pg_total_relation_size('history_uint'))::float8 / ${storedInZabbix} as bytes`,
  )
  const bytes = { tocsin: own.table + own.index, zabbix: its!.bytes }
  console.log(`on disk: ${bytes.tocsin.toFixed(0)} bytes a reading, Zabbix ${bytes.zabbix.toFixed(0)}`)
  const memory = {
    tocsinMb: residentMb([...familyOf(tocsin.pid), ...familyOf(databasePid)]),
    zabbixMb: residentMb([...familyOf(zabbix.pid), ...familyOf(zabbix.databasePid!)]),
  }
  console.log(`memory after that: ${memory.tocsinMb.toFixed(0)} MB, Zabbix ${memory.zabbixMb.toFixed(0)} MB`)
  return { pairs, delays, bytes, memory }
}

async function versionsOf({ version, connection }: Zabbix) {
  const [server] = await query<{ server_version: string }>(connection, 'show server_version')
  return { zabbix: version, postgres: server!.server_version.split(' ')[0] }
}
