// Measures on a given Citus (CITUS_URL) what a cell costs: the processor time of a reading in one, straight at its worker
// and through the coordinator, beside a database without Citus on the same server; and the newest alerts of all sites over
// eight cells, beside as many in one.
import { parseArgs } from 'node:util'
import pg from 'pg'
import { openDatabases } from '../src/app/node/open-databases.ts'
import { BY_COMMAND } from '../src/core/audit-log/record-change.ts'
import { addDevices } from '../src/core/devices/add-devices.ts'
import { listDevicesByIds } from '../src/core/devices/device-store.ts'
import { ingestReadings } from '../src/core/ingestion/ingest-readings.ts'
import { ruleSet } from '../src/core/rules/engine/rule-set.ts'
import { readRulePacks } from '../src/core/rules/packs/rule-packs.ts'
import { withDefaults } from '../src/core/rules/rule.ts'
import { createSite } from '../src/core/sites/manage-sites.ts'
import { type ReadingBody, toReading } from '../src/core/telemetry/reading.ts'
import { readingMonths } from '../src/core/telemetry/storage/open-months.ts'
import { fillCells } from '../src/platform/database/cells/add-cell.ts'
import { openCells } from '../src/platform/database/cells/known-cells.ts'
import { type CellDatabase, type Database, schemaOf } from '../src/platform/database/database.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { type CitusServer, openCitus, processOf, query, withoutCitus } from '../test/harness/citus.ts'
import type { Scope } from '../test/harness/cleanup.ts'
import { servedProgram } from '../test/harness/served.ts'
import { cpuTimeOfFamily } from './harness/cpu-time.ts'
import { table } from './harness/report.ts'
import { median, saveJson } from './harness/site.ts'

const { values } = parseArgs({
  options: {
    devices: { type: 'string', default: '190' },
    groups: { type: 'string', default: '150' },
    rounds: { type: 'string', default: '5' },
    alerts: { type: 'string', default: '40000' },
    json: { type: 'string' },
  },
})
const [DEVICES, GROUPS, ROUNDS, ALERTS] = [values.devices, values.groups, values.rounds, values.alerts].map(Number) as [
  number,
  number,
  number,
  number,
]
/** One is on the coordinator. */
const CELLS = 9
const PLAIN = 'tocsin_bench_plain'
const onError = (error: unknown) => process.stderr.write(`${String(error)}\n`)

const missing = withoutCitus()
if (missing === null) await run()
else process.stderr.write(`NOTHING WAS MEASURED: ${missing}\n`)

async function run(): Promise<void> {
  const work: (() => unknown)[] = []
  const scope: Scope = { after: (step?: unknown) => void work.push(step as () => unknown) }
  try {
    const citus = await openCitus(scope, 'tocsin_bench')
    const plain = await besideCitus(scope, citus.coordinator)
    await migrate(citus.connection)
    await migrate(plain)
    const all = await openCells(citus.connection, { connections: 1, applicationName: 'bench', onError })
    await fillCells(all, CELLS, new Date())
    await all.close()
    const servers = [citus.coordinator, ...citus.workers]
    const reading = await measureReadings(scope, citus.connection, plain, servers)
    const lists = await measureLists(scope, citus.connection, plain)
    saveJson(values.json, { settings: values, reading, lists })
  } finally {
    for (const step of work.reverse()) await step()
  }
}

/** A database without Citus, on the server of the coordinator. */
async function besideCitus(scope: Scope, { connection }: CitusServer): Promise<pg.ClientConfig> {
  const url = new URL(connection.connectionString!)
  const drop = () => query(connection, `drop database if exists ${PLAIN} with (force)`)
  await drop()
  await query(connection, `create database ${PLAIN} template template0`)
  scope.after(drop)
  url.pathname = PLAIN
  return { connectionString: url.href }
}

interface Way {
  name: string
  /** Stores a group of readings. */
  store: () => Promise<void>
}

async function measureReadings(
  scope: Scope,
  connection: pg.ClientConfig,
  plain: pg.ClientConfig,
  servers: readonly CitusServer[],
) {
  const parts = { report: () => onError, databaseAnswers: () => undefined }
  const [ofCitus, ofPlain] = [
    await openDatabases({ connection, ...parts }),
    await openDatabases({ connection: plain, ...parts }),
  ]
  scope.after(ofCitus.close)
  scope.after(ofPlain.close)
  const through = await openCells(connection, {
    connections: 2,
    applicationName: 'bench',
    onError,
    pipeline: true,
    settlesCommits: true,
  })
  scope.after(through.close)
  const site = await createSite(ofCitus.db, { name: 'On a worker', notes: '' }, BY_COMMAND, new Date())
  const [row] = await query<{ cell: number }>(connection, 'select cell from sites where id = $1', [site])
  const { cell } = row!
  const ways = [
    await wayOf('plain', ofPlain.db, ofPlain.ingestDb.inCell(0), 0, null),
    await wayOf('straight at the worker', ofCitus.db, ofCitus.ingestDb.inCell(cell), cell, site),
    await wayOf('through the coordinator', ofCitus.db, through.inCell(cell), cell, site),
  ]
  const pids = await Promise.all(servers.map(processOf))
  const spent = () => pids.reduce((sum, pid) => sum + (cpuTimeOfFamily(pid) ?? 0), 0)
  const measured = new Map<string, number[]>(ways.map(({ name }) => [name, []]))
  for (const { store } of ways) for (let group = 0; group < GROUPS; group += 1) await store()
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { name, store } of ways) {
      const before = spent()
      for (let group = 0; group < GROUPS; group += 1) await store()
      measured.get(name)!.push((spent() - before) / GROUPS / DEVICES)
    }
  }
  const base = median(measured.get('plain')!)
  const rows = ways.map(({ name }) => {
    const us = median(measured.get(name)!)
    return { name, us, ratio: us / base, rounds: measured.get(name)! }
  })
  process.stdout.write(
    `Processor time of the database for a reading, in groups of ${DEVICES}; medians of ${ROUNDS} rounds in turn\n${table(
      [['way', 'µs', '× plain'], ...rows.map(({ name, us, ratio }) => [name, us.toFixed(1), ratio.toFixed(2)])],
    ).join('\n')}\n\n`,
  )
  return rows
}

async function wayOf(
  name: string,
  db: Database,
  ingestDb: CellDatabase,
  cell: number,
  siteId: number | null,
): Promise<Way> {
  const settings = { module: 'health', notes: '', expected_interval_s: null, offline_after_s: null } as const
  const added = await addDevices(
    db,
    Array.from({ length: DEVICES }, (_, place) => ({
      ...settings,
      metrics: {},
      tags: [],
      icon: null,
      site_id: siteId,
      name: `${name} ${place + 1}`,
    })),
    BY_COMMAND,
    new Date(),
  )
  const devices = await listDevicesByIds(
    db,
    added.map(({ id }) => id),
  )
  const rules = ruleSet((await readRulePacks()).map((definition) => withDefaults(definition, 1)))
  const months = readingMonths(db.inCell(cell))
  const context = {
    db: ingestDb,
    rules: () => rules,
    months,
    incidents: { minSeverity: 'warning', grouping: 'device' } as const,
    offlineAfterS: 600,
    now: () => new Date(),
  }
  let at = Date.now() - 86_400_000
  return {
    name,
    async store() {
      at += 1_000
      const body: ReadingBody = {
        module: 'health',
        ts: at / 1_000,
        metrics: { systolic: 118, diastolic: 76, heart_rate: 70 },
      }
      await ingestReadings(
        context,
        devices.map((device) => ({ device, reading: toReading(body, at) })),
      )
    },
  }
}

async function measureLists(scope: Scope, connection: pg.ClientConfig, plain: pg.ClientConfig) {
  const login = { ADMIN_EMAIL: 'admin@example.org', ADMIN_PASSWORD: 'a quiet harbour at dawn' }
  const ENCRYPTION_KEY = Buffer.alloc(32, 7).toString('hex')
  const open = async ({ connectionString }: pg.ClientConfig) => {
    const served = await servedProgram(scope, {
      DATABASE_URL: connectionString!,
      ENCRYPTION_KEY,
      WORKERS: '1',
      ...login,
    })
    await served.start()
    const answer = await fetch(`${served.url}/api/mobile/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: login.ADMIN_EMAIL, password: login.ADMIN_PASSWORD }),
    })
    const { data } = (await answer.json()) as { data: { token: string } }
    return async (path: string) => {
      const began = performance.now()
      const list = await fetch(`${served.url}${path}`, { headers: { authorization: `Bearer ${data.token}` } })
      const text = await list.text()
      if (list.status !== 200) throw new Error(`${path} answered ${list.status}: ${text}`)
      return performance.now() - began
    }
  }
  await fillAlerts(connection, CELLS - 1)
  await fillAlerts(plain, 0)
  const [over, alone] = [await open(connection), await open(plain)]
  const lists = ['/api/mobile/alerts?limit=50', '/api/mobile/alerts?status=open&limit=50', '/api/mobile/summary']
  const rows = []
  for (const path of lists) {
    const [cells, one]: [number[], number[]] = [[], []]
    for (let round = 0; round < 8 * ROUNDS; round += 1) {
      cells.push(await over(path))
      one.push(await alone(path))
    }
    rows.push({ path, cells: median(cells), one: median(one) })
  }
  process.stdout.write(
    `Milliseconds of an answer, with ${ALERTS} alerts in each of ${CELLS - 1} cells, and as many in one\n${table([
      ['list', 'cells', 'plain'],
      ...rows.map(({ path, cells, one }) => [path, cells.toFixed(1), one.toFixed(1)]),
    ]).join('\n')}\n`,
  )
  return rows
}

/** Into each of these cells, or all into the only one. */
async function fillAlerts(connection: pg.ClientConfig, cells: number): Promise<void> {
  const numbers = cells === 0 ? [0] : Array.from({ length: cells }, (_, place) => place + 1)
  const each = cells === 0 ? ALERTS * (CELLS - 1) : ALERTS
  for (const cell of numbers) {
    const site = cells === 0 ? 1 : 1_000 + cell
    const device = 1_000_000 + cell
    const schema = schemaOf(cell)
    const client = new pg.Client({ ...connection, options: `-c search_path=${schema},public` })
    await client.connect()
    try {
      if (cells > 0)
        await client.query(
          `insert into sites (id, name, created_at, cell) overriding system value values ($1, $2, now(), $3)`,
          [site, `Cell ${cell}`, cell],
        )
      await client.query(
        `insert into devices (id, name, module, site_id, token_hash, token_hint, created_at)
         overriding system value
         values ($1, $2, 'health', $3, $4, '0000', now())`,
        [device, `Monitor of cell ${cell}`, site, `bench ${cell}`],
      )
      await client.query(`insert into ${schema}.device_states (device_id) values ($1)`, [device])
      await client.query(
        `insert into ${schema}.alerts (
           device_id, alert_id, rule_key, rule_version, module, severity, status, title, field, triggered_value, last_value,
           peak_value, occurrences, triggered_at, raised_at, resolved_at, late, latched
         )
         select
           $1, $2::bigint * 2 ^ 40 + 1000000 + n, 'bench.' || n, 1, 'health', (array['info', 'warning', 'critical'])[1 + n % 3],
           case when n % 20 = 0 then 'firing' else 'resolved' end, 'Too high', 'metrics.systolic', 190, 190, 190, 1,
           now() - n * interval '1 second', now() - n * interval '1 second', case when n % 20 > 0 then now() end, false, false
         from generate_series(1, $3::integer) as n`,
        [device, cell, each],
      )
      await client.query(`analyze ${schema}.alerts`)
    } finally {
      await client.end()
    }
  }
}
