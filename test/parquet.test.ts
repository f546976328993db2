import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { exportParquet, type ParquetFile } from '../src/app/transfer/parquet/export-parquet.ts'
import { listMonthsWithReadings } from '../src/core/telemetry/storage/reading-months.ts'
import type { InCell } from '../src/platform/database/database.ts'
import { type Person, startApp, type TestApp, type TestDevice } from './harness/app.ts'
import { urlOf } from './harness/database.ts'
import { startDuckDb } from './harness/duckdb.ts'
import { temporaryFolder } from './harness/temporary-folder.ts'

const MAIN = join(import.meta.dirname, '../src/main.ts')
const PAGE = join(import.meta.dirname, '../docs/parquet.md')
const NOW = new Date('2026-03-01T12:00:00.000Z')
const at = (time: string) => Date.parse(time) / 1_000

interface Exported {
  folder: string
  files: { month: string; file: string; readings: number; bytes: number }[]
}

/** Returns a function that runs the command for a folder, which is `history` in the working directory of DuckDB. */
function exports(t: TestContext, app: TestApp) {
  const folder = join(temporaryFolder(t), 'history')
  return async (...options: string[]): Promise<Exported> => {
    const env = { ...process.env, DATABASE_URL: urlOf(app.connection) }
    const command = [MAIN, 'export', '--parquet', folder, '--json', ...options]
    return JSON.parse((await promisify(execFile)(process.execPath, command, { env })).stdout)
  }
}

/** As text, since JSON.stringify writes −0 as 0. */
async function sendText(app: TestApp, device: TestDevice, body: string): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-device-token': device.token }
  const { status } = await fetch(`${app.url}/api/telemetry/ingest`, { method: 'POST', headers, body })
  assert.equal(status, 200, body)
}

async function readingsOf(app: TestApp, viewer: Person, device: TestDevice): Promise<Record<string, unknown>[]> {
  const path = `/api/mobile/devices/${device.id}/readings/export?format=ndjson`
  const answer = await fetch(`${app.url}${path}`, { headers: { authorization: viewer.authorization } })
  return (await answer.text()).split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
}

/** A reading of the API as a row of the file. */
function rowOf(device: TestDevice, name: string, reading: Record<string, unknown>, keys: readonly string[]): object {
  const { metrics, flags, ...fields } = reading as Record<'metrics' | 'flags', Record<string, unknown>>
  const values = { ...prefixed('metrics', metrics), ...prefixed('flags', flags) }
  return {
    ...fields,
    device_id: device.id,
    device: name,
    at: new Date(reading.at as string),
    received_at: new Date(reading.received_at as string),
    ts: BigInt(reading.ts as number),
    ...Object.fromEntries(keys.map((key) => [key, values[key] ?? null])),
  }
}

const prefixed = (part: string, values: object) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [`${part}.${key}`, value]))

test('readings in Parquet files are those of the API, bit for bit', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const query = await startDuckDb(t)
  const monitor = await app.createDevice({ name: 'Bed "7" – Süd 🛏', module: 'health' })
  const mine = await app.createDevice({ name: 'Mine', module: 'factory' })
  const march = (second: number) => at('2026-03-01') + second
  const numbers = [
    5e-324,
    1.7e308,
    -1.7e308,
    2 ** 53 - 1,
    2 ** 53,
    0.1 + 0.2,
    1 / 3,
    -2.5,
    1e21,
    1e-7,
    123456789.12345679,
    0,
  ]
  for (const [second, odd] of numbers.entries()) {
    await monitor.send({ ts: march(second), metrics: { odd, even: second * 2 }, battery: odd, signal: -second })
  }
  await monitor.send({ ts: march(100) * 1_000 + 7, lat: 46.05123456789, lng: -180, flags: { panic_pressed: true } })
  await monitor.send({ ts: march(100) * 1_000 + 7, flags: { panic_pressed: false, impact_g_force: 4.2 } })
  await monitor.send({ ts: march(101), module: 'vehicle' })
  // Often enough for a dictionary.
  for (let second = 200; second < 220; second += 2) {
    await sendText(
      app,
      monitor,
      `{"module":"health","ts":${march(second)},"lat":-0,"lng":-0.0,"battery":-0,"signal":0}`,
    )
    await sendText(
      app,
      monitor,
      `{"module":"health","ts":${march(second + 1)},"lat":0,"lng":0,"battery":0,"signal":-0}`,
    )
  }
  await monitor.send({ ts: 5, metrics: { odd: 1 } })
  await mine.send({ ts: march(0), metrics: { gas_type: 'CO "₂"\n', gas_ppm: 4 } })
  // Nothing later has this key, so the latest values do not know it.
  await mine.send({ ts: at('2026-02-28T23:59:59'), metrics: { retired: 1 }, flags: { retired: true } })
  await mine.send({ ts: march(1), metrics: { gas_ppm: null }, battery: 12.5 })

  const { folder, files } = await exports(t, app)()
  assert.deepEqual(
    files.map(({ month, readings }) => [month, readings]),
    [
      ['2026-02', 1],
      ['2026-03', 38],
    ],
  )
  const columns = await query(`describe from '${folder}/*/*.parquet'`)
  const types = Object.fromEntries(columns.map(({ column_name, column_type }) => [column_name, column_type]))
  assert.deepEqual(types, {
    device_id: 'INTEGER',
    device: 'VARCHAR',
    module: 'VARCHAR',
    at: 'TIMESTAMP WITH TIME ZONE',
    received_at: 'TIMESTAMP WITH TIME ZONE',
    ts: 'BIGINT',
    lat: 'DOUBLE',
    lng: 'DOUBLE',
    battery: 'DOUBLE',
    signal: 'DOUBLE',
    clock_suspect: 'BOOLEAN',
    'metrics.even': 'DOUBLE',
    'metrics.gas_ppm': 'DOUBLE',
    'metrics.gas_type': 'VARCHAR',
    'metrics.odd': 'DOUBLE',
    'metrics.retired': 'DOUBLE',
    'flags.impact_g_force': 'DOUBLE',
    'flags.panic_pressed': 'BOOLEAN',
    'flags.retired': 'BOOLEAN',
    month: 'VARCHAR',
  })

  const viewer = await app.logIn('viewer')
  const keys = Object.keys(types).filter((name) => name.includes('.'))
  const rows = async (month: string) =>
    await query(`select * exclude (month) from '${folder}/month=${month}/*.parquet'`)
  const [retired, ...ofMine] = await readingsOf(app, viewer, mine)
  const expected = (await readingsOf(app, viewer, monitor)).map((reading) => {
    // JSON.stringify has written −0 as 0.
    const second = (reading.ts as number) - march(200)
    if (second >= 0 && second < 20)
      Object.assign(reading, second % 2 ? { signal: -0 } : { lat: -0, lng: -0, battery: -0 })
    return rowOf(monitor, 'Bed "7" – Süd 🛏', reading, keys)
  })
  assert.deepEqual(await rows('2026-02'), [rowOf(mine, 'Mine', retired!, keys)])
  assert.deepEqual(await rows('2026-03'), [...expected, ...ofMine.map((reading) => rowOf(mine, 'Mine', reading, keys))])
  assert.equal(expected.filter((row) => 'clock_suspect' in row && row.clock_suspect).length, 1)
})

test('only the wanted month is exported, without deleted devices, and replaces the file of the last time', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const admin = await app.logIn('admin')
  const query = await startDuckDb(t)
  const [kept, gone] = [await app.createDevice({ name: 'Kept' }), await app.createDevice({ name: 'Gone' })]
  for (const device of [kept, gone]) {
    for (const day of ['2026-01-31', '2026-02-01', '2026-02-28T23:59:59.999Z'])
      await device.send({ ts: at(day) * 1_000 })
  }
  const run = exports(t, app)
  const { folder, files } = await run('--month', '2026-02')
  const file = `${folder}/month=2026-02/readings.parquet`
  assert.deepEqual(files, [{ month: '2026-02', file, readings: 4, bytes: statSync(file).size }])
  assert.deepEqual(readdirSync(folder), ['month=2026-02'])

  await admin('DELETE', `/api/admin/devices/${gone.id}`)
  await kept.send({ ts: at('2026-02-14') })
  await run('--month', '2026-02')
  const devices = await query(`select device, count(*)::integer as readings from '${file}' group by device`)
  assert.deepEqual(devices, [{ device: 'Kept', readings: 3 }])
  assert.deepEqual(readdirSync(dirname(file)), ['readings.parquet'])
  await assert.rejects(run('--month', '2025-12'), /No readings of 2025-12 are stored/)
  await assert.rejects(run('--month', '2026-13'), /It must be a month such as 2026-11/)
  const { data } = (await admin('GET', '/api/admin/audit?action=readings.exported')).body
  assert.deepEqual(
    data.map(({ subject }: { subject: { id: string } }) => subject.id),
    ['2026-02', '2026-02'],
  )
})

test('the queries of the documentation run on exported files', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const query = await startDuckDb(t)
  const monitor = await app.createDevice({ module: 'health' })
  for (const month of ['2025-10', '2025-11']) {
    const position = { lat: 46.05, lng: 14.5 }
    await monitor.send({
      ts: at(`${month}-11`),
      metrics: { temperature: 37 },
      flags: { fall_detected: false },
      ...position,
    })
  }
  const { folder } = await exports(t, app)()
  const statements = [...readFileSync(PAGE, 'utf8').matchAll(/^```sql\n(.*?)^```/gms)].flatMap(([, block]) =>
    block!.split(';\n'),
  )
  assert.ok(statements.length >= 3)
  for (const statement of statements) {
    const local = statement.replaceAll("'history", `'${folder}`).replaceAll('2026-11', '2025-11')
    if (local.trim() !== '') assert.equal((await query(local)).length >= 1, true, statement)
  }
})

test('an export asks for the devices that have readings in a month, not for each device', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const boiler = await app.createDevice({ name: 'Boiler' })
  await boiler.send({ ts: at('2026-02-03'), metrics: { gas_ppm: 3 } })
  await app.rows(`
    with added as (
      insert into devices (name, module, token_hash, token_hint, created_at)
      select 'Idle ' || i, 'factory', 'x' || i, '', now() from generate_series(1, 300) as i returning id
    )
    insert into device_states (device_id) select id from added`)
  let asked = 0
  const db = app.service.db.inCell(0)
  const counting: InCell = {
    ...db,
    inCell: () => counting,
    query(...statement) {
      asked += 1
      return db.query(...statement)
    },
  }
  const months = await listMonthsWithReadings(db)
  const files: ParquetFile[] = []
  for await (const file of exportParquet({ db: counting, folder: temporaryFolder(t), months, now: NOW }))
    files.push(file)
  assert.deepEqual(
    files.map(({ month, readings }) => [month, readings]),
    [['2026-02', 1]],
  )
  assert.ok(asked < 50, `${asked} statements for one reading`)
})
