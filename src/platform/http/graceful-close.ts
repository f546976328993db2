import type { FastifyInstance } from 'fastify'

const SWEEP_MS = 50

/**
 * Lets `server.close()` end as soon as the requests under way are answered. Node closes the connections that are idle
 * when it begins and then waits for the others, though each falls idle in its turn and would stay open for a minute.
 */
export function installGracefulClose(server: FastifyInstance, closeIdleToo: () => void = () => undefined): void {
  let isClosing = false
  server.addHook('preClose', async () => {
    isClosing = true
    const sweep = setInterval(() => {
      server.server.closeIdleConnections()
      closeIdleToo()
    }, SWEEP_MS)
    server.server.once('close', () => clearInterval(sweep))
  })
  server.addHook('onRequest', (_request, reply, done) => {
    if (isClosing) reply.header('connection', 'close')
    done()
  })
}
