import { addAbortSignal, Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import Type from 'typebox'
import { unavailable } from '../errors.ts'
import { isAbort, untilGone } from './until-gone.ts'

export const FileText = Type.String({ description: 'Of any length, oldest first' })

export interface FileAnswer {
  /** Of our own making: letters, digits, hyphens and a dot. */
  name: string
  type: string
  /** The signal ends the work, when the service stops or there is nobody left to read. */
  pieces: (signal: AbortSignal) => AsyncGenerator<string>
}

export type SendFile = (reply: FastifyReply, file: FileAnswer) => Promise<FastifyReply>

/**
 * Answers with a file that is written while it is sent, no faster than the client reads. The first piece is made
 * before anything is sent, so that what fails by then has an ordinary answer; what fails later cuts the connection.
 */
export function fileSender(server: FastifyInstance): SendFile {
  const stop = new AbortController()
  // A client that reads slowly must not hold up the stop of the service.
  server.addHook('preClose', async () => stop.abort())
  return async (reply, { name, type, pieces }) => {
    const rest = pieces(AbortSignal.any([untilGone(reply), stop.signal]))
    const first = await rest.next().catch((error: unknown) => {
      // Given up, since the service stops or there is nobody left to answer.
      throw isAbort(error) ? unavailable('The service is stopping; try again', 2) : error
    })
    const stream = Readable.from(startingWith(first, rest))
    addAbortSignal(stop.signal, stream)
    stream.once('error', (error) => {
      if (!isAbort(error)) reply.log.error({ reqId: reply.request.id, err: error }, 'a file was cut off')
    })
    return reply.type(type).header('content-disposition', `attachment; filename="${name}"`).send(stream)
  }
}

async function* startingWith(first: IteratorResult<string>, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  if (!first.done) yield first.value
  yield* rest
}
