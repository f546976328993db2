import assert from 'node:assert/strict'
import { test } from 'node:test'
import { read, startStatusPage } from './harness/status-page.ts'

const uptimes = (text: string) =>
  [...text.matchAll(/<span>([^<]*(?:uptime|No data yet)[^<]*)<\/span>/g)].map(([, one]) => one)

test('uptime is the share of the time since the first reading for which a device was not offline', async (t) => {
  const { app, url, boiler } = await startStatusPage(t)
  assert.deepEqual(uptimes((await read(app, url)).text), ['No data yet', 'No data yet'])
  await app.fastForward({ minutes: 1 })
  // Offline after one minute, for five of six.
  await boiler.send({ metrics: { gas_ppm: 3 } })
  await app.fastForward({ minutes: 6 })
  assert.deepEqual(uptimes((await read(app, url)).text), ['16.66% uptime since 1 Mar', 'No data yet'])
  await boiler.send({ metrics: { gas_ppm: 3 } })
  assert.deepEqual(await app.rows('select day::text, device_id, round(offline_s / 60) as min from offline_days'), [
    { day: '2026-03-01', device_id: boiler.id, min: 5 },
  ])
  await app.fastForward({ minutes: 1 })
  assert.deepEqual(uptimes((await read(app, url)).text), ['28.57% uptime since 1 Mar', 'No data yet'])
})

test('an interruption over midnight counts for both days, and several of a day add up', async (t) => {
  const { app, boiler } = await startStatusPage(t, { startsAt: new Date('2026-03-01T23:57:00Z') })
  await boiler.send({ metrics: { gas_ppm: 3 } })
  await app.fastForward({ minutes: 6 })
  await boiler.send({ metrics: { gas_ppm: 3 } })
  await app.fastForward({ minutes: 3 })
  await boiler.send({ metrics: { gas_ppm: 3 } })
  assert.deepEqual(await app.rows('select day::text, round(offline_s / 60) as min from offline_days order by day'), [
    { day: '2026-03-01', min: 2 },
    { day: '2026-03-02', min: 5 },
  ])
})

test('readings sent twice or late after the return count the interruption once', async (t) => {
  const { app, boiler } = await startStatusPage(t)
  await boiler.send({ ts: 1, metrics: { gas_ppm: 3 } })
  await app.fastForward({ minutes: 4 })
  for (let count = 0; count < 3; count += 1) await boiler.send({ ts: 240, metrics: { gas_ppm: 3 } })
  await boiler.send({ ts: 120, metrics: { gas_ppm: 4 } })
  assert.deepEqual(await app.rows('select round(offline_s / 60) as min from offline_days'), [{ min: 3 }])
})

test('offline time is kept for as long as pages show it, and goes with its device', async (t) => {
  const { app, head, boiler } = await startStatusPage(t)
  await app.rows(`insert into offline_days values ('2025-11-30', $1, 600), ('2025-12-01', $1, 600)`, [boiler.id])
  await app.runJobs()
  assert.deepEqual(await app.rows('select day::text from offline_days'), [{ day: '2025-12-01' }])
  await head('DELETE', `/api/admin/devices/${boiler.id}`)
  await app.fastForward({ minutes: 2 })
  assert.deepEqual(await app.rows('select day::text from offline_days'), [])
})

test('a device that is offline for a year is so on the days that are shown', async (t) => {
  const { app, url, boiler } = await startStatusPage(t)
  await boiler.send({ metrics: { gas_ppm: 3 } })
  await app.fastForward({ minutes: 2 })
  await app.leap({ seconds: 365 * 86_400 })
  assert.deepEqual(uptimes((await read(app, url)).text), ['0% uptime', 'No data yet'])
  await boiler.send({ metrics: { gas_ppm: 3 } })
  const [row] = await app.rows<{ count: number }>('select count(*)::integer as count from offline_days')
  assert.equal(row!.count, 91)
})
