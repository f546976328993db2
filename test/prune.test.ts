import assert from 'node:assert/strict'
import { test } from 'node:test'
import { previewPrune, prune } from '../src/app/node/prune.ts'
import { KEEP_MONTHS, monthOf } from '../src/core/telemetry/storage/reading-months.ts'
import { startApp } from './harness/app.ts'
import { compact } from './harness/compaction.ts'

test('prune deletes expired data, and a dry run reports the same without changing anything', async (t) => {
  const app = await startApp(t, { startsAt: new Date('2026-11-21T12:00:00Z') })
  const admin = await app.logIn('admin')
  const boiler = await app.createDevice()
  for (const day of ['2026-07-05', '2026-09-05', '2026-11-20']) {
    assert.equal((await boiler.send({ ts: Date.parse(day) / 1_000, metrics: { gas_ppm: 3 } })).status, 200)
  }
  const gone = await app.createDevice({ name: 'Attic' })
  await gone.send({ ts: Date.parse('2026-11-19') / 1_000 })
  await admin('DELETE', `/api/admin/devices/${gone.id}`)
  await app.rows(`insert into sessions (cookie_hash, user_id, created_at, last_used_at, address, user_agent)
    select 'x', id, '2026-01-01', '2026-01-01', '', '' from users limit 1`)
  const { db } = app.service
  const environment = { readings_days: 45, audit_days: null }
  const later = new Date(app.now().getTime() + 120_000)
  assert.equal(await compact(app, [monthOf(Date.parse('2026-07-05'))]), 1)

  const preview = await previewPrune(db, environment, later)
  assert.deepEqual(
    preview.months.map(({ month }) => month),
    ['2026-07', '2026-09'],
  )
  assert.equal(preview.rows.sessions, 1)
  assert.equal(preview.rows.readings_2026_11, 1)
  const sizes = await app.rows<{ bytes: number }>(`
    select (pg_total_relation_size('readings_' || month) + pg_total_relation_size('reading_chunks_' || month))::float8 as bytes
    from unnest('{2026_07, 2026_09}'::text[]) as month`)
  assert.deepEqual(
    preview.months.map(({ bytes }) => bytes),
    sizes.map(({ bytes }) => bytes),
  )
  assert.equal((await app.rows('select from readings')).length, 4)
  assert.equal((await app.rows('select from sessions')).length, 1)

  const { months, rows } = await prune(db, environment, later)
  assert.deepEqual(months, preview.months)
  assert.deepEqual([rows.sessions, rows.readings_2026_11], [1, 1])
  assert.equal((await app.rows('select from readings')).length, 1)
  assert.deepEqual(await previewPrune(db, environment, later), { months: [], rows: {} })
  // Data derived from old readings is kept.
  assert.ok((await app.rows('select from hourly_metrics')).length >= 2)
})

test('no month is dropped during a backup, and nothing waits for the backup', async (t) => {
  const app = await startApp(t)
  const boiler = await app.createDevice()
  await boiler.send({ ts: 1_100_000_000 })
  await app.rows(KEEP_MONTHS)
  const environment = { readings_days: 45, audit_days: null }
  assert.deepEqual((await prune(app.service.db, environment, app.now())).months, [])
  assert.equal((await boiler.send({ ts: 1_100_000_001 })).status, 200)
  await app.rows('select pg_advisory_unlock_all()')
  assert.equal((await prune(app.service.db, environment, app.now())).months.length, 1)
})

test('without a retention, prune deletes no readings', async (t) => {
  const app = await startApp(t)
  const boiler = await app.createDevice()
  await boiler.send({ ts: 1_100_000_000 })
  const { months } = await prune(app.service.db, { readings_days: null, audit_days: null }, app.now())
  assert.deepEqual(months, [])
  assert.equal((await app.rows('select from readings')).length, 1)
})
