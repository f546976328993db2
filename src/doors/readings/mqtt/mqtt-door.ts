import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createServer as createTlsServer, Server as TlsServer } from 'node:tls'
import { DEVICE_CHANGED } from '../../../core/devices/device-store.ts'
import { expiryOf, readRenewed, type TlsSettings } from '../../../platform/certificate.ts'
import type { Notifications } from '../../../platform/database/notifications.ts'
import { clientList } from './client-list.ts'
import type { PublisherContext } from './publisher.ts'
import { serveClient } from './serve-client.ts'

const CONNECTION_LIMIT = 20_000
const HANDSHAKE_WITHIN_MS = 10_000
const RENEW_EVERY_MS = 60_000

interface MqttOptions extends PublisherContext {
  /** Null for plain TCP. */
  tls: TlsSettings | null
  notifications: Notifications
}

export interface MqttDoor {
  /** Resolves with the port. */
  listen(address: { host: string; port: number }): Promise<number>
  /** Reads the certificate again, and shows another one to all connections from now on. Once a minute by itself. */
  renewCertificate(): void
  /** When the certificate ends; null without TLS. */
  certificateExpires(): Date | null
  /** Finishes messages in progress, and closes every connection. */
  close(): Promise<void>
}

/** Accepts readings over MQTT 3.1, 3.1.1 and 5. Clients cannot subscribe to anything. */
export function mqttDoor({ tls, notifications, ...options }: MqttOptions): MqttDoor {
  let shown = tls
  let fault: string | null = null
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

  function renewCertificate(): void {
    if (shown === null || !(server instanceof TlsServer)) return
    try {
      const renewed = readRenewed(shown)
      if (renewed === null) return
      server.setSecureContext(renewed)
      shown = { ...shown, ...renewed }
      options.log.info({ expires: expiryOf(shown) }, 'the certificate of MQTT was renewed')
      fault = null
    } catch (error) {
      const reason = (error as Error).message
      if (reason !== fault) options.log.error({ reason }, 'the new certificate of MQTT cannot be used yet')
      fault = reason
    }
  }

  let renewing: NodeJS.Timeout | undefined
  return {
    renewCertificate,
    certificateExpires: () => shown && expiryOf(shown),
    async listen({ host, port }) {
      server.listen({ host, port, backlog: 4_096 })
      await once(server, 'listening')
      renewing = setInterval(renewCertificate, RENEW_EVERY_MS).unref()
      return (server.address() as AddressInfo).port
    },
    async close() {
      clearInterval(renewing)
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
