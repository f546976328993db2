import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type pg from 'pg'
import { startApp } from '../harness/app.ts'
import { cleanUp } from '../harness/cleanup.ts'
import { urlOf } from '../harness/database.ts'
import { startDuckDb } from '../harness/duckdb.ts'
import { fillHistory } from '../harness/history.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const MAIN = join(import.meta.dirname, '../../src/main.ts')
/** More than one row group. */
const READINGS = 150_000

test('an export to Parquet that is stopped or killed leaves the whole file of the last time', async (t) => {
  const app = await startApp(t, { startsAt: new Date('2026-03-01T12:00:00.000Z') })
  const boiler = await app.createDevice()
  const temperature = `jsonb_build_object('temperature', i / 7.0::float8)`
  await fillHistory(app, boiler.id, READINGS, { metrics: temperature })
  const folder = temporaryFolder(t)
  const month = join(folder, 'month=2026-02')
  const start = (connection = app.connection) =>
    spawn(process.execPath, [MAIN, 'export', '--parquet', folder], {
      env: { ...process.env, DATABASE_URL: urlOf(connection) },
      stdio: 'ignore',
    })
  const isUnderWay = () => files().includes('.readings.parquet.unfinished')
  const files = () => (existsSync(month) ? readdirSync(month).sort() : [])

  const gate = await startGate(t, app.connection, isUnderWay)
  const stopped = start(gate.connection)
  await Promise.race([gate.shut, once(stopped, 'exit')])
  assert.deepEqual(files(), ['.readings.parquet.unfinished'])
  stopped.kill('SIGINT')
  assert.deepEqual(await once(stopped, 'exit'), [1, null])
  assert.deepEqual(files(), [])

  assert.deepEqual(await once(start(), 'exit'), [0, null])
  const whole = readFileSync(join(month, 'readings.parquet'))
  const query = await startDuckDb(t)
  const [read] = await query(`
    select count(*)::integer as readings, bool_and("metrics.temperature" = ts_of / 7.0::double) as same
    from (
      select *, ts - min(ts) over () as ts_of from '${month}/readings.parquet'
    )`)
  assert.deepEqual(read, { readings: READINGS, same: true })

  const other = await startGate(t, app.connection, isUnderWay)
  const killed = start(other.connection)
  await Promise.race([other.shut, once(killed, 'exit')])
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  assert.deepEqual(files(), ['.readings.parquet.unfinished', 'readings.parquet'])
  assert.ok(readFileSync(join(month, 'readings.parquet')).equals(whole))

  assert.deepEqual(await once(start(), 'exit'), [0, null])
  assert.deepEqual(files(), ['readings.parquet'])
  assert.ok(readFileSync(join(month, 'readings.parquet')).equals(whole))
})

/**
 * A way to the database that lets no answer through any more as soon as `isShut`: the export, which asks for readings
 * once it has made its file, cannot end before it is stopped.
 */
async function startGate(t: TestContext, { host, port, ...rest }: pg.ClientConfig, isShut: () => boolean) {
  const shut = Promise.withResolvers<void>()
  const gate = createServer((client) => {
    const server = connect(join(host!, `.s.PGSQL.${port}`))
    client.pipe(server)
    server.on('data', (answer: Buffer) => {
      if (isShut()) shut.resolve()
      else client.write(answer)
    })
    for (const [one, other] of [[client, server] as const, [server, client] as const])
      one.on('error', () => undefined).on('close', () => other.destroy())
  })
  await new Promise<void>((listening) => gate.listen(0, '127.0.0.1', listening))
  cleanUp(t, () => void gate.close())
  const { port: own } = gate.address() as AddressInfo
  return { shut: shut.promise, connection: { ...rest, host: '127.0.0.1', port: own } }
}
