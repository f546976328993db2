import mqttPacket, { type Packet, type PacketCmd, type Parser } from 'mqtt-packet'
import { MqttRefusal, malformed, protocolError, REASON } from './reasons.ts'

export type Version = 3 | 4 | 5

/** Format of the packets to one client. */
export interface Form {
  version: Version
  /** Size of the largest packet that the client accepts. */
  limitBytes?: number | undefined
}

/** Parsers by version, shared by all clients: a parser keeps no state between whole packets. */
const parsers = new Map<Version, PacketParser>()
type PacketParser = (bytes: Buffer) => Packet

/** Parses one whole packet. `version` is null for the first packet, which names it. Throws MqttRefusal. */
export function readPacket(bytes: Buffer, version: Version | null): Packet {
  // A CONNECT changes the version of its parser, so the first packet gets a parser of its own.
  const parse = (version !== null && parsers.get(version)) || packetParser(version)
  if (version !== null) parsers.set(version, parse)
  try {
    const packet = parse(bytes)
    requireWellFormed(packet)
    return packet
  } catch (error) {
    // The parser has stopped midway and cannot be used again.
    if (version !== null) parsers.delete(version)
    throw error
  }
}

function packetParser(version: Version | null): PacketParser {
  const parser = mqttPacket.parser(version === null ? {} : { protocolVersion: version }) as Parser & { packet: Packet }
  const found: { packet: Packet | null } = { packet: null }
  parser.on('packet', (packet) => {
    found.packet = packet
  })
  parser.on('error', (error: Error) => {
    throw error
  })
  return (bytes) => {
    found.packet = null
    try {
      parser.parse(bytes)
    } catch (error) {
      const { message } = error as Error
      throw (version === null ? unsupportedVersion(parser.packet) : null) ?? malformed(message)
    }
    if (found.packet === null) throw malformed('The packet is shorter than it says')
    return found.packet
  }
}

/** Refusal of an unknown version, with the version in which the client can read the answer. */
export class UnsupportedVersion extends MqttRefusal {
  readonly answerIn: Version

  constructor(version: number) {
    super(REASON.unsupportedVersion, 400, 'The versions of MQTT spoken here are 3.1, 3.1.1 and 5')
    this.answerIn = version > 5 ? 5 : 4
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
    if (Array.isArray(value)) throw protocolError(`${name} is there twice`)
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
