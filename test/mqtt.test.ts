import assert from 'node:assert/strict'
import type { EventEmitter } from 'node:events'
import { connect as openSocket } from 'node:net'
import { Writable } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import { openLog } from '../src/platform/log.ts'
import { startApp, type TestApp } from './harness/app.ts'
import { cleanUp } from './harness/cleanup.ts'
import { holdReadings } from './harness/held-tables.ts'

const TOPIC = 'v1/devices/me/telemetry'
const env = { MQTT_PORT: '0' }

/** A client that does not come back when its connection is cut. */
function client(t: TestContext, app: TestApp, options: IClientOptions): MqttClient {
  const opened = mqtt.connect({ port: app.mqttPort!, host: '127.0.0.1', reconnectPeriod: 0, ...options })
  // Told to those who wait for the connection, too.
  opened.on('error', () => undefined)
  cleanUp(t, () => void opened.end(true))
  return opened
}

async function connected(t: TestContext, app: TestApp, options: IClientOptions): Promise<MqttClient> {
  const opened = client(t, app, options)
  await happens(opened, 'connect')
  return opened
}

/** Resolves with what comes with the event; an error is none, unless it is asked for. */
// biome-ignore lint/suspicious/noExplicitAny: of several libraries
const happens = (emitter: Pick<EventEmitter, 'on'> | MqttClient, event: string): Promise<any> =>
  new Promise((resolve) => void (emitter as EventEmitter).on(event, resolve))

const publish = (from: MqttClient, payload: unknown, topic = TOPIC, qos: 0 | 1 | 2 = 1) =>
  from.publishAsync(topic, Buffer.isBuffer(payload) ? payload : JSON.stringify(payload), { qos })

const stored = async (app: TestApp) =>
  (await app.rows<{ count: number }>('select count(*)::integer as count from readings'))[0]!.count

test('a message that is acknowledged is on disk with all its consequences, as over HTTP', async (t) => {
  const app = await startApp(t, { env })
  const monitor = await app.createDevice({ module: 'health' })
  const device = await connected(t, app, { username: monitor.token })
  await publish(device, { module: 'health', ts: 1_795_263_622, lat: 52.37, lng: 4.89, metrics: { systolic: 185 } })
  const viewer = await app.logIn('viewer')
  const { latest, status, open_alerts, lat } = (await viewer('GET', `/api/mobile/devices/${monitor.id}`)).body.data
  assert.deepEqual([latest.metrics, status, open_alerts.critical, lat], [{ systolic: 185 }, 'online', 1, 52.37])

  // Sent again, by another way and another topic: known.
  const again = { module: 'health', ts: 1_795_263_622, lat: 52.37, lng: 4.89, metrics: { systolic: 185 } }
  await publish(device, again, 'tocsin/telemetry')
  await publish(device, again, TOPIC, 2)
  await monitor.send(again)
  assert.equal(await stored(app), 1)
})

test('an array is a batch; a message that can never be stored is acknowledged, and the log says why', async (t) => {
  const lines: string[] = []
  const log = openLog('warn', new Writable({ write: (line, _, done) => done(void lines.push(String(line))) }))
  const app = await startApp(t, { env, log })
  const { token, id } = await app.createDevice()
  const device = await connected(t, app, { username: token })
  await publish(device, [
    { module: 'factory', ts: 1_795_263_600, metrics: { gas_ppm: 3 } },
    { module: 'factory', ts: 1_795_263_601, metrics: { gas_ppm: 'a lot' } },
    { module: 'factory', ts: 1_795_263_602, metrics: { gas_ppm: 4 } },
  ])
  assert.equal(await stored(app), 2)
  const refused: [unknown, string?][] = [
    [{ module: 'drone' }],
    [Buffer.from('{"module":"fact')],
    [Buffer.from([0xff, 0xfe])],
    [Buffer.alloc(0)],
    [{ module: 'factory', padding: 'x'.repeat(70_000) }],
    [Array.from({ length: 1_001 }, () => ({ module: 'factory' }))],
    [{ module: 'factory' }, 'v1/devices/me/attributes'],
    [{ module: 'factory' }, '$SYS/x/new/clients'],
  ]
  for (const [payload, topic] of refused) await publish(device, payload, topic)
  assert.equal(await stored(app), 2)
  assert.equal(lines.length, 1, 'once for a connection')
  const { device_id, fault } = JSON.parse(lines[0]!)
  assert.deepEqual([device_id, fault], [id, '1 of 3 readings, first: /metrics/gas_ppm: must be number or null'])
  assert.ok(!lines[0]!.includes(token))
  const metrics = await (await fetch(`${app.url}/metrics`)).text()
  assert.match(metrics, /^tocsin_readings_rejected_total 1$/m)
  assert.match(metrics, /^tocsin_ingestion_refusals_total\{code="400"\} 6$/m)
  assert.match(metrics, /^tocsin_ingestion_refusals_total\{code="413"\} 2$/m)
})

test('a wrong token is refused when connecting, and a token that ends, at the next message', async (t) => {
  const app = await startApp(t, { env })
  const boiler = await app.createDevice()
  for (const username of ['f'.repeat(64), boiler.token.toUpperCase(), '', undefined]) {
    const refused = client(t, app, username === undefined ? {} : { username })
    assert.equal((await happens(refused, 'error')).code, 4, username ?? 'none')
  }
  assert.match(await (await fetch(`${app.url}/metrics`)).text(), /^tocsin_ingestion_refusals_total\{code="401"\} 4$/m)
  const device = await connected(t, app, { username: boiler.token })
  await publish(device, { module: 'factory', ts: 1_795_263_600 })
  const admin = await app.logIn('admin')
  await admin('POST', `/api/admin/devices/${boiler.id}/token`)
  const cut = happens(device, 'close')
  while (device.connected) {
    device.publish(TOPIC, '{"module":"factory"}', { qos: 1 })
    await Promise.race([cut, sleep(100)])
  }
  assert.equal((await happens(client(t, app, { username: boiler.token }), 'error')).code, 4)
})

test('while readings cannot be stored nothing is acknowledged; a client that comes back has lost nothing', async (t) => {
  const app = await startApp(t, { env })
  const { token } = await app.createDevice()
  const device = await connected(t, app, { username: token, reconnectPeriod: 100 })
  await app.rows('alter table readings rename to elsewhere')
  let isAcknowledged = false
  const published = publish(device, { module: 'factory', ts: 1_795_263_600 }).then(() => {
    isAcknowledged = true
  })
  await happens(device, 'close')
  assert.equal(isAcknowledged, false)
  await app.rows('alter table elsewhere rename to readings')
  await published
  assert.equal(await stored(app), 1)
})

test('a node that stops answers what has arrived first', async (t) => {
  const app = await startApp(t, { env })
  const { token } = await app.createDevice()
  const device = await connected(t, app, { username: token })
  const held = await holdReadings(t, app)
  const published = publish(device, { module: 'factory', ts: 1_795_263_600 })
  await held.isWaitedFor()
  const closing = app.close()
  await held.release()
  await Promise.all([published, closing])
})

test('nothing is given out: subscriptions are refused, and devices of one client id do not meet', async (t) => {
  const app = await startApp(t, { env })
  const [one, other] = [await app.createDevice(), await app.createDevice()]
  const listener = await connected(t, app, { username: one.token, clientId: 'sensor' })
  const heard: string[] = []
  listener.on('message', (topic) => heard.push(topic))
  for (const topic of ['#', TOPIC, '$SYS/#']) await assert.rejects(listener.subscribeAsync(topic), topic)
  const sender = await connected(t, app, { username: other.token, clientId: 'sensor' })
  await sender.publishAsync(TOPIC, '{"module":"factory","ts":1795263600}', { qos: 1, retain: true })
  await publish(listener, { module: 'factory', ts: 1_795_263_600 })
  assert.deepEqual([heard, await stored(app)], [[], 2])
})

test('a last will is not kept, and a packet too large cuts the connection', async (t) => {
  const app = await startApp(t, { env })
  const { token } = await app.createDevice()
  const will = { topic: TOPIC, payload: Buffer.from('{"module":"factory"}'), qos: 1 as const, retain: false }
  const device = await connected(t, app, { username: token, will })
  const cut = happens(device, 'close')
  device.publish(TOPIC, Buffer.alloc(1_100_000, 32), { qos: 1 })
  await cut
  await publish(await connected(t, app, { username: token }), { module: 'factory', ts: 1_795_263_600 })
  assert.equal(await stored(app), 1)

  // Of somebody who has not said yet who they are, little is taken.
  const stranger = openSocket(app.mqttPort!, '127.0.0.1')
  cleanUp(t, () => void stranger.destroy())
  stranger.on('error', () => undefined)
  stranger.write(Buffer.from([0x10, 0x81, 0x40]))
  await happens(stranger, 'close')
})
