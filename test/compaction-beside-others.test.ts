import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { compactInBackground } from '../src/core/telemetry/chunks/compact-in-background.ts'
import { expandMonth, forgetExpanded } from '../src/core/telemetry/chunks/expand-month.ts'
import { monthOf } from '../src/core/telemetry/storage/reading-months.ts'
import { startApp, type TestApp } from './harness/app.ts'
import { compact, countRows, sendAll } from './harness/compaction.ts'
import { withClient } from './harness/schemas.ts'

const NOW = new Date('2026-11-20T12:00:00.000Z')
const MONTH = monthOf(NOW.getTime())
const THREE_DAYS_AGO = NOW.getTime() / 1_000 - 3 * 86_400

/** One every ten seconds. */
const readings = (count: number) =>
  Array.from({ length: count }, (_, place) => ({
    module: 'health',
    ts: THREE_DAYS_AGO + place * 10,
    metrics: { pulse: 60 + (place % 40) },
  }))

async function withReadings(app: TestApp, count: number) {
  const monitor = await app.createDevice({ module: 'health' })
  await sendAll(app, monitor, readings(count))
  return monitor
}

const sizeOfRows = async (app: TestApp) =>
  (await app.rows<{ size: number }>(`select pg_relation_size('${MONTH.table}')::integer as size`))[0]!.size

test('a device whose readings are being stored is compacted as soon as they are', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const { id } = await withReadings(app, 2_000)
  await withClient(app.connection, async (client) => {
    await client.query('begin')
    await client.query('select from device_states where device_id = $1 for no key update', [id])
    const compacting = compact(app, [MONTH])
    await Promise.race([compacting, sleep(100)])
    assert.equal(await countRows(app, 'reading_chunks'), 0)
    await client.query('commit')
    assert.equal(await compacting, 2_000)
  })
})

test('a compaction that finds a device busy all the time says so, and compacts the others', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const { id } = await withReadings(app, 600)
  await withReadings(app, 700)
  await withClient(app.connection, async (client) => {
    await client.query('begin')
    await client.query('select from device_states where device_id = $1 for no key update', [id])
    await assert.rejects(compact(app, [MONTH]), /Device \d+ was busy/)
    assert.equal(await countRows(app, 'reading_rows'), 600)
  })
})

test('the disk gets the space of compacted rows back, later if somebody uses their table', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  await withReadings(app, 2_000)
  app.setClock({ seconds: 20 * 86_400 })
  await withClient(app.connection, async (client) => {
    await client.query('begin')
    await client.query(`select from ${MONTH.table} limit 1`)
    assert.equal(await compact(app), 2_000)
    assert.ok((await sizeOfRows(app)) > 0)
  })
  assert.equal(await compact(app), 0)
  assert.equal(await sizeOfRows(app), 0)
})

test('a month whose expansion was interrupted is compacted again', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  await withReadings(app, 8_000)
  await compact(app, [MONTH])
  let expanded = 0
  for await (const count of expandMonth(app.service.db.inCell(0), MONTH)) {
    expanded += count
    if (expanded > 5_000) break
  }
  assert.equal(await countRows(app, 'reading_rows'), expanded)
  await forgetExpanded(app.service.db.inCell(0), MONTH)
  assert.equal(await compact(app, [MONTH]), expanded)
  assert.deepEqual([await countRows(app, 'reading_rows'), await countRows(app, 'readings')], [0, 8_000])
})

test('in the background, readings are compacted while no other readings wait', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  await withReadings(app, 600)
  let waitedMs = 60
  const step = compactInBackground(app.service.db.inCell(0), { afterH: 24, waitedMs: () => waitedMs })
  assert.equal(await step(app.now()), false)
  assert.equal(await countRows(app, 'reading_chunks'), 0)
  waitedMs = 0
  await step(app.now())
  assert.equal(await countRows(app, 'reading_rows'), 0)
})
