import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, FastifySchemaValidationError } from 'fastify'
import { isConnectionLost, isDatabaseAway } from '../database/sql-errors.ts'
import { type Fault, faultOf, sentenceOf } from '../error-messages/reasons.ts'
import { type FieldError, invalidFields, RequestError, unavailable } from '../errors.ts'
import { keywordFault, type PatternReason } from '../schema-faults.ts'
import { endGently } from './graceful-close.ts'
import type { ListedRoute } from './route-list.ts'
import { unknownKey } from './schemas/unknown-keys.ts'
import { isAbort } from './until-gone.ts'

interface ErrorEnvelope {
  status: 'error'
  message: string
  code: number
  errors?: { field: string; message: string }[]
}

/** The only shape of a refusal, wherever it is made. */
export function errorEnvelope(code: number, message: string, errors?: FieldError[]): ErrorEnvelope {
  const fields = errors?.map((error) => ({ field: error.field, message: sentenceOf(error) }))
  return { status: 'error', message, code, ...(fields === undefined ? {} : { errors: fields }) }
}

/** Renders a refusal as a page, or returns null for a client that expects JSON. */
export type ErrorPage = (
  refusal: RequestError,
  request: FastifyRequest,
  reply: FastifyReply,
) => string | null | Promise<string | null>

export function installErrorResponses(
  server: FastifyInstance,
  routes: readonly ListedRoute[],
  errorPage: ErrorPage = () => null,
): void {
  const methodsOf = allowedMethods(routes)
  const send = async (refusal: RequestError, request: FastifyRequest, reply: FastifyReply) => {
    const page = await errorPage(refusal, request, reply)
    return page === null
      ? sendRefusal(refusal, reply)
      : reply.code(refusal.statusCode).headers(refusal.headers).type('text/html; charset=utf-8').send(page)
  }
  server.setErrorHandler<FastifyError>((error, request, reply) => send(toRefusal(error, request), request, reply))
  server.setNotFoundHandler((request, reply) => {
    const methods = methodsOf(request.url)
    const refusal =
      methods.length === 0
        ? new RequestError(404, faultOf('nothing_here'))
        : new RequestError(405, faultOf('method', request.method), { headers: { allow: methods.join(', ') } })
    return send(refusal, request, reply)
  })
}

export function sendError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendRefusal(toRefusal(error, request), reply)
}

const sendRefusal = ({ statusCode, message, errors, headers }: RequestError, reply: FastifyReply): FastifyReply =>
  reply
    .code(statusCode)
    .headers(headers)
    .send(errorEnvelope(statusCode, message, errors))

/** Maps an error to the response of the client, and logs errors that are bugs of the service. */
export function toRefusal(error: FastifyError, request: FastifyRequest): RequestError {
  if (error instanceof RequestError) return error
  if (error.validation) return invalidInput(error.validation, error.validationContext)
  const { statusCode } = error
  // Checked before the database: a client that hangs up is a reset connection too.
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new RequestError(statusCode, FAULTS[statusCode] ?? faultOf('in_english', error.message))
  }
  // The client is gone: nobody reads this response.
  if (isAbort(error)) return unavailable(2, 'given_up')
  if (isDatabaseAway(error)) {
    // `faultLog` logs a lost connection once; it is not logged for each request.
    const level = isConnectionLost(error) ? 'debug' : 'error'
    request.log[level]({ reqId: request.id, err: error }, 'the database did not answer')
    return unavailable(2, 'database_away')
  }
  // A browser that leaves while its page is being sent is not an error.
  const hasLeft = error.code === 'ERR_STREAM_PREMATURE_CLOSE' && request.raw.socket.destroyed
  if (hasLeft) request.log.debug({ reqId: request.id }, 'the client has left')
  else request.log.error({ reqId: request.id, err: error }, 'a request failed')
  return new RequestError(500, faultOf('broken'))
}

/** The status code for an error. */
export function statusOf(error: FastifyError): number {
  const { statusCode, validation } = error
  if (error instanceof RequestError || (statusCode !== undefined && statusCode >= 400 && statusCode < 500)) {
    return statusCode!
  }
  if (validation) return 400
  return isAbort(error) || isDatabaseAway(error) ? 503 : 500
}

/** Replace messages of the framework that would expose its internals. */
const FAULTS: Record<number, Fault> = {
  400: faultOf('malformed'),
  413: faultOf('body_too_large'),
  415: faultOf('wrong_media', 'application/json'),
}

/** Turns the findings of a schema into a 400, with the first fault as the message. */
export function invalidInput(found: readonly Found[], context = 'body'): RequestError {
  const errors = found.map((one) => ({ field: fieldOf(one) || '/', ...explained(one) }))
  const [first] = errors
  if (first === undefined) return new RequestError(400, faultOf('invalid', context), { errors })
  // The message about an unknown key names the key already.
  return isUnknownKey(found[0]!) ? new RequestError(400, first, { errors }) : invalidFields(errors)
}

/** Includes the schema, which Ajv's option `verbose` adds. */
type Found = FastifySchemaValidationError & {
  data?: unknown
  parentSchema?: { properties?: object; patternProperties?: object; patternReason?: PatternReason }
}

/** False for objects that accept any key matching a pattern. */
const isUnknownKey = ({ keyword, parentSchema }: Found): boolean =>
  keyword === 'additionalProperties' && parentSchema?.patternProperties === undefined

function fieldOf(found: Found): string {
  const { instancePath, params, keyword } = found
  if (keyword === 'required') return `${instancePath}/${String(params.missingProperty)}`
  if (isUnknownKey(found)) return `${instancePath}/${pointerTo(String(params.additionalProperty).slice(0, 64))}`
  return instancePath
}

/** Escapes a key for a JSON Pointer (RFC 6901). */
const pointerTo = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1')

function explained(found: Found): Fault {
  const { keyword, params, parentSchema = {} } = found
  if (keyword === 'required') return faultOf('missing', String(params.missingProperty))
  if (keyword !== 'additionalProperties') return keywordFault(found, parentSchema)
  const name = String(params.additionalProperty)
  return isUnknownKey(found)
    ? unknownKey(name, Object.keys(parentSchema.properties ?? {}))
    : faultOf('key_not_allowed', name)
}

type RawRefusal = [code: number, message: string]

const RAW_ERRORS: Record<string, RawRefusal> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive'],
}
const UNKNOWN_METHOD: RawRefusal = [501, 'This method is not known here']
/** A well-formed request line (RFC 9112, section 3). */
const REQUEST_LINE = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+ \S+ HTTP\/1\.[01]\r?$/

/** Error of Node's HTTP parser, with the bytes that it was given. */
interface ParserError extends NodeJS.ErrnoException {
  rawPacket?: unknown
  bytesParsed?: number
}

/** Answers what the HTTP parser refuses before there is a request: the same envelope, written to the socket. */
export function sendRawError(error: ParserError, socket: Socket, headers: Readonly<Record<string, string>>): void {
  if (error.code === 'ECONNRESET') socket.destroy()
  const isOtherMethod = error.code === 'HPE_INVALID_METHOD' && REQUEST_LINE.test(faultyLine(error))
  const known = isOtherMethod ? UNKNOWN_METHOD : RAW_ERRORS[error.code ?? '']
  endWith(known ?? [400, 'The request is malformed'], socket, headers)
}

/** The line at which the parser stopped. */
function faultyLine({ rawPacket, bytesParsed = 0 }: ParserError): string {
  const text = Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1') : ''
  const begin = text.lastIndexOf('\n', bytesParsed - 1) + 1
  return text.slice(begin).split('\n', 1)[0]!
}

/** Answers CONNECT, which asks for a proxy. Without a listener for it, Node closes the socket without a response. */
export const rejectConnect = (socket: Socket, headers: Readonly<Record<string, string>>): void =>
  endWith([501, 'CONNECT is not possible here'], socket, headers)

function endWith([code, message]: RawRefusal, socket: Socket, headers: Readonly<Record<string, string>>): void {
  // Already answered: the parser reports an error for each further chunk.
  if (!socket.writable) return
  const [body, all] = closingResponse(code, message, headers)
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`HTTP/1.1 ${code} ${STATUS_CODES[code]}\r\n${lines.join('')}\r\n${body}`)
  endGently(socket)
}

/** Answers an `Expect` other than 100-continue, which Node refuses before the framework has a request. */
export function rejectExpectation(response: ServerResponse, headers: Readonly<Record<string, string>>): void {
  const [body, all] = closingResponse(417, 'Nothing but 100-continue can be expected', headers)
  response.writeHead(417, all).end(body)
}

function closingResponse(
  code: number,
  message: string,
  headers: Readonly<Record<string, string>>,
): [body: string, headers: Record<string, string>] {
  const body = JSON.stringify(errorEnvelope(code, message))
  const about = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  return [body, { ...about, ...headers }]
}

/** Returns the methods that an address without a matching route supports: the difference between 404 and 405. */
function allowedMethods(routes: readonly ListedRoute[]): (url: string) => string[] {
  let known: { path: RegExp; method: string }[] | null = null
  return (url) => {
    known ??= routes.map(({ url, method }) => ({ path: pathPattern(url), method }))
    const path = url.split('?', 1)[0] ?? ''
    return [...new Set(known.filter((route) => route.path.test(path)).map((route) => route.method))]
  }
}

const pathPattern = (url: string): RegExp =>
  new RegExp(`^${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[a-z_]+/gi, '[^/]+')}$`)
