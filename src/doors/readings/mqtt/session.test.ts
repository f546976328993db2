import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { IPublishPacket, Packet } from 'mqtt-packet'
import { openSession, type PublishedMessage, type Session } from './session.ts'
import type { MessageFault } from './store-message.ts'

const FAULT: MessageFault = { status: 400, reasonCode: 0x99, message: 'no reading' }

const published = (messageId: number, more: Partial<IPublishPacket> = {}): IPublishPacket => ({
  cmd: 'publish',
  topic: 'tocsin/telemetry',
  payload: Buffer.from('{}'),
  qos: 1,
  messageId,
  dup: false,
  retain: false,
  ...more,
})

function taken(session: Session, packet: Packet): PublishedMessage {
  const step = session.packetArrived(packet)
  assert.ok(step.kind === 'take')
  return step.message
}

const idsOf = (packets: Packet[]) => packets.map(({ messageId }) => messageId)

test('acknowledgements are sent in the order of the messages, and a message without one does not delay others', () => {
  const session = openSession({ version: 5, tellsWhy: true })
  const [one, two, three] = [1, 2, 3].map((id) => taken(session, published(id)))
  assert.deepEqual(idsOf(session.settled(three!, FAULT)), [])
  assert.deepEqual(idsOf(session.settled(two!, null)), [])
  assert.deepEqual(idsOf(session.abandoned(one!)), [2, 3])
})

test('two messages with the same packet id are acknowledged separately', () => {
  const session = openSession({ version: 4, tellsWhy: false })
  const [one, two] = [taken(session, published(1)), taken(session, published(1))]
  assert.deepEqual(session.settled(one, null), [{ cmd: 'puback', messageId: 1 }])
  assert.deepEqual(session.settled(two, null), [{ cmd: 'puback', messageId: 1 }])
})

test('clients of version 5 get the reason of a refusal unless they opt out', () => {
  const told = (version: 4 | 5, tellsWhy: boolean) => {
    const session = openSession({ version, tellsWhy })
    return session.settled(taken(session, published(7)), FAULT)[0]
  }
  const refused = { cmd: 'puback', messageId: 7, reasonCode: 0x99 }
  assert.deepEqual(told(5, true), { ...refused, properties: { reasonString: 'no reading' } })
  assert.deepEqual(told(5, false), refused)
  assert.deepEqual(told(4, false), { cmd: 'puback', messageId: 7 })
})

test('a QoS 2 message that is resent before its release is stored once', () => {
  const session = openSession({ version: 5, tellsWhy: true })
  const packet = published(9, { qos: 2 })
  const message = taken(session, packet)
  assert.deepEqual(session.packetArrived({ ...packet, dup: true }), { kind: 'nothing' })
  const pubrec = { cmd: 'pubrec', messageId: 9 }
  assert.deepEqual(session.settled(message, null), [pubrec])
  assert.deepEqual(session.packetArrived({ ...packet, dup: true }), { kind: 'response', packet: pubrec })
  const pubcomp = { cmd: 'pubcomp', messageId: 9 }
  assert.deepEqual(session.packetArrived({ cmd: 'pubrel', messageId: 9 }), { kind: 'response', packet: pubcomp })
  const unknown = { ...pubcomp, reasonCode: 0x92 }
  assert.deepEqual(session.packetArrived({ cmd: 'pubrel', messageId: 9 }), { kind: 'response', packet: unknown })

  // A refused message is complete at once: no PUBREL follows.
  session.settled(taken(session, packet), FAULT)
  assert.ok(taken(session, packet))
})

test('a topic can have an alias from 1 to 8', () => {
  const session = openSession({ version: 5, tellsWhy: true })
  const aliased = (topic: string, topicAlias?: number) =>
    taken(session, published(1, { topic, ...(topicAlias === undefined ? {} : { properties: { topicAlias } }) })).topic
  assert.equal(aliased('one', 8), 'one')
  assert.equal(aliased('', 8), 'one')
  assert.equal(aliased('two', 8), 'two')
  assert.equal(aliased('', 8), 'two')
  for (const alias of [0, 9, -1]) assert.throws(() => aliased('one', alias), { reasonCode: 0x94 })
  assert.throws(() => aliased('', 1), { reasonCode: 0x82 })
  assert.throws(() => aliased(''), { reasonCode: 0x82 })
})

test('a thousand unreleased QoS 2 messages end the connection', () => {
  const session = openSession({ version: 4, tellsWhy: false })
  for (let id = 1; id <= 1_000; id += 1) session.settled(taken(session, published(id, { qos: 2 })), null)
  assert.throws(() => session.packetArrived(published(1_001, { qos: 2 })), { reasonCode: 0x93 })
})
