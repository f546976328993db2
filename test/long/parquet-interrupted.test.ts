import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startApp } from '../harness/app.ts'
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
  const start = () =>
    spawn(process.execPath, [MAIN, 'export', '--parquet', folder], {
      env: { ...process.env, DATABASE_URL: urlOf(app.connection) },
      stdio: 'ignore',
    })
  const files = () => (existsSync(month) ? readdirSync(month).sort() : [])

  const stopped = start()
  while (files().length === 0) await sleep(5)
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

  const killed = start()
  while (files().length === 1) await sleep(5)
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  assert.deepEqual(files(), ['.readings.parquet.unfinished', 'readings.parquet'])
  assert.ok(readFileSync(join(month, 'readings.parquet')).equals(whole))

  assert.deepEqual(await once(start(), 'exit'), [0, null])
  assert.deepEqual(files(), ['readings.parquet'])
  assert.ok(readFileSync(join(month, 'readings.parquet')).equals(whole))
})
