// Measures the bytes on disk of a reading: readings of seven kinds and five cadences, stored by the service, by InfluxDB
// and by VictoriaMetrics. Database files with their indexes, without write-ahead logs, after each store has merged and
// vacuumed what it has.
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { monthOf } from '../src/core/telemetry/storage/reading-months.ts'
import { embeddedPostgres } from '../src/platform/postgres/supervisor.ts'
import { KINDS, type Kind, type Plan, readingsOf } from './disk/device-readings.ts'
import { bytesOfMonth, compactMonth, storeMonth } from './disk/own-month.ts'
import { bytesInPeers } from './disk/peer-month.ts'
import { query } from './harness/bench-database.ts'
import { machine, table } from './harness/report.ts'
import { saveJson } from './harness/site.ts'

const CADENCES = { '1 s': 1, '10 s': 10, '1 min': 60, '5 min': 300, '1 h': 3_600 }
const USUAL = { kind: 'one decimal, with location', cadence: '1 min' } as const
const MONTH_S = 30 * 86_400

const { values } = parseArgs({
  options: {
    // All cadences of the usual kind and all kinds at the usual cadence; with --all, each kind at each cadence.
    all: { type: 'boolean', default: false },
    kind: { type: 'string' },
    cadence: { type: 'string' },
    readings: { type: 'string', default: '259200' },
    json: { type: 'string' },
  },
})
const atMost = Number(values.readings)
if (values.kind !== undefined && !Object.hasOwn(KINDS, values.kind)) {
  throw new Error(`--kind takes one of: ${Object.keys(KINDS).join('; ')}`)
}
if (!(atMost >= 1_000)) throw new Error('--readings takes a number from 1000')

/** Steps applied to a month before its tables are measured. */
const STAGES: Record<string, (connection: pg.ClientConfig, from: number) => Promise<void>> = {
  rows: async () => undefined,
  chunks: compactMonth,
}

/** The last whole month. VictoriaMetrics takes nothing older than a year. */
const today = new Date()
const from = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1)

const folder = mkdtempSync(join(tmpdir(), 'tocsin-bench-'))
// When started as root, PostgreSQL runs as another user, which must be able to traverse the folder.
chmodSync(folder, 0o711)
const postgres = await embeddedPostgres(folder)
try {
  const results = []
  for (const [place, { kind, cadence }] of wanted().entries()) {
    const plan = planOf(kind, CADENCES[cadence])
    const database = `month_${place}`
    await query(postgres.connection, `create database ${database}`)
    const tocsin = await ownBytes({ ...postgres.connection, database }, plan)
    await query(postgres.connection, `drop database ${database}`)
    const own = join(folder, database)
    mkdirSync(own)
    const peers = await bytesInPeers(own, monthOf(from).table.slice('readings_'.length), () => readingsOf(plan))
    rmSync(own, { recursive: true })
    const result = {
      kind,
      cadence,
      devices: plan.devices,
      readings: plan.readings,
      ...perReading(plan, { ...tocsin, ...peers }),
    }
    process.stderr.write(`${JSON.stringify(result)}\n`)
    results.push(result)
  }
  const stores = [...Object.keys(STAGES), 'InfluxDB', 'VictoriaMetrics']
  const rows = results.map(({ kind, cadence, bytes }) => [
    `${kind}, every ${cadence}`,
    ...stores.map((store) => bytes[store]?.toFixed(1) ?? '-'),
  ])
  console.log(table([['bytes a reading', ...stores], ...rows]).join('\n'))
  saveJson(values.json, { settings: { readings: atMost }, machine: await machine(postgres.connection), results })
} finally {
  await postgres.leave()
  rmSync(folder, { recursive: true, force: true })
}

function wanted(): { kind: Kind; cadence: keyof typeof CADENCES }[] {
  const every = (Object.keys(KINDS) as Kind[]).flatMap((kind) =>
    (Object.keys(CADENCES) as (keyof typeof CADENCES)[]).map((cadence) => ({ kind, cadence })),
  )
  const isUsual = ({ kind, cadence }: (typeof every)[number]) => kind === USUAL.kind || cadence === USUAL.cadence
  return every.filter(
    (one) =>
      (values.kind ?? one.kind) === one.kind &&
      (values.cadence ?? one.cadence) === one.cadence &&
      (values.all || values.kind !== undefined || values.cadence !== undefined || isUsual(one)),
  )
}

/** A month of as many devices as give about this many readings; of a fast device, its first days. */
function planOf(kind: Kind, everyS: number): Plan {
  const readings = Math.min(atMost, MONTH_S / everyS)
  return { kind, everyS, readings, devices: Math.round(atMost / readings), from }
}

async function ownBytes(connection: pg.ClientConfig, plan: Plan): Promise<Record<string, number>> {
  await storeMonth(connection, plan.devices, readingsOf(plan))
  const bytes: Record<string, number> = {}
  for (const [stage, work] of Object.entries(STAGES)) {
    await work(connection, plan.from)
    bytes[stage] = await bytesOfMonth(connection, plan.from)
  }
  return bytes
}

function perReading({ devices, readings }: Plan, bytes: Record<string, number | null>) {
  const each = Object.entries(bytes).map(([store, all]) => [store, all === null ? null : all / (devices * readings)])
  return { bytes: Object.fromEntries(each) as Record<string, number | null> }
}
