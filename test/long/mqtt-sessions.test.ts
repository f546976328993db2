import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { Writable } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { generate, type Packet, parser } from 'mqtt-packet'
import { openLog } from '../../src/platform/log.ts'
import { startApp, type TestApp, type TestDevice } from '../harness/app.ts'
import { type Lots, lots, sweep } from '../harness/lots.ts'
import { hello, MQTT, message, type RawClient, rawClient, TOPIC } from '../harness/mqtt-client.ts'

const { rounds: SESSIONS, seed: FIRST_SEED } = sweep(2_500)
const AT_ONCE = 50
const TS = 1_795_263_600
const VERSIONS = [3, 4, 5] as const
type Version = (typeof VERSIONS)[number]

test('clients with broken packets of any version take nothing from other clients', async (t) => {
  const faults: string[] = []
  const log = openLog('error', new Writable({ write: (line, _, done) => done(void faults.push(String(line))) }))
  const app = await startApp(t, { env: MQTT, log })
  const attackers = await Promise.all(Array.from({ length: 5 }, () => app.createDevice()))
  const bystanders = [await openBystander(t, app, 4), await openBystander(t, app, 5)]
  for (let first = 0; first < SESSIONS; first += AT_ONCE) {
    const seeds = Array.from({ length: Math.min(AT_ONCE, SESSIONS - first) }, (_, place) => FIRST_SEED + first + place)
    try {
      const attack = Promise.all(seeds.map((seed) => attackWith(app, attackers, seed)))
      await Promise.all([attack, ...bystanders.map(({ publish }) => publish(3))])
      await Promise.all(bystanders.map(({ publish }) => publish(1)))
      assert.deepEqual(faults, [])
    } catch (error) {
      throw new Error(`with the seeds ${seeds[0]} to ${seeds.at(-1)}`, { cause: error })
    }
  }
  for (const { device, sent } of bystanders) {
    const stored = await app.rows<{ ts: string }>('select ts from readings where device_id = $1 order by ts', [
      device.id,
    ])
    assert.deepEqual(
      stored.map(({ ts }) => Number(ts)),
      sent,
    )
  }
})

/** Publishes over a connection that it keeps, and once each time over a new one. */
async function openBystander(t: TestContext, app: TestApp, version: 4 | 5) {
  const device = await app.createDevice()
  const sent: number[] = []
  async function open(clientId: string): Promise<RawClient> {
    const client = await rawClient(t, app, version)
    client.write(hello(device.token, version, { clientId }))
    assert.equal((await client.next())?.cmd, 'connack')
    return client
  }
  async function publishOver(client: RawClient): Promise<void> {
    const ts = TS + sent.length
    sent.push(ts)
    const about = version === 5 ? { properties: { topicAlias: 1, userProperties: { unit: 'ppm' } } } : {}
    const messageId = 1 + (ts % 60_000)
    client.write(message({ module: 'factory', ts, metrics: { gas_ppm: 3 } }, { messageId, ...about }))
    const answer = await client.next()
    assert.ok(answer?.cmd === 'puback', `no PUBACK in version ${version}`)
    assert.deepEqual([answer.messageId, answer.reasonCode ?? 0], [messageId, 0])
  }
  const kept = await open('kept')
  return {
    device,
    sent,
    async publish(count: number) {
      for (let place = 0; place < count; place += 1) await publishOver(kept)
      const fresh = await open('fresh')
      await publishOver(fresh)
      fresh.socket.destroy()
    },
  }
}

/** One session of an attacker. Whatever the server sends has to be packets that a server may send. */
async function attackWith(app: TestApp, attackers: readonly TestDevice[], seed: number): Promise<void> {
  const draw = lots(seed)
  const { version, bytes } = sessionOf(draw, draw.pick(attackers).token)
  const socket = connect({ port: app.mqttPort!, host: '127.0.0.1', noDelay: true })
  socket.on('error', () => undefined)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  const faults: unknown[] = []
  const answers = parser(version === null ? {} : { protocolVersion: version })
  answers.on('packet', ({ cmd }) => void (ANSWERS.includes(cmd) || faults.push(cmd)))
  answers.on('error', (error) => void faults.push(error))
  socket.on('data', (some: Buffer) => version === null || answers.parse(some))
  await once(socket, 'connect').catch(() => undefined)
  for (const piece of draw.cut(bytes, 4)) {
    if (!socket.writable) break
    socket.write(piece)
    if (draw.chance(0.5)) await turn()
  }
  if (draw.chance(0.1)) socket.destroy()
  else socket.end()
  await closed
  assert.deepEqual(faults, [], `seed ${seed}`)
}

const ANSWERS = ['connack', 'puback', 'pubrec', 'pubcomp', 'suback', 'unsuback', 'pingresp', 'disconnect']

/** The version is null where it is not sure that the server understands it. */
function sessionOf(draw: Lots, token: string): { version: Version | null; bytes: Buffer } {
  const version = draw.pick(VERSIONS)
  const isSound = draw.chance(0.8)
  const start = draw.chance(isSound ? 1 : 0.75)
    ? [written(draw, greeting(draw, token, version), version, isSound ? 0 : 2)]
    : []
  const more = Array.from({ length: draw.number(8) }, () => {
    const inVersion = draw.chance(0.9) ? version : draw.pick(VERSIONS)
    return written(draw, draw.chance(0.05) ? greeting(draw, token, inVersion) : anyPacket(draw), inVersion)
  })
  // A second CONNECT that is whole: parsers remember what it says.
  const again = draw.chance(0.15) ? [written(draw, greeting(draw, token, draw.pick(VERSIONS)), version, 0)] : []
  return { version: isSound ? version : null, bytes: Buffer.concat([...start, ...more, ...again]) }
}

function greeting(draw: Lots, token: string, version: Version): Packet {
  const will = {
    topic: TOPIC,
    payload: Buffer.from('{"module":"factory"}'),
    qos: draw.number(3),
    retain: draw.chance(0.5),
  }
  const properties = {
    receiveMaximum: draw.number(3),
    maximumPacketSize: draw.number(60),
    topicAliasMaximum: draw.number(4),
    requestProblemInformation: draw.chance(0.5),
    sessionExpiryInterval: draw.number(9),
  }
  return hello(draw.chance(0.98) ? token : token.slice(1), version, {
    clientId: draw.chance(0.7) ? `attacker ${draw.number(30)}` : '',
    clean: draw.chance(0.8),
    keepalive: draw.pick([0, 1, 60, 65_535]),
    ...(draw.chance(0.2) ? { will } : {}),
    ...(draw.chance(0.3) ? { properties } : {}),
  })
}

function anyPacket(draw: Lots): Packet {
  const messageId = 1 + draw.number(draw.pick([3, 65_535]))
  const topics = Array.from({ length: 1 + draw.number(3) }, () => draw.pick(['#', '$SYS/#', TOPIC, '']))
  switch (draw.number(12)) {
    case 0:
      return { cmd: 'pubrel', messageId, reasonCode: draw.pick([0, 0x92]), ...userProperties(draw) }
    case 1:
      return { cmd: draw.pick(['puback', 'pubrec', 'pubcomp'] as const), messageId, reasonCode: 0 }
    case 2:
      return {
        cmd: 'subscribe',
        messageId,
        subscriptions: topics.map((topic) => ({ topic, qos: 0 })),
        ...userProperties(draw),
      }
    case 3:
      return { cmd: 'unsubscribe', messageId, unsubscriptions: topics, ...userProperties(draw) }
    case 4:
      return { cmd: draw.pick(['pingreq', 'pingresp'] as const) }
    case 5:
      return { cmd: 'disconnect', reasonCode: draw.pick([0, 4]), ...userProperties(draw) }
    case 6:
      return { cmd: 'auth', reasonCode: 0x18, properties: { authenticationMethod: 'x' } }
    default:
      return publishing(draw, messageId)
  }
}

/** Without a time: a changed digit would make a reading of another year. */
function publishing(draw: Lots, messageId: number): Packet {
  const payload = draw.pick([
    '{"module":"factory","metrics":{"gas_ppm":3}}',
    '[{"module":"factory"},{"module":"drone"}]',
    '{"module":',
    '',
    '\xff\0',
    'x'.repeat(3_000),
    'x'.repeat(70_000),
  ])
  const qos = draw.number(3) as 0 | 1 | 2
  const alias = draw.chance(0.3) ? { topicAlias: draw.pick([0, 1, 2, 8, 9]) } : {}
  const odd = draw.chance(0.1) ? { receiveMaximum: 3 } : {}
  return {
    ...(message(null, { messageId, qos, dup: draw.chance(0.1), retain: draw.chance(0.1) }) as Packet & {
      cmd: 'publish'
    }),
    topic: 'topicAlias' in alias && draw.chance(0.5) ? '' : draw.pick([TOPIC, 'tocsin/telemetry', 'a/b']),
    payload: Buffer.from(payload, 'latin1'),
    properties: { ...alias, ...odd, ...userProperties(draw).properties },
  } as Packet
}

function userProperties(draw: Lots): { properties?: { userProperties: Record<string, string | string[]> } } {
  if (draw.chance(0.7)) return {}
  const value = 'v'.repeat(draw.pick([0, 10, 300]))
  const names = Array.from({ length: 1 + draw.number(20) }, (_, place) => draw.pick([`name ${place}`, '__proto__', '']))
  return { properties: { userProperties: Object.fromEntries(names.map((name) => [name, [value, value]])) } }
}

/** The bytes of a packet, broken in up to `most` places. */
function written(draw: Lots, packet: Packet, protocolVersion: Version, most = 2): Buffer {
  let bytes: Buffer
  try {
    bytes = generate(packet, { protocolVersion })
  } catch {
    // Some packets the library does not write, such as an AUTH of version 4.
    bytes = Buffer.from([draw.number(256), draw.number(4), 0, 1, 0, 0])
  }
  for (let count = draw.chance(0.5) ? 0 : draw.number(most + 1); count > 0; count -= 1) bytes = broken(draw, bytes)
  return bytes
}

function broken(draw: Lots, bytes: Buffer): Buffer {
  const at = draw.number(draw.chance(0.5) ? Math.min(bytes.length, 14) : bytes.length)
  const some = Buffer.from(
    Array.from({ length: 1 + draw.number(4) }, () => draw.pick([0, 1, 38, 127, 128, 255, draw.number(256)])),
  )
  switch (draw.number(5)) {
    case 0:
      return Buffer.concat([bytes.subarray(0, at), some, bytes.subarray(at + some.length)])
    case 1:
      return Buffer.concat([bytes.subarray(0, at), some, bytes.subarray(at)])
    case 2:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)])
    case 3:
      return bytes.subarray(0, at)
    // Another length.
    default:
      return Buffer.concat([bytes.subarray(0, 1), some, bytes.subarray(2)])
  }
}
