import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from './harness/app.ts'
import { countStored, readingsOf, sendBatch, statusesOf } from './harness/many-readings.ts'
import { addSite, memberOf } from './harness/sites.ts'
import { until } from './harness/until.ts'

test('without a limit a device sends as much as it likes', async (t) => {
  const app = await startApp(t)
  const device = await app.createDevice()
  assert.equal((await sendBatch(app, device, readingsOf(app, 500))).status, 200)
  assert.deepEqual(new Set(await statusesOf(device, 30)), new Set([200]))
})

test('a device may send its limit at once; then it is told whose limit it is, and how long to wait', async (t) => {
  const app = await startApp(t, { env: { DEVICE_READINGS_PER_MINUTE: '3' } })
  const [device, other] = [await app.createDevice(), await app.createDevice({ name: 'Other' })]
  assert.deepEqual(await statusesOf(device, 4), [200, 200, 200, 429])
  const refused = await device.send({ metrics: { temperature: 21 } })
  assert.equal(refused.headers.get('retry-after'), '20')
  assert.deepEqual(refused.body, {
    status: 'error',
    message: 'This device may send 3 readings a minute; wait, then send it again',
    code: 429,
  })
  assert.equal(await countStored(app), 3)
  assert.deepEqual(await statusesOf(other, 3), [200, 200, 200], 'each device has its own')

  app.setClock({ seconds: 20 })
  assert.deepEqual(await statusesOf(device, 2), [200, 429], 'a third of the minute gives back a third')
  app.setClock({ seconds: 3_600 })
  assert.deepEqual(await statusesOf(device, 4), [200, 200, 200, 429], 'and an hour no more than a minute')
  app.setClock({ seconds: -3_600 })
  assert.deepEqual(await statusesOf(device, 1), [429])
  app.setClock({ seconds: 20 })
  assert.deepEqual(await statusesOf(device, 1), [200], 'a clock that went back keeps nobody waiting')
})

test('a batch counts its readings and is taken whole or not at all, however old they are', async (t) => {
  const app = await startApp(t, { env: { DEVICE_READINGS_PER_MINUTE: '60' } })
  const device = await app.createDevice()
  const backfill = readingsOf(app, 50).map((reading, place) => ({ ...reading, ts: 1_795_000_000 + place }))
  assert.equal((await sendBatch(app, device, backfill)).status, 200)
  const tooMany = await sendBatch(app, device, readingsOf(app, 11))
  assert.deepEqual([tooMany.status, tooMany.headers.get('retry-after'), await countStored(app)], [429, '1', 50])
  const answer = await sendBatch(app, device, [...readingsOf(app, 10), { module: 'factory', lat: 91 }])
  assert.deepEqual([answer.status, ((await answer.json()) as { accepted: number }).accepted], [200, 10])
})

test('a batch of more than a minute is taken once half of the minute is there, and is paid back afterwards', async (t) => {
  const app = await startApp(t, { env: { DEVICE_READINGS_PER_MINUTE: '60' } })
  const device = await app.createDevice()
  assert.deepEqual(await statusesOf(device, 45), Array(45).fill(200))
  const early = await sendBatch(app, device, readingsOf(app, 180))
  assert.deepEqual([early.status, early.headers.get('retry-after'), await countStored(app)], [429, '15', 45])
  app.setClock({ seconds: 15 })
  assert.equal((await sendBatch(app, device, readingsOf(app, 180))).status, 200, 'after as long as it was told to wait')
  const next = await device.send({ metrics: { temperature: 21 } })
  assert.deepEqual([next.status, next.headers.get('retry-after')], [429, '151'])
  app.setClock({ seconds: 151 })
  assert.deepEqual(await statusesOf(device, 2), [200, 429])
})

test('the devices of a site share its limit, and others do not', async (t) => {
  const app = await startApp(t, { env: { SITE_READINGS_PER_MINUTE: '4' } })
  const south = await addSite(app, 'South')
  const [one, two] = [await app.createDevice(), await app.createDevice({ name: 'Two' })]
  const far = await app.createDevice({ name: 'Far', site_id: south })
  assert.deepEqual(
    [await statusesOf(one, 2), await statusesOf(two, 3)],
    [
      [200, 200],
      [200, 200, 429],
    ],
  )
  const { status, body, headers } = await one.send({ metrics: { temperature: 21 } })
  assert.equal(status, 429)
  assert.match(body.message, /^The devices of this site may send 4 readings a minute together/)
  const waitS = Number(headers.get('retry-after'))
  assert.ok(waitS >= 15 && waitS <= 20, String(waitS))
  assert.deepEqual(await statusesOf(far, 4), Array(4).fill(200))
})

test('a site has limits of its own at once, and only administrators of the installation change them', async (t) => {
  const app = await startApp(t, { env: { DEVICE_READINGS_PER_MINUTE: '2' } })
  const south = await addSite(app, 'South')
  const device = await app.createDevice({ site_id: south })
  const [admin, own] = [await app.logIn('admin'), await memberOf(app, south, 'admin')]
  assert.deepEqual(await statusesOf(device, 3), [200, 200, 429])

  const path = `/api/admin/sites/${south}`
  const change = (by: typeof admin, limit: number | null) => by('PATCH', path, { device_readings_per_minute: limit })
  assert.equal((await change(own, 600)).status, 403)
  assert.equal(
    (await own('PATCH', path, (await own('GET', path)).body.data)).status,
    200,
    'unchanged, it may be sent back',
  )
  assert.equal((await change(admin, 10_000_001)).status, 400)

  const raised = await change(admin, 600)
  assert.deepEqual([raised.status, raised.body.data.device_readings_per_minute], [200, 600])
  await until(
    async () => (await device.send({ metrics: { temperature: 1 } })).status,
    (status) => status === 200,
  )
  await change(admin, 0)
  await until(
    async () => (await sendBatch(app, device, readingsOf(app, 1_000))).status,
    (status) => status === 200,
  )
  await change(admin, null)
  await until(
    async () => (await device.send({ metrics: { temperature: 1 } })).status,
    (status) => status === 429,
  )

  const [entry] = await app.rows<{ before: object; after: object }>(
    "select before, after from audit_entries where action = 'site.updated' and subject_id = $1 order by id desc limit 1",
    [String(south)],
  )
  assert.deepEqual(
    [entry!.before, entry!.after],
    [0, null].map((limit) => ({ device_readings_per_minute: limit })),
  )
})
