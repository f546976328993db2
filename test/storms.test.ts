import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from './harness/app.ts'
import { startReceiver } from './harness/receiver.ts'

const NOW = new Date('2026-03-01T12:00:00.000Z')

test('many devices that go offline at once are one incident, which names them and resolves when all are back', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const receiver = await startReceiver(t)
  await app.createWebhook({ url: receiver.url, events: ['incident.created', 'incident.resolved'] })
  const call = await app.logIn('operator')
  const places = Array.from({ length: 6 }, (_, place) => place)
  const site = await Promise.all(
    places.map((place) => app.createDevice({ name: `Sensor ${place}`, tags: ['hall-3'], offline_after_s: 20 })),
  )
  const others = await Promise.all(
    Array.from({ length: 30 }, () => app.createDevice({ tags: ['hall-1'], offline_after_s: 3_600 })),
  )
  await app.runJobs()
  await app.fastForward({ seconds: 20 })
  for (const device of others) await device.send({})
  for (const device of site.slice(0, 5)) await device.send({})
  await app.fastForward({ seconds: 2 })
  await site[5]!.send({})

  await app.fastForward({ seconds: 24 })
  assert.equal(receiver.requests.length, 0, 'the number may still grow')
  await app.fastForward({ seconds: 3 })
  const [created, ...more] = receiver.requests
  assert.deepEqual(more, [])
  const { incident_id, title, severity, device_id, alert_id, device_count, devices } = created!.data
  assert.deepEqual(
    [created!.event, title, severity, device_id, alert_id, device_count],
    ['incident.created', '6 of 6 devices tagged hall-3 went offline', 'critical', null, null, 6],
  )
  assert.deepEqual(
    (devices as { id: number }[]).map(({ id }) => id),
    site.map(({ id }) => id).sort((one, other) => one - other),
  )

  await app.fastForward({ seconds: 60 })
  for (const device of site) await device.send({})
  await app.fastForward({ seconds: 10 })
  for (let seconds = 0; seconds < 295; seconds += 15) {
    for (const device of site) await device.send({})
    await app.fastForward({ seconds: 15 })
  }
  assert.deepEqual(
    receiver.requests.map(({ event }) => event),
    ['incident.created', 'incident.resolved'],
  )
  const { data } = (await call('GET', `/api/mobile/incidents/${incident_id}`)).body
  assert.deepEqual([data.origin, data.status, data.resolution, data.devices.length], ['storm', 'resolved', 'auto', 6])
  assert.deepEqual(
    data.timeline.map(({ kind }: { kind: string }) => kind).filter((kind: string) => !kind.startsWith('webhook')),
    ['created', 'device_added', 'device_returned', 'resolved'],
  )
})

test('devices that follow within a minute join the storm; each is still reported offline once', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const receiver = await startReceiver(t)
  await app.createWebhook({ url: receiver.url })
  const call = await app.logIn('operator')
  const devices = await Promise.all(
    Array.from({ length: 7 }, (_, place) => app.createDevice({ offline_after_s: place < 5 ? 20 : 50 })),
  )
  await app.fastForward({ seconds: 50 })
  for (const device of devices) await device.send({})
  await app.fastForward({ seconds: 26 })
  const storm = async () => (await call('GET', '/api/mobile/incidents?status=active')).body.data
  assert.equal((await storm())[0].title, '5 of 7 devices went offline')
  await app.fastForward({ seconds: 30 })
  const [{ title }, ...more] = await storm()
  assert.deepEqual([title, more], ['7 of 7 devices went offline', []])
  assert.equal(receiver.received('incident.created').length, 1)
  assert.equal(receiver.received('device.offline').length, 7)
})

test('devices under a silence do not form a storm', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('operator')
  const devices = await Promise.all(Array.from({ length: 6 }, () => app.createDevice({ offline_after_s: 10 })))
  await call('POST', '/api/admin/silences', { reason: 'New switch', duration_s: 3_600 })
  await app.fastForward({ seconds: 10 })
  for (const device of devices) await device.send({})
  await app.fastForward({ seconds: 60 })
  const storms = "select count(*)::integer as storms from incidents where origin = 'storm'"
  assert.deepEqual(await app.rows(storms), [{ storms: 0 }])
})

test('two nodes open one incident for a storm', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const devices = await Promise.all(Array.from({ length: 20 }, () => app.createDevice({ offline_after_s: 5 })))
  await Promise.all(devices.map((device) => device.send({})))
  await app.runJobs()
  const other = await startApp(t, { connection: app.connection, startsAt: NOW })
  for (let second = 0; second < 14; second += 1) {
    await Promise.all([app.fastForward({ seconds: 1 }), other.fastForward({ seconds: 1 })])
  }
  assert.deepEqual(await app.rows('select origin, title from incidents'), [
    { origin: 'storm', title: '20 of 20 devices went offline' },
  ])
})
