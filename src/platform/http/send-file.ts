import { addAbortSignal, Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import Type from 'typebox'
import { unavailable } from '../errors.ts'
import type { Slots } from '../long-work/work-slots.ts'
import { isAbort, untilGone } from './until-gone.ts'

/** How long a download goes on without a look at whether its reader may still see it. */
const CHECK_AFTER_MS = 500

export const FileText = Type.String({ description: 'Of any length, oldest first' })

export const JSON_TYPE = 'application/json; charset=utf-8'

/** A serializer for values of the schema, for JSON responses written in pieces. Compiled once per schema. */
export const textBy = (reply: FastifyReply, schema: Type.TSchema) =>
  reply.compileSerializationSchema(schema as never) as (value: unknown) => string

interface FileResponse {
  /** The name under which the browser saves it; null if it is only shown. */
  download: {
    /** Letters, digits, hyphens and a dot only, since it is put into a header unescaped. */
    name: string
    /** Records that it is downloaded. */
    record: () => Promise<void>
  } | null
  type: string
  /** The id of the person who downloads it. */
  reader: number
  /** Throws if the person may not see it any more; asked again and again while it is sent. */
  check: () => Promise<unknown>
  /** The signal aborts the work when the service stops or the client is gone. */
  pieces: (signal: AbortSignal) => AsyncGenerator<string>
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Limits of downloads at once, and of how slowly they may be read. */
    files: { room: Slots; pieceWithinMs: number }
  }
}

type SendFile = (reply: FastifyReply, file: FileResponse) => Promise<FastifyReply>

/**
 * Sends a file while it is being written, no faster than the client reads. The first piece is made before anything is
 * sent, so a failure until then has an ordinary response. A later failure cuts the connection, and so does a client that
 * stops reading. Throws 429 or 503 when too many downloads are running.
 */
export function fileSender(server: FastifyInstance): SendFile {
  const stop = new AbortController()
  // A client that reads slowly must not hold up the stop of the service.
  server.addHook('preClose', async () => stop.abort())
  return async (reply, { download, type, reader, check, pieces }) => {
    const gone = untilGone(reply)
    gone.throwIfAborted()
    // A client that has only closed its side may have stopped reading for good.
    gone.addEventListener('abort', () => reply.raw.destroy())
    await server.files.room.take(reader, gone)
    const rest = pieces(AbortSignal.any([gone, stop.signal]))
    const first = await rest.next().catch((error: unknown) => {
      // Aborted, because the service stops or the client is gone.
      throw isAbort(error) ? unavailable(2, 'stopping') : error
    })
    await download?.record()
    // Until the client has all of it: behind the last piece, a part may still wait to be read.
    const patience = setTimeout(() => reply.raw.destroy(), server.files.pieceWithinMs)
    gone.addEventListener('abort', () => clearTimeout(patience))
    const stream = Readable.from(inTime(first, checked(rest, check), patience))
    addAbortSignal(stop.signal, stream)
    stream.once('error', (error) => {
      if (!isAbort(error)) reply.log.error({ reqId: reply.request.id, err: error }, 'a download was cut off')
    })
    if (download !== null) reply.header('content-disposition', `attachment; filename="${download.name}"`)
    return reply.type(type).send(stream)
  }
}

/** Fails as soon as the check does, which happens at most twice a second. */
async function* checked(pieces: AsyncGenerator<string>, check: () => Promise<unknown>): AsyncGenerator<string> {
  let checkedAt = performance.now()
  for await (const piece of pieces) {
    if (performance.now() - checkedAt > CHECK_AFTER_MS) {
      await check()
      checkedAt = performance.now()
    }
    yield piece
  }
}

/** Yields all pieces, with new patience after each that was taken. */
async function* inTime(
  first: IteratorResult<string>,
  rest: AsyncGenerator<string>,
  patience: NodeJS.Timeout,
): AsyncGenerator<string> {
  if (!first.done) yield first.value
  for await (const piece of rest) {
    patience.refresh()
    yield piece
  }
}
