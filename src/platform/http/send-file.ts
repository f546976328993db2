import { addAbortSignal, Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { unavailable } from '../errors.ts'

export interface FileAnswer {
  /** Of our own making: letters, digits, hyphens and a dot. */
  name: string
  type: string
  pieces: AsyncGenerator<string>
  /** Cuts the answer off. */
  stop: AbortSignal
}

/**
 * Answers with a file that is written while it is sent, no faster than the client reads. The first piece is made
 * before anything is sent, so that what fails by then has an ordinary answer; what fails later cuts the connection.
 */
export async function sendFile(reply: FastifyReply, { name, type, pieces, stop }: FileAnswer): Promise<FastifyReply> {
  const first = await pieces.next().catch((error: unknown) => {
    // Given up, since the service stops or there is nobody left to answer.
    throw isAbort(error) ? unavailable('The service is stopping; try again', 2) : error
  })
  const stream = Readable.from(startingWith(first, pieces))
  addAbortSignal(stop, stream)
  stream.once('error', (error) => {
    if (!isAbort(error)) reply.log.error({ reqId: reply.request.id, err: error }, 'a file was cut off')
  })
  return reply.type(type).header('content-disposition', `attachment; filename="${name}"`).send(stream)
}

async function* startingWith(first: IteratorResult<string>, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  if (!first.done) yield first.value
  yield* rest
}

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'
