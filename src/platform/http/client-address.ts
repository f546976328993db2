import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'

/** The address a request comes from: the one the framework gives as `request.ip`. */
export type ClientAddress = (socket: Socket, forwardedFor: string | undefined) => string

/** `trustProxy` is a list of networks, as the framework takes it; null believes no proxy. */
export function clientAddress(trustProxy: string | null): ClientAddress {
  if (trustProxy === null) return (socket) => socket.remoteAddress!
  const trust = proxyAddr.compile(trustProxy.split(',').map((network) => network.trim()))
  return (socket, forwardedFor) => proxyAddr({ socket, headers: { 'x-forwarded-for': forwardedFor } } as never, trust)
}

/**
 * Asks the system for the address of each connection at once, and Node keeps it: the address of a connection that was
 * reset can no longer be found out, and the request that came before the reset would have none.
 */
export function rememberAddresses(server: Server): void {
  server.prependListener('connection', (socket: Socket) => {
    if (socket.remoteAddress === undefined) socket.destroy()
  })
}
