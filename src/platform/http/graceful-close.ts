import type { FastifyInstance } from 'fastify'

const SWEEP_MS = 50

/**
 * Ends connections without breaking requests off. From `stopping` on each answer is the last one of its connection, so
 * that proxies and phones come back on a new one, maybe to another node. When the server closes, Node ends connections
 * that are idle at that moment and waits for the others, though each falls idle in its turn and would stay open for a
 * minute: they are swept up.
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
