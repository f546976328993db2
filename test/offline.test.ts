import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from './harness/app.ts'
import { startReceiver } from './harness/receiver.ts'

const NOW = new Date('2026-03-01T12:00:00.000Z')

test('a device silent for longer than the threshold is reported offline once, to the second', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const receiver = await startReceiver(t)
  await app.createWebhook({ url: receiver.url })
  const call = await app.logIn('viewer')
  const boiler = await app.createDevice({ name: 'Boiler room', offline_after_s: 90 })
  await app.fastForward({ minutes: 2 })
  await boiler.send({ ts: 1, battery: 64, lat: 46, lng: 14, metrics: { gas_ppm: 3 } })

  await app.fastForward({ seconds: 89 })
  assert.deepEqual(receiver.received('device.offline'), [])
  await app.fastForward({ seconds: 1 })
  assert.deepEqual(
    receiver.received('device.offline').map((request) => request.data),
    [
      {
        device_id: boiler.id,
        device_name: 'Boiler room',
        site: { id: 1, name: 'Home' },
        last_seen: '2026-03-01T12:02:00.000Z',
        threshold_s: 90,
        offline_since: '2026-03-01T12:03:30.000Z',
        module: 'factory',
        battery: 64,
        signal: null,
        lat: 46,
        lng: 14,
      },
    ],
  )
  assert.equal((await call('GET', `/api/mobile/devices/${boiler.id}`)).body.data.status, 'offline')
  await app.fastForward({ minutes: 10 })
  assert.equal(receiver.received('device.offline').length, 1)
})

test('a device that returns is online again, and its next silence is reported again', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const receiver = await startReceiver(t)
  await app.createWebhook({ url: receiver.url })
  const boiler = await app.createDevice({ offline_after_s: 60 })
  await app.fastForward({ minutes: 1 })
  for (let silence = 0; silence < 3; silence += 1) {
    await boiler.send({ metrics: { gas_ppm: silence } })
    assert.deepEqual(await app.rows('select status from device_states'), [{ status: 'online' }])
    await app.fastForward({ minutes: 2 })
  }
  assert.equal(receiver.received('device.offline').length, 3)
})

test('a device that keeps sending is never offline', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const boiler = await app.createDevice({ offline_after_s: 10 })
  for (let count = 0; count < 20; count += 1) {
    await boiler.send({ metrics: { gas_ppm: count } })
    await app.fastForward({ seconds: 9 })
    assert.deepEqual(await app.rows('select status from device_states'), [{ status: 'online' }])
  }
})

test('the offline threshold defaults to three intervals, or else to ten minutes', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const hourly = await app.createDevice()
  const plain = await app.createDevice()
  await app.rows('update devices set expected_interval_s = 20 where id = $1', [hourly.id])
  await app.fastForward({ minutes: 10 })
  await hourly.send({})
  await plain.send({})
  const statuses = () => app.rows('select status from device_states order by device_id')
  await app.fastForward({ seconds: 61 })
  assert.deepEqual(await statuses(), [{ status: 'offline' }, { status: 'online' }])
  await app.fastForward({ minutes: 9 })
  assert.deepEqual(await statuses(), [{ status: 'offline' }, { status: 'offline' }])
})

test('a device that is never seen or disabled is never offline', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const receiver = await startReceiver(t)
  await app.createWebhook({ url: receiver.url })
  const call = await app.logIn('operator')
  await app.createDevice({ offline_after_s: 10 })
  const disabled = await app.createDevice({ offline_after_s: 10 })
  await disabled.send({})
  await call('PATCH', `/api/admin/devices/${disabled.id}`, { enabled: false })
  await app.fastForward({ minutes: 5 })
  assert.deepEqual(receiver.requests, [])
})

test('after an hour of downtime, devices have one full threshold to send', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const receiver = await startReceiver(t)
  await app.createWebhook({ url: receiver.url })
  const boiler = await app.createDevice({ offline_after_s: 60 })
  await boiler.send({})
  await app.runJobs()

  const later = await startApp(t, { connection: app.connection, startsAt: new Date(NOW.getTime() + 3_600_000) })
  await later.fastForward({ seconds: 59 })
  assert.deepEqual(receiver.requests, [])
  await later.fastForward({ seconds: 2 })
  assert.equal(receiver.received('device.offline').length, 1)
})

test('two nodes that check at the same moment report an offline device once', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const receiver = await startReceiver(t)
  await app.createWebhook({ url: receiver.url })
  const devices = await Promise.all(Array.from({ length: 30 }, () => app.createDevice({ offline_after_s: 5 })))
  await Promise.all(devices.map((device) => device.send({})))
  await app.runJobs()
  const other = await startApp(t, { connection: app.connection, startsAt: NOW })
  for (let second = 0; second < 7; second += 1) {
    await Promise.all([app.fastForward({ seconds: 1 }), other.fastForward({ seconds: 1 })])
  }
  assert.equal(receiver.received('device.offline').length, 30)
})
