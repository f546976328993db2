import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { previewPrune, prune } from '../../src/app/node/prune.ts'
import { keepReadingsOfMonth } from '../../src/core/incidents/evidence/keep-readings.ts'
import { deleteReadingsOfSites } from '../../src/core/telemetry/storage/delete-readings-of-sites.ts'
import { monthOf } from '../../src/core/telemetry/storage/reading-months.ts'
import { startApp, type TestApp, type TestDevice } from '../harness/app.ts'
import { openBrowserAs } from '../harness/browser.ts'
import { compact } from '../harness/compaction.ts'
import { textOf } from '../harness/page-text.ts'
import { addSite, memberOf } from '../harness/sites.ts'

const NOW = '2026-11-21T12:00:00Z'
const DAYS = ['2026-06-05', '2026-08-05', '2026-09-05', '2026-10-05', '2026-11-20'] as const

/** A pump at home and one in the south, with a reading in each of some months. */
async function withTwoPumps(t: TestContext, env: Record<string, string> = {}) {
  const app = await startApp(t, { startsAt: new Date(NOW), env })
  const south = await addSite(app, 'South')
  const home = await app.createDevice({ name: 'Pump at home' })
  const far = await app.createDevice({ name: 'Pump in the south', site_id: south })
  for (const day of DAYS) for (const device of [home, far]) await send(device, `${day}T10:00:00Z`)
  const admin = await app.logIn('admin')
  const keep = async (days: number | null, site = south) => {
    const answer = await admin('PATCH', `/api/admin/sites/${site}`, { retention_days: days })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
  }
  return { app, south, home, far, admin, keep }
}

async function send(device: TestDevice, at: string): Promise<void> {
  assert.equal((await device.send({ ts: Date.parse(at) / 1_000, metrics: { gas_ppm: 3 } })).status, 200)
}

/** The months of which a device has readings. */
async function monthsOf(app: TestApp, { id }: TestDevice): Promise<string[]> {
  const rows = await app.rows<{ month: string }>(
    `select distinct to_char(at at time zone 'UTC', 'MM') as month from readings where device_id = ${id} order by 1`,
  )
  return rows.map(({ month }) => month)
}

const tables = async (app: TestApp) =>
  (
    await app.rows<{ name: string }>(
      `select distinct relname as name from pg_class where relname ~ '^readings_2026_\\d\\d$' order by 1`,
    )
  ).map(({ name }) => name.slice(-2))

const ALL = ['06', '08', '09', '10', '11']

test('a site with a shorter retention loses its old readings out of months that stay; their hourly sums are kept', async (t) => {
  const { app, home, far, keep } = await withTwoPumps(t)
  await compact(app, [monthOf(Date.parse(DAYS[1]))])
  await keep(45)
  await app.leap({ seconds: 600 })
  assert.deepEqual(await monthsOf(app, far), ['10', '11'])
  assert.deepEqual(await monthsOf(app, home), ALL)
  assert.deepEqual(await tables(app), ALL)
  assert.deepEqual(await app.rows(`select from reading_chunks where device_id = ${far.id}`), [])
  const hours = await app.rows<{ hour: Date }>(`select hour from hourly_metrics where device_id = ${far.id}`)
  assert.equal(hours.length, DAYS.length - 1, 'all but the hour that is not over')
})

test('a site with a longer retention keeps its months, and the others lose their rows in them', async (t) => {
  const { app, home, far, keep } = await withTwoPumps(t, { RETENTION_DAYS: '45' })
  await keep(100)
  await app.leap({ seconds: 600 })
  assert.deepEqual(await monthsOf(app, home), ['10', '11'])
  assert.deepEqual(await monthsOf(app, far), ['08', '09', '10', '11'])
  assert.deepEqual(await tables(app), ['08', '09', '10', '11'], 'what no site keeps is dropped')
  await keep(null)
  await app.leap({ seconds: 600 })
  assert.deepEqual(
    [await monthsOf(app, far), await tables(app)],
    [
      ['10', '11'],
      ['10', '11'],
    ],
  )
})

test('a moved device has the retention of its present site, and late readings go too', async (t) => {
  const { app, south, home, far, admin, keep } = await withTwoPumps(t)
  await keep(45)
  await app.leap({ seconds: 600 })
  assert.equal((await admin('POST', `/api/admin/devices/${home.id}/move`, { site_id: south })).status, 200)
  assert.equal((await admin('POST', `/api/admin/devices/${far.id}/move`, { site_id: 1 })).status, 200)
  for (const device of [home, far]) await send(device, '2026-08-07T10:00:00Z')
  await app.leap({ seconds: 600 })
  assert.deepEqual(await monthsOf(app, home), ['10', '11'])
  assert.deepEqual(await monthsOf(app, far), ['08', '10', '11'])
})

test('the last hour of a device that has been silent since is summed up before it is deleted', async (t) => {
  const { app, south, keep } = await withTwoPumps(t)
  const silent = await app.createDevice({ name: 'Silent', site_id: south })
  await send(silent, '2026-08-05T10:00:00Z')
  await keep(45)
  await app.leap({ seconds: 600 })
  assert.deepEqual(await monthsOf(app, silent), [])
  assert.equal((await app.rows(`select from hourly_metrics where device_id = ${silent.id}`)).length, 1)
})

test('prune deletes what its preview says, also of sites, and a second one finds nothing', async (t) => {
  const { app, home, far, keep } = await withTwoPumps(t)
  const { db } = app.service
  await app.runJobs()
  await compact(app, [monthOf(Date.parse(DAYS[1]))])
  await keep(45)
  await keep(100, 1)
  const retention = { readings_days: null, audit_days: null }
  const preview = await previewPrune(db, retention, app.now())
  assert.deepEqual(
    preview.months.map(({ month }) => month),
    ['2026-06'],
  )
  assert.equal(preview.rows.readings_2026_09, 1)
  assert.ok(preview.rows.reading_chunks_2026_08! > 0)
  assert.deepEqual(await monthsOf(app, far), ALL, 'nothing is changed')
  const { rows, months, left } = await prune(db, retention, app.now())
  assert.deepEqual([rows, months, left], [preview.rows, preview.months, []])
  assert.deepEqual(
    [await monthsOf(app, home), await monthsOf(app, far)],
    [
      ['08', '09', '10', '11'],
      ['10', '11'],
    ],
  )
  assert.deepEqual(await previewPrune(db, retention, app.now()), { months: [], rows: {}, left: [] })
})

test('readings around incidents outlive the retention of a site', async (t) => {
  const app = await startApp(t, { isNew: true, startsAt: new Date('2026-09-05T10:00:00Z') })
  const worker = await app.createDevice({ module: 'worker' })
  assert.equal((await worker.send({ flags: { panic_pressed: true } })).status, 200)
  assert.equal((await app.rows('select from incidents')).length, 1)
  app.setClock({ seconds: 77 * 86_400 })
  await app.rows('update sites set retention_days = 45')
  await app.rows("insert into sites (name, created_at) values ('South', now())")
  await app.runJobs()
  assert.deepEqual([await monthsOf(app, worker), await tables(app)], [[], ['09']])
  const [kept] = await app.rows<{ readings: unknown[] }>('select readings from incident_readings')
  assert.equal(kept?.readings.length, 1)
})

test('readings around an incident that a late reading opens during the deletion outlive it too', async (t) => {
  const app = await startApp(t, { startsAt: new Date(NOW) })
  const at = Date.parse('2026-08-05T10:00:00Z') / 1_000
  const [first, worker] = [await app.createDevice(), await app.createDevice({ module: 'worker' })]
  for (const { send } of [first, worker]) assert.equal((await send({ ts: at, battery: 50 })).status, 200)
  const cell = app.service.db.inCell(0)
  const cuts = { whole: null, sites: [{ cut: monthOf(Date.parse(NOW)).from, siteIds: [1] }] }
  const parts = deleteReadingsOfSites(cell, cuts, keepReadingsOfMonth, app.now())
  while ((await monthsOf(app, first)).length > 0) assert.equal((await parts.next()).done, false)
  assert.equal((await worker.send({ ts: at + 1, flags: { panic_pressed: true } })).status, 200)
  for (let part = await parts.next(); !part.done; ) part = await parts.next()
  assert.deepEqual(await monthsOf(app, worker), [])
  const [kept] = await app.rows<{ readings: unknown[] }>('select readings from incident_readings')
  assert.equal(kept?.readings.length, 2)
})

test('what a deletion that was ended halfway has left is found', async (t) => {
  const { app, far, keep } = await withTwoPumps(t)
  await compact(app, [monthOf(Date.parse(DAYS[1]))])
  await app.rows(`delete from reading_chunks where device_id = ${far.id} and field = 'at'`)
  await keep(45)
  await app.leap({ seconds: 600 })
  assert.deepEqual(await app.rows(`select field from reading_chunks where device_id = ${far.id}`), [])
})

test('the page of a site says what a shorter retention deletes, and asks before it does', async (t) => {
  const { app, south, far } = await withTwoPumps(t, { RETENTION_DAYS: '900' })
  const admin = await openBrowserAs(app, 'admin')
  const page = `/sites/${south}`
  const retention = async () =>
    (await app.rows<{ days: number }>(`select retention_days as days from sites where id = ${south}`))[0]!.days
  assert.match(textOf((await admin.go(page)).text), /Empty: 900, as the installation says/)
  const asked = await admin.fillIn(`${page}/retention`, 'Save retention', { 'Keep readings for': '45' })
  assert.match(textOf(asked.text), /3 readings from before .* would be deleted for good/)
  assert.equal(await retention(), null)
  const saved = await admin.fillIn(`${page}/retention`, 'Delete them and save')
  assert.match(textOf(saved.text), /Saved\./)
  assert.equal(await retention(), 45)
  await app.leap({ seconds: 600 })
  assert.deepEqual(await monthsOf(app, far), ['10', '11'])
  for (const days of ['500', '40', '']) {
    const kept = await admin.fillIn(`${page}/retention`, 'Save retention', { 'Keep readings for': days })
    assert.match(textOf(kept.text), /Saved\./, `nothing is lost with ${days}`)
  }
  const wrong = await admin.fillIn(`${page}/retention`, 'Save retention', { 'Keep readings for': '99999' })
  assert.match(textOf(wrong.text), /36525/)
})

test('the deletion takes a part at a time, waits for readings, and begins anew when a retention changes', async (t) => {
  const { app, far, keep } = await withTwoPumps(t)
  const batch = (from: number) =>
    fetch(`${app.url}/api/telemetry/batch`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-device-token': far.token },
      body: JSON.stringify(
        Array.from({ length: 1_000 }, (_, place) => ({
          module: 'factory',
          ts: Date.parse('2026-08-10') / 1_000 + from + place,
          battery: 50,
        })),
      ),
    })
  for (const from of [0, 1_000, 2_000, 3_000, 4_000]) assert.equal((await batch(from)).status, 200)
  await app.runJobs()
  await keep(45)
  app.setClock({ seconds: 600 })
  const job = app.service.jobs.find(({ name }) => name === 'delete readings of sites')!
  const inAugust = async () =>
    (await app.rows<{ count: number }>('select count(*)::integer as count from readings_2026_08'))[0]!.count
  const minutes = () => app.rows(`select from minute_metrics where device_id = ${far.id}`)
  const before = await inAugust()
  assert.ok((await minutes()).length > 0)
  while ((await inAugust()) === before) assert.equal(await job.step(app.now()), true)
  assert.equal(await inAugust(), before - 2_000)
  assert.deepEqual(await minutes(), [], 'they are not found without readings')
  await keep(365)
  assert.equal(await job.step(app.now()), false, 'the site keeps the rest')
  await app.runJobs()
  assert.equal(await inAugust(), before - 2_000)
  await keep(45)
  await app.leap({ seconds: 600 })
  assert.equal(await inAugust(), 1, 'that of the pump at home')
})

test('on a full disk, prune says that readings of sites are left, and deletes them when there is room', async (t) => {
  const { app, far, keep } = await withTwoPumps(t)
  await keep(45)
  await app.rows(`
    create function refuse_row() returns trigger language plpgsql as $$
      begin raise exception using errcode = 'disk_full', message = 'No space left on device'; end $$;
    create trigger full_disk before insert or update on hourly_metric_days for each row execute function refuse_row()`)
  const retention = { readings_days: null, audit_days: null }
  const { left } = await prune(app.service.db, retention, app.now())
  assert.deepEqual(left, [{ month: 'sites that keep them for a shorter time', reason: 'disk_full' }])
  assert.deepEqual(await monthsOf(app, far), ALL)
  await app.rows('drop trigger full_disk on hourly_metric_days')
  assert.deepEqual((await prune(app.service.db, retention, app.now())).left, [])
  assert.deepEqual(await monthsOf(app, far), ['10', '11'])
})

test('only administrators of the installation change a retention, and the audit log has it', async (t) => {
  const { app, south, admin, keep } = await withTwoPumps(t)
  const own = await memberOf(app, south, 'admin')
  assert.equal((await own('PATCH', `/api/admin/sites/${south}`, { retention_days: 900 })).status, 403)
  for (const days of [0, 36_526, 1.5])
    assert.equal((await admin('PATCH', `/api/admin/sites/${south}`, { retention_days: days })).status, 400)
  await keep(45)
  const [entry] = await app.rows<{ before: object; after: object }>(
    "select before, after from audit_entries where action = 'site.updated' order by id desc limit 1",
  )
  assert.deepEqual(entry, { before: { retention_days: null }, after: { retention_days: 45 } })
})
