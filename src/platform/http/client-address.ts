import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'

/** The client's address, the same that the framework has in `request.ip`. */
export type ClientAddress = (socket: Socket, forwardedFor: string | undefined) => string

/** `trustProxy` is a list of networks, as in the framework's option; null trusts no proxy. */
export function clientAddress(trustProxy: string | null): ClientAddress {
  if (trustProxy === null) return (socket) => socket.remoteAddress!
  const trust = proxyAddr.compile(trustProxy.split(',').map((network) => network.trim()))
  return (socket, forwardedFor) => proxyAddr({ socket, headers: { 'x-forwarded-for': forwardedFor } } as never, trust)
}

/**
 * Reads the address of each connection when it opens, and Node caches it: the address of a connection that was reset
 * cannot be read any more, and the request sent before the reset would have none.
 */
export function rememberAddresses(server: Server): void {
  server.prependListener('connection', (socket: Socket) => {
    if (socket.remoteAddress === undefined) socket.destroy()
  })
}
