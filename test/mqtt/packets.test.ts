import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import fc from 'fast-check'
import { generate, type Packet } from 'mqtt-packet'
import { startApp, type TestApp } from '../harness/app.ts'
import { hello, MQTT, message, type RawClient, rawClient, TOPIC } from '../harness/mqtt-client.ts'

type Sent = (Packet | Buffer | readonly number[])[]

const reading = (second: number) => ({ module: 'factory', ts: 1_795_263_600 + second })
const bytesOf = (packet: Packet, protocolVersion: 4 | 5 = 5) => generate(packet, { protocolVersion })

function withFlags(connect: Buffer, flags: number): Buffer {
  const changed = Buffer.from(connect)
  changed[9] = flags
  return changed
}

/** Sets the user name flag and clears the clean session flag. */
const unclean = (connect: Buffer) => withFlags(connect, 0x80)

/** Answers to the packets until the connection is closed. */
async function answers(t: TestContext, app: TestApp, protocolVersion: 4 | 5, sent: Sent): Promise<Packet[]> {
  const client = await rawClient(t, app, protocolVersion)
  client.write(...sent)
  return client.rest()
}

/** Packets in a short form, `cmd code`. */
const inShort = (packets: Packet[]) =>
  packets.map((packet) => {
    const { cmd, reasonCode, returnCode } = packet as Packet & { reasonCode?: number; returnCode?: number }
    const code = reasonCode ?? returnCode
    return code === undefined ? cmd : `${cmd} ${code.toString(16)}`
  })

test('packets of clients get the specified answers', async (t) => {
  const app = await startApp(t, { env: MQTT })
  const { token } = await app.createDevice()
  // These take ten seconds: started first, checked last.
  const silent = await rawClient(t, app)
  const dripping = await rawClient(t, app)
  dripping.write([0x10, 60, 0, 4])

  await t.test('an invalid first packet ends the connection', async (t) => {
    const connect = bytesOf(hello(token, 4), 4)
    const starts: [name: string, sent: Sent, ...answer: string[]][] = [
      ['HTTP', [Buffer.from('GET / HTTP/1.1\r\n\r\n')]],
      ['TLS', [[0x16, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3]]],
      ['nothing but zeros', [Buffer.alloc(64)]],
      ['another packet first', [{ cmd: 'pingreq' }]],
      ['a message first', [message(reading(0))]],
      ['an AUTH first', [[0xf0, 0]]],
      ['a CONNECT without content', [[0x10, 0]]],
      ['a CONNECT that is too large', [[0x10, 0x81, 0x40]]],
      ['a length without end', [[0x10, 255, 255, 255, 255, 1]]],
      ['another protocol', [[0x10, 12, 0, 4, 77, 81, 84, 65, 4, 2, 0, 60, 0, 0]]],
      ['flags of the header', [[0x11, ...connect.subarray(1)]]],
      ['the reserved flag', [withFlags(connect, 0x83)]],
      ['a QoS for no will', [withFlags(connect, 0x8a)]],
      ['a client id beyond the end', [[0x10, 14, 0, 4, 77, 81, 84, 84, 4, 2, 0, 60, 0, 99, 97, 97]]],
      [
        'version 3.1.0 under the name of 3.1.1 and beyond',
        [[0x10, 12, 0, 4, 77, 81, 84, 84, 2, 2, 0, 60, 0, 0]],
        'connack 1',
      ],
    ]
    for (const [name, sent, ...answer] of starts)
      assert.deepEqual(inShort(await answers(t, app, 4, sent)), answer, name)
    const later: Sent = [[0x10, 13, 0, 4, 77, 81, 84, 84, 6, 2, 0, 60, 0, 0, 0]]
    assert.deepEqual(inShort(await answers(t, app, 5, later)), ['connack 84'])
  })

  await t.test('a CONNECT that is refused says why', async (t) => {
    const refused = async (version: 4 | 5, more: object) =>
      inShort(await answers(t, app, version, [hello(token, version, more)]))
    assert.deepEqual(await refused(4, { username: 'x' }), ['connack 4'])
    assert.deepEqual(await refused(5, { username: 'x' }), ['connack 86'])
    const nameless = unclean(bytesOf(hello(token, 4, { clientId: '' }), 4))
    assert.deepEqual(inShort(await answers(t, app, 4, [nameless])), ['connack 2'])
    assert.deepEqual(await refused(5, { properties: { authenticationMethod: 'SCRAM' } }), ['connack 8c'])
    assert.deepEqual(await refused(5, { properties: { receiveMaximum: 0 } }), ['connack 82'])
  })

  await t.test('a CONNACK of version 5 states the settings in use', async (t) => {
    const client = await rawClient(t, app)
    const asked = { clientId: '', keepalive: 0, properties: { sessionExpiryInterval: 600 } }
    client.write(unclean(bytesOf(hello(token, 5, asked))))
    const connack = await client.next()
    assert.ok(connack?.cmd === 'connack')
    assert.equal(connack.sessionPresent, false)
    const { assignedClientIdentifier, ...others } = connack.properties!
    assert.match(assignedClientIdentifier!, /^[0-9a-f-]{36}$/)
    assert.deepEqual(others, {
      receiveMaximum: 256,
      maximumPacketSize: 1_049_600,
      topicAliasMaximum: 8,
      sessionExpiryInterval: 0,
      serverKeepAlive: 3_600,
    })
  })

  await t.test('packets right after a CONNECT are accepted, even byte by byte', async (t) => {
    const client = await rawClient(t, app)
    client.socket.setNoDelay(true)
    const sent = [hello(token), message(reading(1)), { cmd: 'pingreq' } as const, message(reading(2), { messageId: 2 })]
    for (const byte of Buffer.concat(sent.map((packet) => bytesOf(packet)))) client.write([byte])
    const found = [await client.next(), await client.next(), await client.next(), await client.next()]
    assert.deepEqual(inShort(found as Packet[]).sort(), ['connack 0', 'pingresp', 'puback 0', 'puback 0'])
    client.write({ cmd: 'disconnect', reasonCode: 0 })
    assert.deepEqual(await client.rest(), [])
  })

  await t.test(
    'more messages than the receive maximum are taken one after the other, none lost, in order',
    async (t) => {
      for (const version of [4, 5] as const) {
        const client = await rawClient(t, app, version)
        const ids = Array.from({ length: 700 }, (_, place) => place + 1)
        client.write(hello(token, version), ...ids.map((id) => message(reading(id), { messageId: id })))
        assert.equal((await client.next())?.cmd, 'connack')
        for (const id of ids) assert.equal((await client.next())?.messageId, id)
        client.socket.destroy()
      }
    },
  )

  await t.test(
    'a topic alias stands for its topic, and answers are cut to the largest packet of a client',
    async (t) => {
      const client = await rawClient(t, app)
      client.write(hello(token, 5, { properties: { maximumPacketSize: 12 } }))
      const aliased = (topic: string, id: number, body: unknown) =>
        message(body, { topic, messageId: id, properties: { topicAlias: 3 } })
      client.write(aliased(TOPIC, 1, reading(1)), aliased('', 2, reading(2)), aliased('', 3, 'nonsense'))
      const found = [await client.next(), await client.next(), await client.next(), await client.next()] as Packet[]
      assert.deepEqual(inShort(found), ['connack 0', 'puback 0', 'puback 0', 'puback 99'])
      assert.ok(found.every((packet) => !('properties' in packet)))
    },
  )

  await t.test('a protocol error ends the connection, in version 5 with the reason', async (t) => {
    const faults: [name: string, code: string, sent: Sent][] = [
      ['a second CONNECT', '82', [hello(token)]],
      ['a packet only servers send', '82', [{ cmd: 'pingresp' }]],
      ['an AUTH', '82', [[0xf0, 2, 0x18, 0]]],
      ['packet id 0', '82', [message(reading(1), { messageId: 0 })]],
      ['a subscription to nothing', '82', [[0x82, 3, 0, 1, 0]]],
      ['a property of another packet', '82', [message(reading(1), { properties: { receiveMaximum: 1 } })]],
      ['an unknown topic alias', '82', [message(reading(1), { topic: '', properties: { topicAlias: 1 } })]],
      ['a topic alias too many', '94', [message(reading(1), { properties: { topicAlias: 9 } })]],
      ['QoS 3', '81', [[0x36, 2, 0, 0]]],
      ['flags of a PUBREL', '81', [[0x60, 2, 0, 1]]],
      ['a topic beyond the end', '81', [[0x30, 3, 0, 9, 116]]],
      ['a packet without a type', '81', [[0, 0]]],
    ]
    for (const [name, code, sent] of faults) {
      const after = (version: 4 | 5) => answers(t, app, version, [bytesOf(hello(token, version), version), ...sent])
      assert.deepEqual(inShort(await after(5)), ['connack 0', `disconnect ${code}`], name)
    }
    assert.deepEqual(inShort(await answers(t, app, 4, [hello(token, 4), [0x36, 2, 0, 0]])), ['connack 0'])
  })

  await t.test('no packet of a client changes how those of another are read', async (t) => {
    const bystander = async (version: 4 | 5) => {
      const client = await rawClient(t, app, version)
      client.write(hello(token, version, { clientId: `bystander ${version} ${bystanders.length}` }))
      assert.equal((await client.next())?.cmd, 'connack')
      bystanders.push({ client, version })
    }
    const bystanders: { client: RawClient; version: 4 | 5 }[] = []
    const versions = [3, 4, 5] as const
    for (const first of versions) {
      for (const second of versions) {
        const intruder = await rawClient(t, app, first)
        intruder.write(
          ...[first, second].map((version) => generate(hello(token, version), { protocolVersion: version })),
        )
        assert.deepEqual(inShort(await intruder.rest()), first === 5 ? ['connack 0', 'disconnect 82'] : ['connack 0'])
        await Promise.all([bystander(4), bystander(5)])
        for (const { client, version } of bystanders) {
          client.write(message(reading(bystanders.length)))
          const [answer] = inShort([(await client.next())!])
          assert.equal(answer, version === 5 ? 'puback 0' : 'puback', `after ${first}, then ${second}`)
        }
      }
    }
    for (const { client } of bystanders) client.socket.destroy()
  })

  await t.test(
    'properties of more than 4 KiB are refused unread, and so are long packets other than messages',
    async (t) => {
      const pair = { name: 'n'.repeat(90), value: 'v'.repeat(1) }
      const properties = (count: number) => ({
        userProperties: Object.fromEntries(
          Array.from({ length: count }, (_, place) => [`${pair.name}${place}`, pair.value]),
        ),
      })
      const long = Array.from({ length: 90 }, (_, place) => `${'t'.repeat(50)}${place}`)
      const kinds: [name: string, packet: (count: number) => Packet][] = [
        ['a message', (count) => message(reading(1), { properties: properties(count) })],
        ['a message of QoS 0', (count) => message(reading(1), { qos: 0, properties: properties(count) })],
        ['a PUBREL', (count) => ({ cmd: 'pubrel', messageId: 1, reasonCode: 0, properties: properties(count) })],
        ['a DISCONNECT', (count) => ({ cmd: 'disconnect', reasonCode: 0, properties: properties(count) })],
      ]
      for (const [name, packet] of kinds) {
        const sent = (count: number) =>
          answers(t, app, 5, [hello(token), packet(count), { cmd: 'disconnect', reasonCode: 0 }])
        const small = await sent(40)
        assert.ok(!inShort(small).some((one) => one.startsWith('disconnect')), name)
        const [, refusal] = await sent(43)
        assert.deepEqual(inShort([refusal!]), ['disconnect 95'], name)
      }
      const topics: Packet[] = [
        { cmd: 'subscribe', messageId: 1, subscriptions: long.map((topic) => ({ topic, qos: 0 })) },
        { cmd: 'unsubscribe', messageId: 1, unsubscriptions: long },
      ]
      for (const packet of topics) {
        const [, refusal] = await answers(t, app, 5, [hello(token), packet])
        assert.deepEqual(inShort([refusal!]), ['disconnect 95'], packet.cmd)
        assert.deepEqual(inShort(await answers(t, app, 4, [hello(token, 4), packet])), ['connack 0'])
      }
    },
  )

  await t.test('an idle connection is closed', async (t) => {
    const [older, newer] = [await rawClient(t, app, 4), await rawClient(t, app)]
    older.write(hello(token, 4, { keepalive: 1 }))
    newer.write(hello(token, 5, { keepalive: 1, clientId: 'another' }))
    assert.deepEqual(inShort(await older.rest()), ['connack 0'])
    assert.deepEqual(inShort(await newer.rest()), ['connack 0', 'disconnect 8d'])
    assert.deepEqual(await silent.rest(), [])
    assert.deepEqual(await dripping.rest(), [])
  })

  await t.test('random bytes end only their own connection', async (t) => {
    const bytes = fc.uint8Array({ maxLength: 80 }).map((some) => Buffer.from(some))
    const version = fc.constantFrom(4 as const, 5 as const)
    const packet = fc
      .record({ first: fc.integer({ min: 0, max: 255 }), content: bytes })
      .map(({ first, content }) => Buffer.concat([Buffer.from([first, content.length]), content]))
    const good = fc.constantFrom<Packet>(message(reading(1)), message(reading(1), { qos: 2 }), { cmd: 'pingreq' })
    const broken = fc
      .record({ good, place: fc.nat(40), byte: fc.integer({ min: 0, max: 255 }) })
      .map(({ good, place, byte }) => bytesOf(good).map((one, at) => (at === place ? byte : one)) as Buffer)
    const known = fc.record({ version, isKnown: fc.boolean(), sent: fc.array(fc.oneof(bytes, packet, broken)) })
    await fc.assert(
      fc.asyncProperty(known, async ({ version, isKnown, sent }) => {
        const client = await rawClient(t, app, version)
        client.write(...(isKnown ? [hello(token, version)] : []), ...sent)
        client.socket.end()
        await client.rest()
      }),
      { numRuns: 300 },
    )
    const client = await rawClient(t, app)
    client.write(hello(token), message(reading(1)))
    assert.deepEqual(inShort([await client.next(), await client.next()] as Packet[]), ['connack 0', 'puback 0'])
  })
})
