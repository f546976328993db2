import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Asks the system for the address of each connection at once, and Node keeps it: the address of a connection that was
 * reset can no longer be found out, and the request that came before the reset would have none.
 */
export function rememberAddresses(server: Server): void {
  server.prependListener('connection', (socket: Socket) => {
    if (socket.remoteAddress === undefined) socket.destroy()
  })
}
