import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeBackup } from '../src/app/transfer/backup/make-backup.ts'
import { restoreBackup } from '../src/app/transfer/backup/restore-backup.ts'
import { ENCRYPTION_KEY, startApp, type TestApp } from './harness/app.ts'
import { moveSiteTo, sendUntilTaken, startTwoCells } from './harness/cells.ts'
import { compact, sendAll } from './harness/compaction.ts'
import { emptyDatabase, urlOf } from './harness/database.ts'
import { servedProgram } from './harness/served.ts'
import { temporaryFolder } from './harness/temporary-folder.ts'

const NOW = new Date('2026-03-15T12:30:00.000Z')
const seconds = (time: string) => Date.parse(time) / 1_000
const at = (time: string, gas_ppm = 1) => ({ module: 'factory', ts: seconds(time), metrics: { gas_ppm } })

const tables = async (app: TestApp): Promise<string[]> => {
  const rows = await app.rows<{ name: string }>(
    "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'public.reading_rows'::regclass order by 1",
  )
  return rows.map(({ name }) => name)
}

const countReadings = async (app: TestApp) => (await app.rows('select from readings')).length

test('a device opens months of the last year only; its older readings share a table', async (t) => {
  const app = await startApp(t, { isNew: true, startsAt: NOW })
  const call = await app.logIn('viewer')
  const sensor = await app.createDevice()
  const readings = Array.from({ length: 315 }, (_, month) =>
    at(new Date(Date.UTC(2000, month, 15)).toISOString(), month),
  ).filter(({ ts }) => ts * 1_000 < NOW.getTime())
  await sendAll(app, sensor, readings)
  assert.equal(await countReadings(app), readings.length, 'all are stored')
  const all = await tables(app)
  assert.deepEqual(all.slice(0, 3), ['readings_1970_01_to_2025_02', 'readings_2025_03', 'readings_2025_04'])
  assert.equal(all.length, 1 + 13)
  const path = `/api/mobile/devices/${sensor.id}/readings`
  const { body } = await call('GET', `${path}?from=2000-01-01T00:00:00Z&to=2001-01-01T00:00:00Z`)
  assert.equal(body.data.length, 12)
  await app.runJobs()
  assert.equal(await countReadings(app), readings.length)
})

test('old readings are deleted after the retention, also those of a table that has newer ones', async (t) => {
  const app = await startApp(t, { isNew: true, startsAt: NOW, env: { RETENTION_DAYS: '3650' } })
  const sensor = await app.createDevice()
  await sendAll(app, sensor, [
    ...[at('2004-05-01T10:00:00Z'), at('2004-05-01T10:30:00Z'), at('2016-02-29T23:00:00Z', 7)],
    ...[at('2016-03-01T00:00:00Z'), at('2026-03-15T12:00:00Z')],
  ])
  await app.runJobs()
  assert.deepEqual(
    (await app.rows<{ at: Date }>('select at from readings order by at')).map(({ at }) => at.toISOString()),
    ['2016-03-01T00:00:00.000Z', '2026-03-15T12:00:00.000Z'],
  )
  const sums = await app.rows<{ count: number }>('select count from hourly_metrics order by hour')
  assert.deepEqual(
    sums.map(({ count }) => count),
    [2, 1, 1],
    'their hours are kept',
  )
  await app.leap({ seconds: 10 * 365 * 86_400 })
  assert.deepEqual(await tables(app), ['readings_2026_03'], 'a table that is older as a whole is dropped')
})

test('months that an operator opens take their readings out of the shared table, and are compacted', async (t) => {
  const app = await startApp(t, { isNew: true, startsAt: NOW })
  const sensor = await app.createDevice()
  const old = ['2003-01-31T23:59:59Z', '2004-06-15T00:00:00Z', '2004-07-15T00:00:00Z', '2004-08-01T00:00:00Z']
  await sendAll(
    app,
    sensor,
    old.map((time) => at(time)),
  )
  assert.deepEqual(await tables(app), ['readings_1970_01_to_2025_02'])
  const { run } = await servedProgram(t, { DATABASE_URL: urlOf(app.connection) })
  assert.match((await run('open-months', '--from', '2004-06', '--to', '2004-07')).stdout, /^Opened 2 months/)
  assert.match((await run('open-months', '--from', '2004-06', '--to', '2004-07')).stdout, /^All of these months were/)
  assert.deepEqual(await tables(app), [
    'readings_1970_01_to_2004_05',
    'readings_2004_06',
    'readings_2004_07',
    'readings_2004_08_to_2025_02',
  ])
  assert.equal(await compact(app), 2)
  await sendAll(
    app,
    sensor,
    [...old, '2004-07-16T00:00:00Z', '2005-01-01T00:00:00Z'].map((time) => at(time)),
  )
  assert.equal(await countReadings(app), 6)
  assert.match((await run('export', '--parquet', temporaryFolder(t))).stdout, /Exported 6 readings/)
})

test('a month whose readings were taken for old by a clock that was ahead is opened for the next one', async (t) => {
  const app = await startApp(t, { isNew: true, startsAt: NOW })
  const sensor = await app.createDevice()
  app.setClock({ seconds: 5 * 365 * 86_400 })
  await sensor.send(at('2026-03-15T12:00:00Z'))
  assert.deepEqual(await tables(app), ['readings_1970_01_to_2030_02'])
  app.setClock({ seconds: -5 * 365 * 86_400 })
  await sensor.send(at('2026-03-15T12:30:00Z'))
  await sensor.send(at('2026-02-15T12:30:00Z'))
  assert.deepEqual(await tables(app), ['readings_2026_02', 'readings_2026_03'])
  assert.equal(await countReadings(app), 3)
})

test('old readings are backed up, restored and moved to another cell with the others', async (t) => {
  const { app, there, siteId } = await startTwoCells(t)
  const here = await app.createDevice()
  await sendAll(app, here, [at('2004-06-15T00:00:00Z'), at('2016-02-01T00:00:00Z')])
  await sendAll(app, there, [at('2003-01-01T00:00:00Z'), at('2005-01-01T00:00:00Z')])
  const file = join(temporaryFolder(t), 'backup')
  const about = { encryptionKey: ENCRYPTION_KEY, version: '0', now: app.now(), force: false }
  await makeBackup(file, { connection: app.connection, ...about })
  const { run } = await servedProgram(t, { DATABASE_URL: urlOf(app.connection) })
  assert.equal((await run('open-months', '--from', '2004-05', '--to', '2005-01')).code, 0)
  await moveSiteTo(app, siteId, 0)
  assert.equal(await countReadings(app), 4)
  for (const time of ['2003-01-01T00:00:00Z', '2003-01-01T01:00:00Z']) await sendUntilTaken(there, at(time))
  assert.equal(await countReadings(app), 5)

  const connection = await emptyDatabase(t)
  await restoreBackup(file, { connection, force: false, keepKey: () => undefined })
  const restored = await startApp(t, { connection })
  assert.equal(await countReadings(restored), 4)
})
