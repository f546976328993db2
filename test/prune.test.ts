import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import pg from 'pg'
import { previewPrune, prune } from '../src/app/node/prune.ts'
import { aggregateRange } from '../src/core/telemetry/hours/aggregate-range.ts'
import { KEEP_MONTHS, monthOf } from '../src/core/telemetry/storage/reading-months.ts'
import { startApp } from './harness/app.ts'
import { cleanUp } from './harness/cleanup.ts'
import { compact } from './harness/compaction.ts'
import { until } from './harness/served-people.ts'

test('prune deletes expired data, and a dry run reports the same without changing anything', async (t) => {
  const app = await startApp(t, { isNew: true, startsAt: new Date('2026-11-21T12:00:00Z') })
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
  assert.deepEqual(await previewPrune(db, environment, later), { months: [], rows: {}, left: [] })
  // Data derived from old readings is kept.
  assert.ok((await app.rows('select from hourly_metrics')).length >= 2)
})

test('no month is dropped during a backup, and nothing waits for the backup', async (t) => {
  const app = await startApp(t)
  const boiler = await app.createDevice()
  await boiler.send({ ts: 1_100_000_000 })
  await app.rows(KEEP_MONTHS)
  const environment = { readings_days: 45, audit_days: null }
  const during = await prune(app.service.db, environment, app.now())
  assert.deepEqual([during.months, during.left.map(({ reason }) => reason)], [[], ['in_use']])
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

const JULY_AND_SEPTEMBER = ['2026-07-05T10:00:00Z', '2026-09-05T10:00:00Z']
const AN_HOUR_AGO = '2026-11-21T10:30:00Z'

/** Readings of two months before the retention, and of today. */
async function withOldMonths(t: TestContext) {
  const app = await startApp(t, { isNew: true, startsAt: new Date('2026-11-21T12:00:00Z') })
  const boiler = await app.createDevice()
  for (const at of [...JULY_AND_SEPTEMBER, AN_HOUR_AGO, '2026-11-21T11:30:00Z'])
    assert.equal((await boiler.send({ ts: Date.parse(at) / 1_000, metrics: { gas_ppm: 3 } })).status, 200)
  const kept = async () =>
    (await app.rows<{ at: string }>('select at from hourly_metrics order by at')).map(({ at }) => at)
  return { app, boiler, kept }
}

const RETENTION = { readings_days: 45, audit_days: null }

/** PostgreSQL answers so when files cannot grow. */
const FULL_DISK = `
  create function refuse_row() returns trigger language plpgsql as $$
    begin raise exception using errcode = 'disk_full', message = 'No space left on device'; end $$;
  create trigger full_disk before insert or update on hourly_metric_days for each row execute function refuse_row()`

/** Somebody lengthens it while hours are summed up. */
const LENGTHENED = `
  create function lengthen() returns trigger language plpgsql as $$
    begin update sites set retention_days = 900; return null; end $$;
  create trigger lengthened after insert on hourly_metric_days for each statement execute function lengthen()`

test('prune sums up the hours of the months that it deletes, and leaves those of other months to the service', async (t) => {
  const { app } = await withOldMonths(t)
  const { months } = await prune(app.service.db, RETENTION, app.now())
  assert.deepEqual(
    months.map(({ month }) => month),
    ['2026-07', '2026-09'],
  )
  assert.equal((await app.rows('select from hourly_metrics')).length, 2)
  assert.equal((await app.rows('select from hours_to_aggregate')).length, 1)
})

test('on a full disk, prune deletes the months whose hours are stored, and says which are left and why', async (t) => {
  const { app } = await withOldMonths(t)
  const { db } = app.service
  await aggregateRange(db.inCell(0), monthOf(Date.parse('2026-09-01')))
  await app.rows(FULL_DISK)
  const first = await prune(db, RETENTION, app.now())
  assert.deepEqual(
    first.months.map(({ month }) => month),
    ['2026-09'],
  )
  assert.deepEqual(first.left, [{ month: '2026-07', reason: 'disk_full' }])
  assert.equal((await app.rows('select from readings')).length, 3)
  await app.rows('drop trigger full_disk on hourly_metric_days')
  const second = await prune(db, RETENTION, app.now())
  assert.deepEqual([second.months.map(({ month }) => month), second.left], [['2026-07'], []])
})

test('prune gives back the reserve when the disk is full, and continues', async (t) => {
  const { app } = await withOldMonths(t)
  await app.rows(FULL_DISK)
  let given = 0
  const makeRoom = async () => {
    given += 1
    await app.rows('drop trigger full_disk on hourly_metric_days')
    return true
  }
  const { months, left } = await prune(app.service.db, RETENTION, app.now(), { makeRoom })
  assert.deepEqual([given, months.length, left], [1, 2, []])
})

test('prune waits for a service that is summing up hours, and deletes what its dry run lists', async (t) => {
  const { app } = await withOldMonths(t)
  const { db } = app.service
  const service = new pg.Client(app.connection)
  await service.connect()
  cleanUp(t, () => service.end())
  await service.query('begin')
  await service.query(`select pg_advisory_xact_lock(5417003, hashtext('public'))`)
  const pruning = prune(db, RETENTION, app.now())
  await until('it waits', async () => {
    const waiting = await app.rows(`select from pg_locks where locktype = 'advisory' and not granted`)
    return waiting.length > 0 ? true : undefined
  })
  await service.query('commit')
  const { months, left } = await pruning
  assert.deepEqual([months.map(({ month }) => month), left], [['2026-07', '2026-09'], []])
})

test('prune shows how far it is, month by month', async (t) => {
  const { app } = await withOldMonths(t)
  const shown: string[] = []
  await prune(app.service.db, RETENTION, app.now(), { onProgress: (line) => shown.push(line) })
  assert.deepEqual(shown, [
    '2026-07: 1 hours are to be summed up',
    '2026-07: deleted',
    '2026-09: 1 hours are to be summed up',
    '2026-09: deleted',
  ])
})

test('incidents of deleted devices do not keep a month, however many they are', async (t) => {
  const app = await startApp(t, { startsAt: new Date('2026-09-05T10:00:00Z'), env: { RETENTION_DAYS: '30' } })
  const boiler = await app.createDevice()
  await boiler.send({ metrics: { gas_ppm: 3 } })
  const operator = await app.logIn('operator')
  const attic = await app.createDevice({ name: 'Attic' })
  for (let made = 0; made < 50; made += 1) {
    const body = { title: `Leak ${made}`, severity: 'warning', device_id: attic.id }
    assert.equal((await operator('POST', '/api/mobile/incidents', body)).status, 201)
  }
  await app.rows("update incidents set status = 'resolved', resolved_at = created_at, keep_readings_at = null")
  assert.equal((await (await app.logIn('admin'))('DELETE', `/api/admin/devices/${attic.id}`)).status, 200)
  app.setClock({ seconds: 77 * 86_400 })
  const job = app.service.jobs.find(({ name }) => name === 'drop old readings')!
  for (let steps = 0; steps < 10 && (await job.step(app.now())); steps += 1);
  assert.equal((await app.rows('select from readings')).length, 0)
})

test('prune keeps the months that a site has come to keep for longer while hours were summed up', async (t) => {
  const { app } = await withOldMonths(t)
  await app.rows(LENGTHENED)
  const { months, left } = await prune(app.service.db, RETENTION, app.now())
  assert.deepEqual(months, [])
  assert.deepEqual(
    left,
    ['2026-07', '2026-09'].map((month) => ({ month, reason: 'kept_longer' })),
  )
})
