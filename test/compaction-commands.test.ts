import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { monthOf } from '../src/core/telemetry/storage/reading-months.ts'
import { startApp, type TestApp } from './harness/app.ts'
import { compact, sendAll } from './harness/compaction.ts'
import { urlOf } from './harness/database.ts'
import { servedProgram } from './harness/served.ts'
import { temporaryFolder } from './harness/temporary-folder.ts'

/** Long over for commands, which run at the time of the machine. */
const NOW = new Date('2025-01-20T12:00:00.000Z')
const MONTH = monthOf(NOW.getTime())

/** One a minute, from five days ago. */
const readings = (count: number, lateS = 0) =>
  Array.from({ length: count }, (_, place) => ({
    module: 'factory',
    ts: NOW.getTime() / 1_000 - 5 * 86_400 + place * 60 + lateS,
    metrics: { gas_ppm: place % 50 },
  }))

/** Returns a function that runs a command on the database of the service. */
async function commands(t: TestContext, app: TestApp) {
  const { run } = await servedProgram(t, { DATABASE_URL: urlOf(app.connection) })
  return run
}

test('a backup counts compacted readings as well', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const boiler = await app.createDevice()
  await sendAll(app, boiler, readings(1_000))
  assert.equal(await compact(app, [MONTH]), 1_000)
  await boiler.send({ ts: NOW.getTime() / 1_000 })
  const run = await commands(t, app)
  const file = join(temporaryFolder(t), 'tocsin.backup')
  assert.match((await run('backup', file)).stdout, /^Wrote 1,001 readings, 1 device,/)
  assert.match((await run('restore', '--check', file)).stdout, /complete: 1,001 readings, 1 device,/)
})

test('readings that cannot be compacted are reported behind those that were, without a stack', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const [strange, boiler] = [await app.createDevice(), await app.createDevice()]
  for (const device of [strange, boiler]) await sendAll(app, device, readings(600))
  await app.rows(`update reading_rows set metrics = '{"gas_ppm": "much"}' where device_id = $1 and ts = $2`, [
    strange.id,
    readings(1)[0]!.ts,
  ])
  const run = await commands(t, app)
  const { code, stdout, stderr } = await run('compact')
  assert.equal(code, 1)
  assert.match(stdout, /^600 readings were compacted and compared: /)
  assert.equal(stderr, 'Some readings stay rows: The field metrics.gas_ppm has values of several types\n')
  assert.deepEqual(await app.rows("select subject_id, after from audit_entries where action = 'readings.compacted'"), [
    { subject_id: 'all', after: { readings: 600 } },
  ])
  const again = await run('compact')
  assert.deepEqual([again.code, again.stdout], [1, ''])
})

test('a month is expanded once; the second time, the command says what it stays', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  await sendAll(app, await app.createDevice(), readings(1_000))
  await compact(app, [MONTH])
  const run = await commands(t, app)
  const expand = async () => (await run('expand', '--month', '2025-01')).stdout
  assert.equal(await expand(), '1000 readings are rows again, until you run tocsin compact --month 2025-01.\n')
  assert.equal(
    await expand(),
    'No readings of 2025-01 are in chunks, and none will be until you run tocsin compact --month 2025-01.\n',
  )
})

test('late readings have a share of the size of the chunk that they join, whose readings are all compared', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const boiler = await app.createDevice()
  const run = await commands(t, app)
  const dryRun = async () => JSON.parse((await run('compact', '--dry-run', '--json')).stdout) as Totals
  await sendAll(app, boiler, readings(1_000))
  const all = await dryRun()
  assert.deepEqual([all.readings, all.verified], [1_000, 1_000])
  await compact(app, [MONTH])
  await sendAll(app, boiler, readings(100, 30))
  const late = await dryRun()
  assert.deepEqual([late.readings, late.verified], [100, 1_100])
  assert.ok(late.chunk_bytes < all.chunk_bytes, `${late.chunk_bytes} < ${all.chunk_bytes}`)
})

interface Totals {
  readings: number
  verified: number
  chunk_bytes: number
}
