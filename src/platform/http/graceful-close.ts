import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const SWEEP_MS = 50
/** Limits for a client that goes on sending after its last response: for each pause, and for all of it. */
const LINGER_MS = { idle: 1_000, most: 15_000 }

/**
 * Ends a connection, and reads what the client still sends until it ends its side. If the connection were closed before,
 * the client's next packet would reset it, and the response could be lost on its way (RFC 9112, section 9.6).
 */
export function endGently(socket: Socket): void {
  const close = () => socket.destroy()
  socket.end()
  socket.resume().setTimeout(LINGER_MS.idle, close)
  setTimeout(close, LINGER_MS.most).unref()
}

/**
 * Closes connections without breaking off requests. After `stopping`, each response is the last one of its connection, so
 * that proxies and phones reconnect, maybe to another node. When the server closes, Node closes connections that are
 * idle at that moment and waits for the others, which would then stay open for a minute after becoming idle; these are
 * closed here.
 */
export function installGracefulClose(
  server: FastifyInstance,
  stopping: AbortSignal,
  closeIdleToo: () => void = () => undefined,
): void {
  server.addHook('preClose', async () => {
    const sweep = setInterval(() => {
      server.server.closeIdleConnections()
      closeIdleToo()
    }, SWEEP_MS)
    server.server.once('close', () => clearInterval(sweep))
  })
  server.addHook('onRequest', (_request, reply, done) => {
    if (stopping.aborted) reply.header('connection', 'close')
    done()
  })
  server.addHook('onSend', ({ raw: { complete, socket } }, _reply, payload, done) => {
    // Node calls this after the last response of a connection.
    if (!complete) socket.destroySoon = () => endGently(socket)
    done(null, payload)
  })
}
