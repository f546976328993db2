import mqttPacket, { type Packet, type PacketCmd, type Parser } from 'mqtt-packet'
import { PROPERTIES_LIMIT_BYTES } from './connect-rules.ts'
import { blockEnd } from './packet-frames.ts'
import { MqttRefusal, malformed, protocolError, REASON } from './reasons.ts'

export type Version = 3 | 4 | 5

/** Format of the packets to one client. */
export interface Form {
  version: Version
  /** Size of the largest packet that the client accepts. */
  limitBytes?: number | undefined
}

const QOS_BITS = 0b110
/** By the first byte of a packet. */
export const isPublish = (firstByte: number): boolean => firstByte >> 4 === 3

/** Parses one whole packet of its client. Throws MqttRefusal; it cannot be used again then. */
export type PacketReader = (bytes: Buffer) => Packet

/**
 * Reads the packets of one client; without a version its CONNECT, which names it. No two clients share one: the parser
 * reads a packet by the settings that an earlier one left in it. It takes 2 KB.
 */
export function packetReader(version: Version | null): PacketReader {
  const parser = mqttPacket.parser(version === null ? {} : { protocolVersion: version }) as Parser & { packet: Packet }
  let found: Packet | null = null
  parser.on('packet', (packet) => {
    found = packet
  })
  parser.on('error', (error: Error) => {
    throw error
  })
  return (bytes) => {
    if (version === 5) requireShortProperties(bytes)
    try {
      parser.parse(bytes)
    } catch (error) {
      const { message } = error as Error
      throw (version === null ? unsupportedVersion(parser.packet) : null) ?? malformed(message)
    }
    const packet = found
    // Held on to, it would keep all bytes that arrived with it.
    found = null
    if (packet === null) throw malformed('The packet is shorter than it says')
    requireWellFormed(packet)
    return packet
  }
}

/** Checks a PUBLISH of version 5 before it is parsed: its other bytes cost the parser nothing, its properties much. */
function requireShortProperties(bytes: Buffer): void {
  const [first] = bytes
  if (!isPublish(first!)) return
  let topic = 2
  while (bytes[topic - 1]! >= 128) topic += 1
  if (bytes.length < topic + 2) return
  const begin = topic + 2 + (bytes[topic]! << 8) + bytes[topic + 1]! + ((first! & QOS_BITS) === 0 ? 0 : 2)
  const end = blockEnd(bytes, begin, bytes.length)
  if (end !== null && end - begin > PROPERTIES_LIMIT_BYTES) {
    const message = `The properties of a packet have at most ${PROPERTIES_LIMIT_BYTES} bytes`
    throw new MqttRefusal(REASON.packetTooLarge, 413, message)
  }
}

/** Refusal of an unknown version, with the version in which the client can read the response. */
export class UnsupportedVersion extends MqttRefusal {
  readonly responseIn: Version

  constructor(version: number) {
    super(REASON.unsupportedVersion, 400, 'The versions of MQTT spoken here are 3.1, 3.1.1 and 5')
    this.responseIn = version > 5 ? 5 : 4
  }
}

/** Recognizes an unknown version by what the parser had read when it stopped; null for any other fault. */
function unsupportedVersion(packet: Packet): UnsupportedVersion | null {
  const version = packet.cmd === 'connect' ? packet.protocolVersion : undefined
  return version === undefined || [3, 4, 5].includes(version) ? null : new UnsupportedVersion(version)
}

/** Properties that clients may send besides user properties, each once. The parser accepts any in any packet. */
const PROPERTIES: Partial<Record<PacketCmd, readonly string[]>> = {
  connect: [
    'sessionExpiryInterval',
    'receiveMaximum',
    'maximumPacketSize',
    'topicAliasMaximum',
    'requestResponseInformation',
    'requestProblemInformation',
    'authenticationMethod',
    'authenticationData',
  ],
  publish: [
    'payloadFormatIndicator',
    'messageExpiryInterval',
    'topicAlias',
    'responseTopic',
    'correlationData',
    'contentType',
  ],
  pubrel: ['reasonString'],
  subscribe: ['subscriptionIdentifier'],
  disconnect: ['sessionExpiryInterval', 'reasonString'],
}

function requireWellFormed(packet: Packet): void {
  if (packet.messageId !== undefined && packet.messageId < 1) throw protocolError('A packet id is a number from 1')
  if (!('properties' in packet) || packet.properties === undefined) return
  for (const [name, value] of Object.entries(packet.properties)) {
    if (name === 'userProperties') continue
    if (!PROPERTIES[packet.cmd]?.includes(name)) throw protocolError(`${name} has no place in a ${packet.cmd} packet`)
    if (Array.isArray(value)) throw protocolError(`${name} appears twice`)
  }
}

/** Omits the properties if the packet would otherwise be larger than the client accepts. */
export function writePacket(packet: Packet, { version, limitBytes = Number.POSITIVE_INFINITY }: Form): Buffer {
  if (packet.cmd === 'puback' && packet.reasonCode === undefined) return plainPuback(packet.messageId!)
  const bytes = mqttPacket.generate(packet, { protocolVersion: version })
  if (bytes.length <= limitBytes || !('properties' in packet)) return bytes
  const { properties: _, ...bare } = packet
  return mqttPacket.generate(bare as Packet, { protocolVersion: version })
}

/** A plain PUBACK is the same in every version, and nearly every packet sent is one: 0.1 µs instead of 1.5. */
const plainPuback = (id: number): Buffer => Buffer.from([0x40, 2, id >> 8, id & 255])
