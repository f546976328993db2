import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest, FastifySchema } from 'fastify'
import secureJson from 'secure-json-parse'
import { faultOf } from '../../error-messages/reasons.ts'
import { badRequest, RequestError } from '../../errors.ts'
import { parseExactly } from '../../exact-numbers.ts'
import { isNestedDeeper } from '../../nesting.ts'

/**
 * Stands for a body that is not JSON until the hook below refuses it. A refusal by the parser would cost the client its
 * connection, since the framework does not know that the whole body was read.
 */
class UnreadableBody {
  readonly refusal: RequestError
  constructor(refusal: RequestError) {
    this.refusal = refusal
  }
}

/** Accepts JSON in UTF-8 and nothing else. Poisoned keys (`__proto__`, `constructor.prototype`) are refused. */
export function installJsonBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      // Many clients send a Content-Type even without a body.
      if (body.length === 0 && !needsBody(request.routeOptions.schema)) return done(null, null)
      const isOfDevice = request.routeOptions.config.policy === 'device'
      const parsed = isOfDevice ? parseReading(body as Buffer) : parseJson(body as Buffer)
      // Devices may send extra fields, nested as deep as they like.
      if (!isOfDevice && isNestedDeeper(parsed)) throw badRequest('in_english', 'The body is nested too deep')
      done(null, parsed)
    } catch (error) {
      if (error instanceof RequestError) done(null, new UnreadableBody(error))
      else done(error as Error)
    }
  })
  server.addHook('preValidation', (request, _reply, done) => {
    if (request.body instanceof UnreadableBody) done(request.body.refusal)
    else done()
  })
}

/** False for a route that takes no body, or can do without. */
export function needsBody(schema: FastifySchema | undefined): boolean {
  const body = schema?.body as { type?: string | string[] } | undefined
  return body !== undefined && ![body.type].flat().includes('null')
}

/** Parses JSON. Throws 400. */
function parseJson(body: Buffer): unknown {
  const text = textOf(body)
  return orRefused('The body', () => secureParse(text))
}

/** The same for what devices send; see `parseReadingText`. */
export const parseReading = (body: Buffer): unknown => parseReadingText(textOf(body))

function textOf(body: Buffer): string {
  if (body.length === 0) throw badRequest('in_english', 'The body is empty')
  return decodeUtf8(body)
}

/**
 * Throws 400 if it is not UTF-8. Decoding would silently replace invalid bytes, so the stored text would differ from
 * the one sent.
 */
export function decodeUtf8(body: Buffer): string {
  if (!isUtf8(body)) throw badRequest('in_english', 'The body is not UTF-8')
  return body.toString('utf8')
}

/**
 * Parses JSON. A number that would lose digits, such as 9007199254740993, is a bigint, which schemas of numbers refuse:
 * stored as another one, it would be the same reading as its neighbour. Throws 400.
 */
export const parseReadingText = (text: string, what = 'The body'): unknown =>
  orRefused(what, () => parseExactly(text, secureParse, () => LOST_DIGITS))

const LOST_DIGITS = 2n ** 53n
const OPTIONS = { protoAction: 'error', constructorAction: 'error' } as const

const secureParse: Parameters<typeof parseExactly>[1] = (text, reviver) =>
  secureJson.parse(text, reviver as Parameters<typeof secureJson.parse>[1], OPTIONS)

function orRefused(what: string, parsed: () => unknown): unknown {
  try {
    return parsed()
  } catch {
    // The parser's message quotes the body; this one does not.
    throw badRequest('in_english', `${what} is not valid JSON`)
  }
}

/** Refuses, before the body is read, anything but these types in UTF-8: 415, or 400 for a second type or encoding. */
export function requireBody(...media: [string, ...string[]]): (request: FastifyRequest) => void {
  const unsupported = () => new RequestError(415, faultOf('wrong_media', media.join(' or ')))
  return ({ headers, raw }) => {
    if (headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity') throw unsupported()
    const type = headers['content-type']
    if (type === undefined || (type !== media[0] && !isInUtf8(type, media))) throw unsupported()
    // Node decodes chunks and ignores any other encoding named beside them.
    const coding = headers['transfer-encoding']
    if (coding !== undefined && coding.toLowerCase() !== 'chunked')
      throw badRequest('in_english', 'Transfer-Encoding must be chunked')
    // Node keeps the first of several; a proxy in between may have kept the last.
    if (countOf('content-type', raw.rawHeaders) > 1) throw badRequest('in_english', 'Content-Type is named twice')
  }
}

export const requireJsonBody = requireBody('application/json')

/** The media type of a body that `requireBody` has accepted, without parameters. */
export const mediaOf = ({ headers }: FastifyRequest): string =>
  headers['content-type']!.split(';', 1)[0]!.trim().toLowerCase()

function isInUtf8(type: string, accepted: readonly string[]): boolean {
  const [media = '', ...parameters] = type.split(';').map((part) => part.trim().toLowerCase())
  return (
    accepted.includes(media) &&
    parameters.every((parameter) => /^[a-z-]+=("?)[a-z0-9-]+\1$/.test(parameter) && isUtf8Charset(parameter))
  )
}

const isUtf8Charset = (parameter: string): boolean =>
  !parameter.startsWith('charset=') || /^charset=("?)utf-8\1$/.test(parameter)

function countOf(name: string, rawHeaders: readonly string[]): number {
  let count = 0
  for (let place = 0; place < rawHeaders.length; place += 2) {
    const header = rawHeaders[place]!
    if (header.length === name.length && header.toLowerCase() === name) count += 1
  }
  return count
}
