import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { IConnectPacket, Packet } from 'mqtt-packet'
import { limitBehind } from '../../../core/devices/refusals/refusal.ts'
import type { ClientList } from './client-list.ts'
import { closingPacket } from './closing-packet.ts'
import {
  acceptConnect,
  BARE_PACKET_LIMIT_BYTES,
  keepAliveOf,
  PACKET_LIMIT_BYTES,
  RECEIVE_MAXIMUM,
  requireConnectable,
} from './connect-rules.ts'
import { type Form, isPublish, type PacketReader, packetReader, writePacket } from './packets.ts'
import { openPublisher, type PublisherContext } from './publisher.ts'
import { MqttRefusal, protocolError, REASON } from './reasons.ts'
import { openSession, type PublishedMessage, type Session } from './session.ts'
import { openWire } from './wire.ts'

const CONNECT_WITHIN_MS = 10_000
const CONNECT = 0x10
/** Delay before a client is disconnected, up to three times this: clients that reconnect at once cost no more. */
const REST_MS = 1_000

interface ServiceContext extends PublisherContext {
  clients: ClientList
  /** Aborted when the service stops. */
  stopping: AbortSignal
}

/** Serves one client from its CONNECT to its end. Returns the function to call when the service stops. */
export function serveClient(socket: Socket, context: ServiceContext): () => void {
  const { clients, stopping } = context
  const address = socket.remoteAddress ?? ''
  let publisher = openPublisher('', address, context)
  let read: PacketReader = (bytes) => packetReader(null)(bytes)
  /** Set from the CONNECT on, accepted or not. */
  let form: Form | null = null
  /** Set once the CONNECT is accepted. */
  let session: Session | null = null
  let underWay = 0
  let underWayBytes = 0
  let isLeaving = false
  /** Whether messages are taken until then: an alarm that waits behind readings beyond the limit is stored. */
  let readsOn = false

  const wire = openWire(socket, {
    limitFor(firstByte) {
      if (session === null && firstByte !== CONNECT) throw protocolError('The first packet must be CONNECT')
      return isPublish(firstByte) ? PACKET_LIMIT_BYTES : BARE_PACKET_LIMIT_BYTES
    },
    isReady() {
      const isGreeting = form !== null && session === null
      const hasRoom = underWay <= RECEIVE_MAXIMUM && underWayBytes <= PACKET_LIMIT_BYTES
      return hasRoom && !isGreeting && (!isLeaving || readsOn) && !stopping.aborted
    },
    packetArrived(bytes) {
      const packet = read(bytes)
      if (session !== null) handle(packet, session)
      else if (packet.cmd === 'connect') void attend(0, () => handleConnect(packet))
    },
    failed: (error) => void refuse(error),
    silent() {
      // While a response is outstanding, it is the client that waits.
      if (underWay === 0) sendAway(new MqttRefusal(REASON.keepAliveTimeout, 408, 'Nothing came for too long'))
    },
  })
  const greetTimer = setTimeout(() => wire.end(), CONNECT_WITHIN_MS)
  socket.once('close', () => clearTimeout(greetTimer))

  const send = (packet: Packet) => wire.send(writePacket(packet, form!))
  const sendAway = (refusal: MqttRefusal) => wire.end(closingPacket(refusal, form, session !== null))

  async function handleConnect(connect: IConnectPacket): Promise<void> {
    clearTimeout(greetTimer)
    const { protocolVersion: version = 4, properties = {}, username = '' } = connect
    form = { version, limitBytes: properties.maximumPacketSize }
    read = packetReader(version)
    publisher = openPublisher(username, address, context)
    requireConnectable(connect)
    const { id } = await publisher.device(REASON.badToken)
    if (socket.destroyed) return
    session = openSession({ version, tellsWhy: version === 5 && properties.requestProblemInformation !== false })
    const clientId = connect.clientId || randomUUID()
    const listed = { sendAway, checkToken: () => void attend(0, async () => void (await publisher.device())) }
    clients.add(id, clientId, listed)
    socket.once('close', () => clients.remove(id, clientId, listed))
    wire.closeWhenIdle(1_500 * keepAliveOf(connect))
    send(acceptConnect(connect, clientId))
  }

  function handle(packet: Packet, { packetArrived }: Session): void {
    const step = packetArrived(packet)
    if (step.kind === 'take') void attend(step.message.payload.length, () => take(step.message))
    else if (step.kind === 'leave') wire.end()
    else if (step.kind === 'response') {
      if (step.refused !== undefined) publisher.note(403, step.refused)
      send(step.packet)
    }
  }

  async function take(message: PublishedMessage): Promise<void> {
    const { settled, abandoned } = session!
    try {
      const fault = await publisher.take(message)
      for (const packet of settled(message, fault)) send(packet)
    } catch (error) {
      for (const packet of abandoned(message)) send(packet)
      // At QoS 0 nothing is sent again, so the connection need not end.
      if (message.qos === 0 && limitBehind(error) !== undefined) publisher.refused(error)
      else throw error
    }
  }

  /**
   * Reads on when there is room again. A stopping service answers messages in progress before it disconnects the
   * client.
   */
  async function attend(bytes: number, work: () => Promise<void>): Promise<void> {
    underWay += 1
    underWayBytes += bytes
    await work().catch(refuse)
    underWay -= 1
    underWayBytes -= bytes
    if (stopping.aborted) stop()
    else wire.resume()
  }

  /**
   * A message that may be stored later is not acknowledged: clients send it again after they reconnect, and only then.
   */
  async function refuse(error: unknown): Promise<void> {
    const refusal = publisher.refused(error)
    const isLimited = refusal.reasonCode === REASON.quotaExceeded
    readsOn = isLimited && (readsOn || !isLeaving)
    if (isLeaving) return
    isLeaving = true
    // Cut short when the service stops.
    if (session !== null && (isLimited || refusal.statusCode >= 500)) {
      await sleep(REST_MS * (1 + 2 * Math.random()), undefined, { signal: stopping }).catch(() => undefined)
    }
    sendAway(refusal)
  }

  function stop(): void {
    if (underWay === 0) sendAway(new MqttRefusal(REASON.shuttingDown, 503, 'The service stops'))
  }
  return stop
}
