import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { DEVICE_CHANGED } from '../../../core/devices/device-store.ts'
import type { Notifications } from '../../../platform/database/notifications.ts'
import { clientList } from './client-list.ts'
import type { PublisherContext } from './publisher.ts'
import { serveClient } from './serve-client.ts'

const CONNECTION_LIMIT = 20_000
const HANDSHAKE_WITHIN_MS = 10_000

export interface MqttOptions extends PublisherContext {
  /** PEM; null for plain TCP. */
  tls: { cert: string; key: string } | null
  notifications: Notifications
}

export interface MqttDoor {
  /** Resolves with the port. */
  listen(address: { host: string; port: number }): Promise<number>
  /** Finishes messages in progress, and closes every connection. */
  close(): Promise<void>
}

/** Accepts readings over MQTT 3.1, 3.1.1 and 5. Clients cannot subscribe to anything. */
export function mqttDoor({ tls, notifications, ...options }: MqttOptions): MqttDoor {
  const stopping = new AbortController()
  const clients = clientList()
  const sockets = new Set<Socket>()
  const served = new Map<Socket, () => void>()
  const context = { ...options, clients, stopping: stopping.signal }

  function serve(socket: Socket): void {
    served.set(socket, serveClient(socket, context))
    socket.once('close', () => served.delete(socket))
  }

  const server =
    tls === null ? createServer(serve) : createTlsServer({ ...tls, handshakeTimeout: HANDSHAKE_WITHIN_MS }, serve)
  server.maxConnections = CONNECTION_LIMIT
  server.on('drop', () => options.watch.refused(503))
  // With TLS, some connections have not finished their handshake.
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  notifications.on(DEVICE_CHANGED, (id) => {
    for (const client of clients.ofDevice(Number(id))) client.checkToken()
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
      stopping.abort()
      const gone = Array.from(served.keys(), (socket) => new Promise((resolve) => socket.once('close', resolve)))
      for (const stop of served.values()) stop()
      await Promise.all(gone)
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
