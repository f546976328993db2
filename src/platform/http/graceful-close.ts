import type { FastifyInstance } from 'fastify'

const SWEEP_MS = 50

/**
 * Closes connections without breaking off requests. After `stopping`, each answer is the last one of its connection, so
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
}
