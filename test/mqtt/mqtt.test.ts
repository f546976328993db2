import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { IPubackPacket } from 'mqtt-packet'
import { openLog } from '../../src/platform/log.ts'
import { startApp, type TestApp } from '../harness/app.ts'
import { holdReadings } from '../harness/held-tables.ts'
import { connected, happens, MQTT, openClient, publish, TOPIC } from '../harness/mqtt-client.ts'

const env = MQTT
const VERSIONS = [4, 5] as const

const stored = async (app: TestApp) =>
  (await app.rows<{ count: number }>('select count(*)::integer as count from readings'))[0]!.count

test('an acknowledged message is on disk with all its effects, as over HTTP', async (t) => {
  const app = await startApp(t, { env })
  const viewer = await app.logIn('viewer')
  for (const protocolVersion of VERSIONS) {
    const monitor = await app.createDevice({ module: 'health' })
    const before = await stored(app)
    const device = await connected(t, app, { username: monitor.token, protocolVersion })
    const reading = { module: 'health', ts: 1_795_263_622, lat: 52.37, lng: 4.89, metrics: { systolic: 185 } }
    await publish(device, reading)
    const { latest, status, open_alerts, lat } = (await viewer('GET', `/api/mobile/devices/${monitor.id}`)).body.data
    assert.deepEqual([latest.metrics, status, open_alerts.critical, lat], [{ systolic: 185 }, 'online', 1, 52.37])

    // Sent again with another QoS and topic: recognized as a duplicate.
    await publish(device, reading, 'tocsin/telemetry')
    await publish(device, reading, TOPIC, 2)
    await monitor.send(reading)
    assert.equal(await stored(app), before + 1)
  }
})

test('messages of a client are stored in their order, also a reading right behind a batch', async (t) => {
  const app = await startApp(t, { env })
  const monitor = await app.createDevice({ module: 'health' })
  const device = await connected(t, app, { username: monitor.token })
  const reading = (place: number, systolic: number) => ({
    module: 'health',
    ts: 1_795_263_000 + place,
    metrics: { systolic },
  })
  const batch = Array.from({ length: 500 }, (_, place) => reading(place, 185))
  await Promise.all([publish(device, batch), publish(device, reading(500, 118))])
  // Behind a newer one, the batch would be late, and raise nothing.
  assert.deepEqual(await app.rows('select rule_key from alerts'), [{ rule_key: 'health.systolic.high' }])
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
  for (const [payload, topic] of UNSTORABLE) await publish(device, payload, topic)
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

/** With the topic, and the answer to a client of version 5. */
const UNSTORABLE: [payload: unknown, topic: string | undefined, code: number, why: RegExp][] = [
  [{ module: 'drone' }, undefined, 0x99, /^\/module: must be one of: /],
  [Buffer.from('{"module":"fact'), undefined, 0x99, /^The payload is not valid JSON$/],
  [Buffer.from([0xff, 0xfe]), undefined, 0x99, /^The body is not UTF-8$/],
  [Buffer.alloc(0), undefined, 0x99, /^The payload is empty$/],
  [{ module: 'factory', padding: 'x'.repeat(70_000) }, undefined, 0x97, /^The reading is too large$/],
  [Array.from({ length: 1_001 }, () => ({ module: 'factory' })), undefined, 0x97, /at most 1000 readings/],
  [{ module: 'factory' }, 'v1/devices/me/attributes', 0x90, /v1\/devices\/me\/attributes/],
  [{ module: 'factory' }, '$SYS/x/new/clients', 0x90, /SYS/],
]

test('clients of version 5 and the page of the device get the error of a message', async (t) => {
  const app = await startApp(t, { env })
  const { token, id } = await app.createDevice()
  const device = await connected(t, app, { username: token, protocolVersion: 5 })
  const told: IPubackPacket[] = []
  device.on('packetreceive', (packet) => told.push(packet as IPubackPacket))
  for (const [payload, topic, code, why] of UNSTORABLE) {
    for (const qos of [1, 2] as const) {
      await assert.rejects(publish(device, payload, topic, qos), { code })
      const { cmd, properties } = told.at(-1)!
      assert.equal(cmd, qos === 1 ? 'puback' : 'pubrec')
      assert.match(properties!.reasonString!, why)
    }
  }
  // An array succeeds if some of it is stored, and fails if nothing is.
  const wrong = { module: 'factory', metrics: { [`x\0${'y'.repeat(70_000)}`]: 1 } }
  await publish(device, [{ module: 'factory', ts: 1_795_263_600 }, wrong])
  assert.equal(told.at(-1)!.reasonCode, 0)
  assert.match(told.at(-1)!.properties!.reasonString!, /^1 of 2 readings, first: \/metrics/)
  await assert.rejects(publish(device, [wrong]), { code: 0x99 })
  assert.equal(await stored(app), 1)

  const operator = await app.logIn('operator')
  const refusals = async () => (await operator('GET', `/api/admin/devices/${id}/refusals`)).body.data
  const count = (all: { count: number }[]) => all.reduce((sum, one) => sum + one.count, 0)
  let all = await refusals()
  while (count(all) < 2 * UNSTORABLE.length + 2) all = await sleep(20).then(refusals)
  const [first] = all.filter(({ message }: { message: string }) => message === 'The payload is empty')
  assert.deepEqual([first.count, first.status, first.reason, first.address], [2, 400, 'content', '127.0.0.1'])
})

test('beyond sixty wrong tokens a minute an address is throttled, but its valid tokens work', async (t) => {
  const app = await startApp(t, { env: MQTT })
  const { token } = await app.createDevice()
  const headers = { 'x-device-token': 'wrong', 'content-type': 'application/json' }
  const send = () => fetch(`${app.url}/api/telemetry/ingest`, { method: 'POST', headers, body: '{}' })
  for (let place = 0; place < 60; place += 1) assert.equal((await send()).status, 401)
  for (const [protocolVersion, code] of [
    [4, 3],
    [5, 0x9f],
  ] as const) {
    const refused = await happens(openClient(t, app, { username: 'wrong', protocolVersion }), 'error')
    assert.equal(refused.code, code)
    await connected(t, app, { username: token, protocolVersion })
  }
})

test('a wrong token is refused at the connect, and a revoked one within a second', async (t) => {
  const app = await startApp(t, { env, isNew: true })
  const admin = await app.logIn('admin')
  const refusedWith = { 4: 4, 5: 0x86 }
  for (const protocolVersion of VERSIONS) {
    const boiler = await app.createDevice()
    for (const username of ['f'.repeat(64), boiler.token.toUpperCase(), '', undefined]) {
      const refused = openClient(t, app, { protocolVersion, ...(username === undefined ? {} : { username }) })
      assert.equal((await happens(refused, 'error')).code, refusedWith[protocolVersion], username ?? 'none')
    }
    const device = await connected(t, app, { username: boiler.token, protocolVersion })
    await publish(device, { module: 'factory', ts: 1_795_263_600 })
    const [cut, told] = [happens(device, 'close'), happens(device, 'disconnect')]
    await admin('POST', `/api/admin/devices/${boiler.id}/token`)
    await cut
    if (protocolVersion === 5) assert.equal((await told).reasonCode, 0x87)
    const late = openClient(t, app, { username: boiler.token, protocolVersion })
    assert.equal((await happens(late, 'error')).code, refusedWith[protocolVersion])
  }
  assert.match(await (await fetch(`${app.url}/metrics`)).text(), /^tocsin_ingestion_refusals_total\{code="401"\} 12$/m)
})

test('nothing is acknowledged while readings cannot be stored, and a reconnecting client loses nothing', async (t) => {
  const app = await startApp(t, { env })
  const { token } = await app.createDevice()
  const acknowledged: number[] = []
  await app.rows('alter table reading_rows rename to elsewhere')
  const published = VERSIONS.map(async (protocolVersion) => {
    const device = await connected(t, app, { username: token, protocolVersion, reconnectPeriod: 100 })
    const [cut, told] = [happens(device, 'close'), happens(device, 'disconnect')]
    const sent = publish(device, { module: 'factory', ts: 1_795_263_600 + protocolVersion }).then(() =>
      acknowledged.push(protocolVersion),
    )
    await cut
    if (protocolVersion === 5) assert.equal((await told).reasonCode, 0x89)
    return { sent }
  })
  const all = await Promise.all(published)
  assert.deepEqual(acknowledged, [])
  await app.rows('alter table elsewhere rename to reading_rows')
  await Promise.all(all.map(({ sent }) => sent))
  assert.equal(await stored(app), 2)
})

test('a stopping node answers received messages first', async (t) => {
  const app = await startApp(t, { env })
  const { token } = await app.createDevice()
  const devices = await Promise.all(
    VERSIONS.map((protocolVersion) => connected(t, app, { username: token, protocolVersion })),
  )
  const told = happens(devices[1]!, 'disconnect')
  const held = await holdReadings(t, app)
  const published = devices.map((device, place) => publish(device, { module: 'factory', ts: 1_795_263_600 + place }))
  await held.isWaitedFor()
  const closing = app.close()
  await held.release()
  await Promise.all([...published, closing])
  assert.equal((await told).reasonCode, 0x8b)
})

test('subscriptions are refused, and devices with the same client id do not affect each other', async (t) => {
  const app = await startApp(t, { env })
  for (const protocolVersion of VERSIONS) {
    const [one, other] = [await app.createDevice(), await app.createDevice()]
    const listener = await connected(t, app, { username: one.token, clientId: 'sensor', protocolVersion })
    const heard: string[] = []
    listener.on('message', (topic) => heard.push(topic))
    for (const topic of ['#', TOPIC, '$SYS/#']) await assert.rejects(listener.subscribeAsync(topic), topic)
    await listener.unsubscribeAsync(TOPIC)
    const sender = await connected(t, app, { username: other.token, clientId: 'sensor', protocolVersion })
    await sender.publishAsync(TOPIC, '{"module":"factory","ts":1795263600}', { qos: 1, retain: true })
    await publish(listener, { module: 'factory', ts: 1_795_263_600 })
    assert.deepEqual(heard, [])
  }
  assert.equal(await stored(app), 4)
  assert.match(await (await fetch(`${app.url}/metrics`)).text(), /^tocsin_ingestion_refusals_total\{code="403"\} 6$/m)
})

test('a repeated client id replaces its connection, and beyond a hundred the oldest is closed', async (t) => {
  const app = await startApp(t, { env })
  const { token } = await app.createDevice()
  for (const protocolVersion of VERSIONS) {
    const before = await connected(t, app, { username: token, clientId: 'sensor', protocolVersion })
    const [cut, told] = [happens(before, 'close'), happens(before, 'disconnect')]
    const after = await connected(t, app, { username: token, clientId: 'sensor', protocolVersion })
    await cut
    if (protocolVersion === 5) assert.equal((await told).reasonCode, 0x8e)
    await publish(after, { module: 'factory', ts: 1_795_263_600 })
    if (protocolVersion === 4) continue
    const oldest = happens(after, 'disconnect')
    const others = await Promise.all(Array.from({ length: 100 }, () => connected(t, app, { username: token })))
    assert.equal((await oldest).reasonCode, 0x97)
    await publish(others[0]!, { module: 'factory', ts: 1_795_263_600 })
  }
})

test('a last will is not stored, and a packet too large ends the connection', async (t) => {
  const app = await startApp(t, { env })
  const { token } = await app.createDevice()
  const will = { topic: TOPIC, payload: Buffer.from('{"module":"factory"}'), qos: 1 as const, retain: false }
  for (const protocolVersion of VERSIONS) {
    const device = await connected(t, app, { username: token, will, protocolVersion })
    const [cut, told] = [happens(device, 'close'), happens(device, 'disconnect')]
    // The library keeps to the announced limit and does not send this in version 5.
    device.stream.write(Buffer.from([0x32, 0x80, 0x80, 0x50]))
    await cut
    if (protocolVersion === 5) assert.equal((await told).reasonCode, 0x95)
  }
  await publish(await connected(t, app, { username: token }), { module: 'factory', ts: 1_795_263_600 })
  assert.equal(await stored(app), 1)
})
