import type { FastifyReply } from 'fastify'

/** A signal that aborts when the client has hung up or has its answer. Long work ends with it. */
export function untilGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  if (reply.raw.destroyed) gone.abort()
  reply.raw.once('close', () => gone.abort())
  return gone.signal
}

/** Whether an error means that the work was aborted. */
export const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'
