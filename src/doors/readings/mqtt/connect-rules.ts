import type { IConnackPacket, IConnectPacket } from 'mqtt-packet'
import { BATCH_LIMIT_BYTES } from '../batch-items.ts'
import { MqttRefusal, malformed, protocolError, REASON } from './reasons.ts'

/** Room for the largest batch, its topic, and the rest of the packet. */
export const PACKET_LIMIT_BYTES = BATCH_LIMIT_BYTES + 1024
/** Limit of packets other than messages: clients need no larger ones, and a SUBSCRIBE of 1 MiB takes the parser 300 ms. */
export const BARE_PACKET_LIMIT_BYTES = 4 * 1024
/** Properties of a message, in version 5. They are not used. */
export const PROPERTIES_LIMIT_BYTES = 4 * 1024
/** Messages that a client may have in flight. A client that sends more is not read for a while, not disconnected. */
export const RECEIVE_MAXIMUM = 256
export const TOPIC_ALIAS_MAXIMUM = 8
const LONGEST_KEEP_ALIVE_S = 3_600

/** Checks a CONNECT before its token is looked up. Throws MqttRefusal. */
export function requireConnectable({ will, properties = {}, clientId, clean, protocolVersion }: IConnectPacket): void {
  // Its type excludes 3, but the parser passes on any two bits.
  if ((will?.qos as number | undefined) === 3) throw malformed('There is no QoS 3')
  if (properties.receiveMaximum === 0) throw protocolError('receiveMaximum must not be 0')
  if (properties.maximumPacketSize === 0) throw protocolError('maximumPacketSize must not be 0')
  if (properties.authenticationMethod !== undefined) {
    throw new MqttRefusal(REASON.badAuthenticationMethod, 401, 'The user name is the token; no other method is spoken')
  }
  if (clientId === '' && clean !== true && protocolVersion !== 5) {
    throw new MqttRefusal(REASON.badClientId, 400, 'Without a client id the session must be a clean one')
  }
}

/**
 * The keep-alive in use. Clients without one get a default; otherwise the connection of a lost client would stay
 * forever.
 */
export const keepAliveOf = ({ keepalive }: IConnectPacket): number =>
  Math.min(keepalive || LONGEST_KEEP_ALIVE_S, LONGEST_KEEP_ALIVE_S)

/** Accepts a client without a session. Neither a session nor a will message is kept, whatever the client asked for. */
export function acceptConnect(connect: IConnectPacket, clientId: string): IConnackPacket {
  if (connect.protocolVersion !== 5) return { cmd: 'connack', returnCode: 0, sessionPresent: false }
  const keepAlive = keepAliveOf(connect)
  return {
    cmd: 'connack',
    reasonCode: 0,
    sessionPresent: false,
    properties: {
      receiveMaximum: RECEIVE_MAXIMUM,
      maximumPacketSize: PACKET_LIMIT_BYTES,
      topicAliasMaximum: TOPIC_ALIAS_MAXIMUM,
      ...(connect.properties?.sessionExpiryInterval ? { sessionExpiryInterval: 0 } : {}),
      ...(connect.keepalive === keepAlive ? {} : { serverKeepAlive: keepAlive }),
      ...(connect.clientId === '' ? { assignedClientIdentifier: clientId } : {}),
    },
  }
}
