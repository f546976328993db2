import type { FastifyReply } from 'fastify'

/**
 * A signal that aborts when the client has closed its side, hung up or has its response. Long work ends with it: a client
 * that only closed its side cannot be told from one that is gone. It may have aborted already.
 */
export function untilGone({ raw, request: { socket } }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  const leave = () => {
    socket.off('end', leave)
    gone.abort()
  }
  if (raw.destroyed || socket.readableEnded) gone.abort()
  else {
    raw.once('close', leave)
    // Each of several requests that were sent at once listens.
    socket.setMaxListeners(0).once('end', leave)
  }
  return gone.signal
}

/** Whether an error means that the work was aborted. */
export const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'
