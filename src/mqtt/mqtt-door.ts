import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { BATCH_LIMIT_BYTES } from '../ingestion/batch-items.ts'
import { type BrokerOptions, mqttBroker } from './mqtt-broker.ts'
import { packetGuard } from './packet-guard.ts'

const CONNECTION_LIMIT = 20_000
const HANDSHAKE_WITHIN_MS = 10_000
/** Before a client has said who it is, and after: a batch, its topic, and what is around them. */
const FIRST_PACKET_LIMIT_BYTES = 4 * 1024
const PACKET_LIMIT_BYTES = BATCH_LIMIT_BYTES + 1024

export interface MqttOptions extends BrokerOptions {
  /** In PEM; null for plain TCP. */
  tls: { cert: string; key: string } | null
}

export interface MqttDoor {
  /** Resolves with the port. */
  listen(address: { host: string; port: number }): Promise<number>
  /** Answers what has arrived, and closes every connection. */
  close(): Promise<void>
}

/** Takes readings over MQTT 3.1 and 3.1.1, and gives nothing out. */
export async function mqttDoor({ tls, ...options }: MqttOptions): Promise<MqttDoor> {
  const broker = await mqttBroker(options)
  const sockets = new Set<Socket>()

  function greet(socket: Socket): void {
    const client = broker.handle(socket)
    const guard = packetGuard(() => (client.connected ? PACKET_LIMIT_BYTES : FIRST_PACKET_LIMIT_BYTES))
    const read = socket.read.bind(socket)
    // The one way by which the broker takes bytes.
    socket.read = (size?: number) => {
      const bytes = read(size) as Buffer | null
      if (bytes === null || guard(bytes)) return bytes
      socket.destroy()
      return null
    }
  }

  const server =
    tls === null ? createServer(greet) : createTlsServer({ ...tls, handshakeTimeout: HANDSHAKE_WITHIN_MS }, greet)
  server.maxConnections = CONNECTION_LIMIT
  // Those that have not said yet who they are are none of the broker's.
  server.on('connection', (socket: Socket) => {
    socket.setNoDelay(true)
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })

  return {
    async listen({ host, port }) {
      server.listen({ host, port, backlog: 4_096 })
      await once(server, 'listening')
      return (server.address() as AddressInfo).port
    },
    async close() {
      const closed = server.listening ? once(server, 'close') : null
      server.close()
      await broker.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
