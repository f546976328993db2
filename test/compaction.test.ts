import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkHistory } from '../src/app/doctor/check-history.ts'
import { compactHistory } from '../src/core/telemetry/chunks/compact-history.ts'
import { expandMonth } from '../src/core/telemetry/chunks/expand-month.ts'
import { monthOf } from '../src/core/telemetry/storage/reading-months.ts'
import { startApp } from './harness/app.ts'
import { compact, countRows, exportedLines, sendAll } from './harness/compaction.ts'

const NOW = new Date('2026-11-20T12:00:00.000Z')
const MONTH = monthOf(NOW.getTime())
const DAY_S = 86_400
/** Seconds since 1970, counted from this time of the day, so many days ago. */
const at = (daysAgo: number, seconds: number) => NOW.getTime() / 1_000 - daysAgo * DAY_S + seconds

const readingAt = (ts: number) => ({
  module: 'health',
  ts,
  battery: 90 - (ts % 7),
  metrics: { pulse: 60 + (ts % 40), temperature: 36 + (ts % 20) / 10 },
  flags: { fall: ts % 1_000 === 0 },
})

/** One every ten seconds. */
const readingsFrom = (begin: number, count: number) =>
  Array.from({ length: count }, (_, place) => readingAt(begin + place * 10))

test('readings older than a day become chunks, and people and programs read the same', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const monitor = await app.createDevice({ module: 'health' })
  const viewer = await app.logIn('viewer')
  await sendAll(app, monitor, readingsFrom(at(2, 0), 3_000))
  await sendAll(app, monitor, readingsFrom(at(0, -600), 50))
  const before = await exportedLines(app, viewer, monitor)
  assert.equal(before.length, 3_050)
  assert.equal(await compact(app), 3_000)
  assert.deepEqual([await countRows(app, 'reading_rows'), await countRows(app, 'readings')], [50, 3_050])
  assert.deepEqual(await exportedLines(app, viewer, monitor), before)
})

test('few readings wait until there are enough, or until their month has been over for two days', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const monitor = await app.createDevice({ module: 'health' })
  await sendAll(app, monitor, readingsFrom(at(3, 0), 500))
  assert.equal(await compact(app), 0)
  app.setClock({ seconds: 12 * DAY_S })
  assert.equal(await compact(app), 0, 'on December 2')
  app.setClock({ seconds: DAY_S })
  assert.equal(await compact(app), 500, 'on December 3')
})

test('a reading that is sent again is stored once, and late ones are kept, whether their time is compacted or not', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const monitor = await app.createDevice({ module: 'health' })
  const viewer = await app.logIn('viewer')
  await sendAll(app, monitor, readingsFrom(at(3, 0), 3_000))
  const before = await exportedLines(app, viewer, monitor)
  await compact(app)
  for (const ts of [at(3, 0), at(3, 12_340), at(3, 24_990)])
    assert.equal((await monitor.send(readingAt(ts))).status, 200)
  assert.deepEqual(await exportedLines(app, viewer, monitor), before)
  const late = [at(3, 5), at(3, 12_345), at(3, 30_005), at(4, 0)]
  for (const ts of late) await monitor.send(readingAt(ts))
  await monitor.send({ ...readingAt(at(3, 10)), battery: 1 })
  assert.deepEqual([await countRows(app, 'reading_rows'), await countRows(app, 'readings')], [5, 3_005])
  const lines = await exportedLines(app, viewer, monitor)
  const times = lines.map((line) => (JSON.parse(line) as { ts: number }).ts)
  assert.deepEqual(
    times,
    times.toSorted((one, other) => one - other),
  )
  assert.equal(await compact(app, [MONTH]), 5)
  for (const ts of late) await monitor.send(readingAt(ts))
  assert.deepEqual([await countRows(app, 'reading_rows'), await countRows(app, 'readings')], [0, 3_005])
  assert.deepEqual(await exportedLines(app, viewer, monitor), lines)
})

test('of readings with the same time that two chunks share, charts and sums show both', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const monitor = await app.createDevice({ module: 'health' })
  const viewer = await app.logIn('viewer')
  const last = at(3, 3_600)
  const readings = Array.from({ length: 1_880 }, (_, place) => readingAt(last - (1_879 - place) * 10))
  await sendAll(app, monitor, [...readings, { ...readingAt(last), metrics: { pulse: 200 } }])
  const from = new Date(last * 1_000).toISOString()
  const values = async () => {
    const { body } = await viewer('GET', `/api/mobile/devices/${monitor.id}/series?metric=pulse&from=${from}`)
    return body.data.points.map(({ value }: { value: number }) => value).sort()
  }
  const before = await values()
  assert.equal(before.length, 2)
  await compact(app, [MONTH])
  assert.equal((await app.rows(`select from reading_chunks where field = 'at'`)).length, 2)
  assert.deepEqual(await values(), before)
})

test('a month is expanded to the rows it had, and stays so until a person compacts it', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const monitor = await app.createDevice({ module: 'health' })
  await sendAll(app, monitor, readingsFrom(at(3, 0), 3_000))
  const rows = () => app.rows('select * from reading_rows order by device_id, at, digest')
  const before = await rows()
  await compact(app)
  assert.equal((await rows()).length, 0)
  let expanded = 0
  for await (const readings of expandMonth(app.service.db.inCell(0), MONTH)) expanded += readings
  assert.equal(expanded, 3_000)
  assert.deepEqual(await rows(), before)
  assert.equal(await countRows(app, 'reading_chunks'), 0)
  assert.equal(await compact(app), 0)
})

test('a month that is expanded while the service compacts it stays expanded', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  for (let device = 0; device < 2; device += 1) {
    await sendAll(app, await app.createDevice({ module: 'health' }), readingsFrom(at(3, 0), 2_500))
  }
  const db = app.service.db.inCell(0)
  const compacting = compactHistory(db, { until: app.now(), now: app.now() })
  await compacting.next()
  for await (const _ of expandMonth(db, MONTH));
  for await (const _ of compacting);
  assert.deepEqual([await countRows(app, 'reading_rows'), await countRows(app, 'reading_chunks')], [5_000, 0])
})

test('of two commands that expand a month, neither ends before it is expanded', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  for (let device = 0; device < 3; device += 1) {
    await sendAll(app, await app.createDevice({ module: 'health' }), readingsFrom(at(3, 0), 3_000))
  }
  await compact(app, [MONTH])
  const expand = async () => {
    for await (const _ of expandMonth(app.service.db.inCell(0), MONTH));
    return await countRows(app, 'reading_chunks')
  }
  assert.deepEqual(await Promise.all([expand(), expand()]), [0, 0])
})

test('a reading that arrives while its time is being compacted is neither lost nor stored twice', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const monitor = await app.createDevice({ module: 'health' })
  await sendAll(app, monitor, readingsFrom(at(3, 0), 4_000))
  const resent = Array.from({ length: 40 }, (_, place) => readingAt(at(3, place * 1_000)))
  const late = Array.from({ length: 40 }, (_, place) => readingAt(at(3, place * 1_000 + 5)))
  const sending = Promise.all([...resent, ...late].map((reading) => monitor.send(reading)))
  assert.ok((await compact(app, [MONTH])) >= 4_000)
  for (const { status } of await sending) assert.equal(status, 200)
  assert.equal(await countRows(app, 'readings'), 4_040)
  await compact(app, [MONTH])
  assert.deepEqual([await countRows(app, 'reading_rows'), await countRows(app, 'readings')], [0, 4_040])
})

test('two nodes that compact the same readings make the same chunks once', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const monitor = await app.createDevice({ module: 'health' })
  await sendAll(app, monitor, readingsFrom(at(3, 0), 4_000))
  const [one, other] = await Promise.all([compact(app, [MONTH]), compact(app, [MONTH])])
  assert.equal(one + other, 4_000)
  assert.deepEqual([await countRows(app, 'reading_rows'), await countRows(app, 'readings')], [0, 4_000])
})

test('readings that a chunk could not give back stay rows, and keep no other device waiting', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const [strange, monitor] = [
    await app.createDevice({ module: 'health' }),
    await app.createDevice({ module: 'health' }),
  ]
  for (const device of [strange, monitor]) await sendAll(app, device, readingsFrom(at(3, 0), 600))
  await app.rows(`update reading_rows set metrics = '{"pulse": "fast"}' where device_id = $1 and ts = $2`, [
    strange.id,
    at(3, 0),
  ])
  await assert.rejects(compact(app), /metrics\.pulse has values of several types/)
  assert.deepEqual(await app.rows('select device_id, count(*)::integer from reading_rows group by 1'), [
    { device_id: strange.id, count: 600 },
  ])
})

test('a deleted device, which is about to be erased, is left out', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const admin = await app.logIn('admin')
  const [gone, monitor] = [await app.createDevice({ module: 'health' }), await app.createDevice({ module: 'health' })]
  for (const device of [gone, monitor]) await sendAll(app, device, readingsFrom(at(3, 0), 600))
  assert.equal((await admin('DELETE', `/api/admin/devices/${gone.id}`)).status, 200)
  assert.equal(await compact(app), 600)
})

test('the readings of a deleted device are erased from chunks as well', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const monitor = await app.createDevice({ module: 'health' })
  const admin = await app.logIn('admin')
  await sendAll(app, monitor, readingsFrom(at(3, 0), 1_000))
  await compact(app)
  assert.equal((await admin('DELETE', `/api/admin/devices/${monitor.id}`)).status, 200)
  await app.fastForward({ minutes: 3 })
  assert.equal(await countRows(app, 'reading_chunks'), 0)
  assert.equal(await countRows(app, 'readings'), 0)
})

test('doctor finds compacted readings that are fewer than were counted', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const monitor = await app.createDevice({ module: 'health' })
  await sendAll(app, monitor, readingsFrom(at(3, 0), 2_000))
  await sendAll(app, monitor, readingsFrom(at(0, -600), 10))
  await app.runJobs()
  assert.deepEqual(await checkHistory(app.service.db), [])
  await compact(app)
  const [well] = await checkHistory(app.service.db)
  assert.deepEqual(
    [well!.state, well!.says],
    ['ok', 'compacted readings are as many as were counted, in 5 hours of 1 devices'],
  )
  await app.rows('update hourly_metric_days set count_base = count_base + 1')
  const [unwell] = await checkHistory(app.service.db)
  assert.deepEqual(
    [unwell!.state, unwell!.says],
    ['fail', '5 of 5 compacted hours have fewer readings than were counted'],
  )
})
