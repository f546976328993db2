import type { IPublishPacket, ISubscribePacket, IUnsubscribePacket, Packet } from 'mqtt-packet'
import { shortText } from '../../../core/devices/refusals/refusal.ts'
import { TOPIC_ALIAS_MAXIMUM } from './connect-rules.ts'
import type { Version } from './packets.ts'
import { MqttRefusal, protocolError, REASON } from './reasons.ts'
import type { MessageFault } from './store-message.ts'

/** Messages of QoS 2 that may wait for their PUBREL. */
const UNACKNOWLEDGED_LIMIT = 1_000

/** A published message, and its response once it is known. */
export interface PublishedMessage {
  topic: string
  payload: Buffer
  qos: 0 | 1 | 2
  id: number
  response: Packet | null
}

/** The action that a packet calls for. */
type SessionStep =
  | { kind: 'take'; message: PublishedMessage }
  | { kind: 'response'; packet: Packet; refused?: string }
  | { kind: 'leave' }
  | { kind: 'nothing' }

export interface Session {
  /** Throws MqttRefusal if the packet ends the connection. */
  packetArrived(packet: Packet): SessionStep
  /** Returns the responses that may be sent now, in the order of the messages. */
  settled(message: PublishedMessage, fault: MessageFault | null): Packet[]
  /** The same for a message that gets no response. */
  abandoned(message: PublishedMessage): Packet[]
}

/** The protocol with one client after its CONNECT: packets in, steps and responses out. Pure: no clock, no socket. */
export function openSession({ version, tellsWhy }: { version: Version; tellsWhy: boolean }): Session {
  const topics = new Map<number, string>()
  const awaiting = new Set<PublishedMessage>()
  /** Packet ids of QoS 2, from PUBLISH to PUBREL. */
  const halfDone = new Set<number>()
  const why = (text: string) => (tellsWhy ? { properties: { reasonString: shortText(text) } } : {})

  function published(packet: IPublishPacket): SessionStep {
    const { qos, messageId: id = 0 } = packet
    const message = { topic: topicOf(packet, topics), payload: packet.payload as Buffer, qos, id, response: null }
    if (qos === 0) return { kind: 'take', message }
    if (qos === 2) {
      if (halfDone.has(id)) return sentAgain(id)
      if (halfDone.size >= UNACKNOWLEDGED_LIMIT) {
        throw new MqttRefusal(REASON.tooManyInFlight, 400, 'Too many messages of QoS 2 are half done')
      }
      halfDone.add(id)
    }
    awaiting.add(message)
    return { kind: 'take', message }
  }

  /** Answers a repeated QoS 2 message. While the first copy is being stored, its response serves both. */
  function sentAgain(id: number): SessionStep {
    const isUnderWay = [...awaiting].some((message) => message.qos === 2 && message.id === id)
    return isUnderWay ? { kind: 'nothing' } : respond({ cmd: 'pubrec', messageId: id })
  }

  function released(id: number): SessionStep {
    const isKnown = halfDone.delete(id)
    const code = isKnown || version !== 5 ? {} : { reasonCode: REASON.unknownPacketId }
    return respond({ cmd: 'pubcomp', messageId: id, ...code })
  }

  function subscribed({ messageId, subscriptions }: ISubscribePacket): SessionStep {
    const granted = subscriptions.map(() => (version === 5 ? REASON.notAuthorized : 0x80))
    const packet = { ...topicsResponse('suback', messageId, granted), ...why(NOTHING_TO_HEAR) } as Packet
    return { kind: 'response', packet, refused: NOTHING_TO_HEAR }
  }

  function unsubscribed({ messageId, unsubscriptions }: IUnsubscribePacket): SessionStep {
    const codes = unsubscriptions.map(() => REASON.noSubscription)
    return respond(topicsResponse('unsuback', messageId, codes))
  }

  function acknowledgement({ qos, id }: PublishedMessage, fault: MessageFault | null): Packet {
    const cmd = qos === 1 ? 'puback' : 'pubrec'
    if (fault === null || version !== 5) return { cmd, messageId: id }
    // A PUBREC with a refusal is not followed by a PUBREL.
    if (fault.reasonCode !== REASON.success) halfDone.delete(id)
    return { cmd, messageId: id, reasonCode: fault.reasonCode, ...why(fault.message) }
  }

  function ready(): Packet[] {
    const packets: Packet[] = []
    for (const message of awaiting) {
      if (message.response === null) break
      awaiting.delete(message)
      packets.push(message.response)
    }
    return packets
  }

  return {
    packetArrived(packet) {
      switch (packet.cmd) {
        case 'publish':
          return published(packet)
        case 'pubrel':
          return released(packet.messageId ?? 0)
        case 'pingreq':
          return respond({ cmd: 'pingresp' })
        case 'subscribe':
          return subscribed(packet)
        case 'unsubscribe':
          return unsubscribed(packet)
        case 'disconnect':
          return { kind: 'leave' }
        default:
          throw protocolError(`A client must not send ${packet.cmd.toUpperCase()} now`)
      }
    },
    settled(message, fault) {
      if (message.qos > 0) message.response = acknowledgement(message, fault)
      return ready()
    },
    abandoned(message) {
      awaiting.delete(message)
      return ready()
    },
  }
}

const NOTHING_TO_HEAR = 'Nothing is given out over MQTT: subscriptions are refused'

const respond = (packet: Packet): SessionStep => ({ kind: 'response', packet })

/** Answers with one code per topic. Throws if there is no topic. */
function topicsResponse(cmd: 'suback' | 'unsuback', messageId: number | undefined, granted: number[]): Packet {
  if (granted.length === 0) throw protocolError('At least one topic is needed')
  return { cmd, messageId: messageId!, granted }
}

/** In version 5 a client may give a topic a number, and from then on send the number alone. */
function topicOf({ topic, properties }: IPublishPacket, topics: Map<number, string>): string {
  const alias = properties?.topicAlias
  if (alias === undefined) {
    if (topic === '') throw protocolError('A message needs a topic')
    return topic
  }
  if (!(alias >= 1 && alias <= TOPIC_ALIAS_MAXIMUM)) {
    throw new MqttRefusal(REASON.badTopicAlias, 400, `Topic aliases are 1 to ${TOPIC_ALIAS_MAXIMUM} here`)
  }
  if (topic !== '') topics.set(alias, topic)
  const named = topics.get(alias)
  if (named === undefined) throw protocolError('The topic alias has not been given a topic')
  return named
}
