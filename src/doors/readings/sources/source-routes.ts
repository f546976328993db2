import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { RefuseToken } from '../../../core/devices/refusals/bad-token-limit.ts'
import type { GroupCommit } from '../../../core/ingestion/group-commit.ts'
import { tooBusy } from '../../../core/ingestion/group-commit.ts'
import { findFormat } from '../../../core/sources/formats/formats.ts'
import type { SourceResponse } from '../../../core/sources/formats/source-format.ts'
import type { FindSource } from '../../../core/sources/intake/find-source.ts'
import { type ReceiveMessage, successOf } from '../../../core/sources/intake/receive-message.ts'
import type { SourceRates } from '../../../core/sources/intake/source-rates.ts'
import type { Source } from '../../../core/sources/source.ts'
import { notFound, tooManyRequests, unavailable } from '../../../platform/errors.ts'
import { statusOf } from '../../../platform/http/error-responses.ts'
import { operation } from '../../../platform/http/route-list.ts'
import { IdParams } from '../../../platform/http/schemas/shapes.ts'
import { hasShortBody } from '../../../platform/http/short-body.ts'
import type { IngestionWatch, NoteRefusal } from '../note-refusal.ts'
import { bodiesUnderWay } from './bodies-under-way.ts'
import { collectBody, UNPACKED_TIMES, unpackBody } from './message-body.ts'
import { isCredential, isFromNetworks } from './source-credential.ts'

interface SourceDoor {
  findSource: FindSource
  receive: ReceiveMessage
  rates: SourceRates
  /** Called for a message that is beyond the rate of its source. */
  onRateRefused: (source: Source) => void
  commits: Pick<GroupCommit, 'isFull' | 'isOverloaded'>
  refuseToken: RefuseToken
  noteRefusal: NoteRefusal
  watch: IngestionWatch
  now: () => Date
}

declare module 'fastify' {
  interface FastifyRequest {
    source: Source | null
    /** Below the address of the source, without a token. */
    sourcePath: string
  }
}

const MESSAGE_LIMIT_BYTES = 1024 * 1024
/** Formats with larger messages say so. */
const LARGEST_BYTES = 32 * 1024 * 1024
/** A body of zeros packs into a thousandth. */
const PACKED_TIMES = 1_000
const LONGEST_QUERY = 2_048
const UNKNOWN_RETRY_AFTER_S = 60
const LONGEST_MEDIA = 100
const ID = /^[1-9]\d{0,14}$/
const TOKEN_IN_ADDRESS = /^\/t\/([^/]+)(.*)$/s

/**
 * Where senders post messages in their own formats. A message is never refused for what it says: 2xx means that all of it
 * is on disk, as readings or in quarantine.
 */
export async function sourceRoutes(server: FastifyInstance, door: SourceDoor): Promise<void> {
  server.decorateRequest('source', null)
  server.decorateRequest('sourcePath', '')
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', async (request: FastifyRequest, payload: NodeJS.ReadableStream) =>
    collectBody(payload as never, limitOf(request.source!)),
  )
  server.addHook('onError', async (request, reply, error) => {
    const status = statusOf(error)
    if (status === 401 && !request.socket.destroyed) {
      door.noteRefusal({ device: null, token: null, status, message: error.message, address: request.ip })
    } else door.watch.refused(status)
    if (request.source === null && !hasShortBody(request)) reply.header('connection', 'close')
  })

  const underWay = bodiesUnderWay()
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    const { id, '*': rest = '' } = request.params as { id: string; '*'?: string }
    // The schema is checked only afterwards.
    const source = ID.test(id) ? await door.findSource(Number(id)) : null
    const below = rest === '' ? '' : `/${withoutLastSlashes(rest)}`
    const [, token = null, path = below] = TOKEN_IN_ADDRESS.exec(below) ?? []
    const presented = { headers: request.headers, query: queryOf(request), inAddress: token }
    const isLetIn = source !== null && isFromNetworks(source, request.ip) && isCredential(source, presented, door.now())
    if (!isLetIn) throw door.refuseToken(request.ip)
    // A later version has stored it. Whoever sends again may reach a node of that version.
    if (findFormat(source.format) === null) throw unavailable(UNKNOWN_RETRY_AFTER_S, 'source_format_unknown')
    if (door.commits.isFull() || door.commits.isOverloaded()) throw tooBusy()
    const waitS = door.rates.waitS(source)
    if (waitS > 0) {
      door.onRateRefused(source)
      throw tooManyRequests(waitS, 'source_rate', source.rate_per_s)
    }
    if (!underWay.begin(source, roomFor(request.headers, limitOf(source)), reply.raw)) throw tooBusy()
    request.source = source
    request.sourcePath = withoutLastSlashes(path)
  }

  async function respond(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { sourcePath, method } = request
    const source = request.source!
    const format = findFormat(source.format)!
    const query = withoutCredentials(queryOf(request))
    const isPosted = method === 'POST' || method === 'PUT'
    const isMessage = isPosted || (method === 'GET' && format.takesQueries && query.size > 0)
    const isKnown = format.paths.includes(sourcePath)
    if (!isMessage || !isKnown) {
      const other = format.other?.({ method, path: sourcePath, query }) ?? null
      if (other !== null || !isPosted || !format.paths.includes('')) {
        door.rates.take(source, { readings: 1, bytes: 0 })
        if (other === null) throw notFound('Address')
        return send(reply, other)
      }
    }
    // Some senders add a path of their own, and stop sending after a refusal.
    const path = isKnown ? sourcePath : ''
    const body = (request.body as Buffer | undefined) ?? Buffer.alloc(0)
    const { 'content-encoding': encoding = '', 'content-type': type = '' } = request.headers
    const most = Math.max(limitOf(source), MESSAGE_LIMIT_BYTES * UNPACKED_TIMES)
    const unpacked = await unpackBody(body, encoding.trim().toLowerCase(), most)
    door.rates.take(source, { readings: 1, bytes: unpacked?.length ?? body.length })
    const message = {
      ...{ path, query },
      media: type.split(';', 1)[0]!.trim().toLowerCase().slice(0, LONGEST_MEDIA),
      body: unpacked ?? body,
    }
    const received = await door.receive(source, message, { isPacked: unpacked === null })
    door.rates.take(source, { readings: received.readings - 1, bytes: 0 })
    return send(reply, successOf(format, message, received.parts))
  }

  const schema = {
    description:
      'In the format of the source, whatever it says: 2xx means that all of it is on disk, as readings or in quarantine. ' +
      'The response is what the sender expects. Formats have further addresses below this one; docs/sources.md.',
    params: IdParams,
    bodyContent: { '*/*': {} },
    response: { 204: Type.Null() },
  }
  const config = { policy: 'source', scope: 'none' } as const
  server.post(
    '/api/sources/:id',
    {
      ...{ config, onRequest, bodyLimit: LARGEST_BYTES },
      schema: { ...operation('sendMessage', 'Readings', 'Send a message of a source'), ...schema },
    },
    respond,
  )
  const others = ['GET', 'HEAD', 'PUT', 'OPTIONS']
  for (const [url, methods] of [
    ['/api/sources/:id', others],
    ['/api/sources/:id/', ['POST', ...others]],
    ['/api/sources/:id/*', ['POST', ...others]],
  ] as const) {
    server.route({
      ...{ url, config, onRequest, bodyLimit: LARGEST_BYTES },
      method: [...methods],
      schema: { hide: true },
      handler: respond,
    })
  }
}

/** The most that a body can take, unpacked, by what its head says. */
function roomFor(headers: IncomingHttpHeaders, most: number): number {
  const { 'content-length': length, 'content-encoding': encoding = '', 'transfer-encoding': chunked } = headers
  const stated = Math.min(most, chunked === undefined ? Number(length ?? 0) : most)
  if (encoding === '' || encoding === 'identity') return stated
  return Math.min(stated * PACKED_TIMES, Math.max(most, MESSAGE_LIMIT_BYTES * UNPACKED_TIMES))
}

const limitOf = (source: Source): number => findFormat(source.format)?.limitBytes ?? MESSAGE_LIMIT_BYTES

/** Not by a regular expression: one would look at each slash of thousands in a row again and again. */
function withoutLastSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

function queryOf({ raw }: FastifyRequest): URLSearchParams {
  const url = raw.url!
  const at = url.indexOf('?')
  return new URLSearchParams(at < 0 ? '' : url.slice(at + 1, at + 1 + LONGEST_QUERY))
}

/** Names whose values are credentials: kept nowhere. */
function withoutCredentials(query: URLSearchParams): URLSearchParams {
  for (const name of ['u', 'p', 'token']) query.delete(name)
  return query
}

const send = (reply: FastifyReply, { status, headers = {}, media, body }: SourceResponse): FastifyReply =>
  reply
    .code(status)
    .headers({ ...headers, ...(media === undefined ? {} : { 'content-type': media }) })
    .send(body)
