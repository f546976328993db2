import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Packet } from 'mqtt-packet'
import { startApp } from '../harness/app.ts'
import { countStored } from '../harness/many-readings.ts'
import { hello, MQTT, message, rawClient } from '../harness/mqtt-client.ts'

const env = { ...MQTT, DEVICE_READINGS_PER_MINUTE: '2' }

const publishing = (messageId: number, reading: object, qos: 0 | 1 | 2 = 1): Packet =>
  message(reading, qos === 0 ? { qos, messageId: undefined } : { qos, messageId })

const measured = (place: number) => ({ module: 'worker', ts: 1_795_263_000 + place, metrics: { steps: place } })
const sos = (place: number) => ({ module: 'worker', ts: 1_795_264_000 + place, flags: { panic_pressed: true } })

for (const version of [4, 5] as const) {
  test(`a reading beyond the limit is not acknowledged, and can be sent again, in version ${version}`, async (t) => {
    const app = await startApp(t, { env, isNew: true })
    const { token } = await app.createDevice({ module: 'worker' })
    const client = await rawClient(t, app, version)
    client.write(hello(token, version), ...[1, 2, 3, 4].map((place) => publishing(place, measured(place))))
    const packets = await client.rest()
    assert.deepEqual(
      packets.map(({ cmd, messageId }) => [cmd, messageId]),
      [['connack', undefined], ['puback', 1], ['puback', 2], ...(version === 5 ? [['disconnect', undefined]] : [])],
    )
    if (version === 5) {
      const { reasonCode, properties } = packets.at(-1) as { reasonCode: number; properties: { reasonString: string } }
      assert.equal(reasonCode, 0x97)
      assert.match(properties.reasonString, /^This device may send 2 readings a minute/)
    }
    app.setClock({ seconds: 60 })
    const again = await rawClient(t, app, version)
    again.write(hello(token, version), ...[3, 4].map((place) => publishing(place, measured(place))))
    assert.deepEqual(
      [(await again.next())?.cmd, (await again.next())?.messageId, (await again.next())?.messageId],
      ['connack', 3, 4],
    )
    assert.equal(await countStored(app), 4)
  })
}

test('a call for help behind readings beyond the limit is stored and acknowledged, also when it comes later', async (t) => {
  const app = await startApp(t, { env, isNew: true })
  const { token } = await app.createDevice({ module: 'worker' })
  const client = await rawClient(t, app, 5)
  client.write(hello(token, 5), ...[1, 2, 3].map((place) => publishing(place, measured(place))), publishing(4, sos(4)))
  const acknowledged = async () => (await client.next())?.messageId
  assert.deepEqual(
    [await acknowledged(), await acknowledged(), await acknowledged(), await acknowledged()],
    [undefined, 1, 2, 4],
  )
  client.write(publishing(5, measured(5)), publishing(6, sos(6), 2))
  assert.equal(await acknowledged(), 6)
  const rest = await client.rest()
  assert.deepEqual(
    rest.map(({ cmd }) => cmd),
    ['disconnect'],
  )
  assert.equal(await countStored(app), 4)
})

test('at QoS 0, where nothing is sent again, a reading beyond the limit is dropped and the connection stays', async (t) => {
  const app = await startApp(t, { env, isNew: true })
  const { id, token } = await app.createDevice({ module: 'worker' })
  const client = await rawClient(t, app, 5)
  client.write(hello(token, 5), ...[1, 2, 3, 4].map((place) => publishing(place, measured(place), 0)))
  client.write({ cmd: 'pingreq' }, publishing(5, sos(5)))
  const packets = [await client.next(), await client.next(), await client.next()].map((packet) => packet?.cmd)
  assert.deepEqual(packets.sort(), ['connack', 'pingresp', 'puback'])
  assert.equal(await countStored(app), 3)
  await app.service.flush()
  const refusals = await app.rows<{ reason: string; count: number }>(
    'select reason, count from device_refusals where device_id = $1',
    [id],
  )
  assert.deepEqual(
    refusals.map(({ reason, count }) => [reason, Number(count)]),
    [['device_limit', 2]],
  )
})
