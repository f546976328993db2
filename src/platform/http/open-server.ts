import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { faultOf } from '../error-messages/reasons.ts'
import { badRequest, RequestError } from '../errors.ts'
import { type SlotLimits, workSlots } from '../long-work/work-slots.ts'
import { clientAddress, rememberAddresses } from './client-address.ts'
import {
  type ErrorPage,
  installErrorResponses,
  rejectConnect,
  rejectExpectation,
  sendError,
  sendRawError,
} from './error-responses.ts'
import { type ExpressLane, installExpressLane, type LaneOptions } from './express/express-lane.ts'
import { responseWriter } from './express/plain-response.ts'
import { installLoadShedding, type LoadShedding } from './express/shed-load.ts'
import { installGracefulClose } from './graceful-close.ts'
import { limitPublicRoutes } from './limit-public-routes.ts'
import { listRoutes } from './route-list.ts'
import { closeSchemas } from './schemas/closed-schemas.ts'
import { installJsonBodies } from './schemas/json-bodies.ts'
import { CHECK_OPTIONS } from './schemas/schema-check.ts'
import { SCHEMA_COMPILERS } from './schemas/schema-compilers.ts'

const DEFAULT_BODY_LIMIT_BYTES = 256 * 1024
const HEADER_LIMIT_BYTES = 8 * 1024
const CONNECTION_LIMIT = 20_000
/** Longer than proxies keep idle connections, so that a proxy never sends into a connection that was just closed. */
const KEEP_ALIVE_MS = 72_000
/** File downloads at once. Each needs a database connection for one page of rows at a time, and there are eight. */
const FILE_LIMITS = { most: 16, mostOfOne: 4 }
/**
 * Pages and answers of the APIs at once. Four keep most of a core and half of the connections to the database busy; more
 * would only make each later. A browser asks for six at a time, and for one per open window when something changes; programs
 * often ask for a hundred devices at once.
 */
const PAGE_LIMITS: SlotLimits = { most: 4_000, mostOfOne: 128, atOnceOfOne: 4 }
const PLUGIN_NAME = Symbol.for('fastify.display-name')

export interface ServerLimits {
  /** Limit for all headers to arrive, counted from the connection or the previous request. */
  headersWithinMs: number
  requestWithinMs: number
  /** Limit for each piece of a file, some hundred KB, counted from the piece before. */
  pieceWithinMs: number
  /** Pages and answers of the APIs at once. */
  pages: SlotLimits
}

export const DEFAULT_LIMITS: ServerLimits = {
  headersWithinMs: 10_000,
  requestWithinMs: 15_000,
  pieceWithinMs: 60_000,
  pages: PAGE_LIMITS,
}

interface ServerOptions {
  log: FastifyBaseLogger
  /** Whether browsers shall come over https from now on. */
  https: () => boolean
  /** Addresses of proxies whose X-Forwarded-For is trusted, as CIDRs; null trusts none. */
  trustProxy?: string | null
  limits?: Partial<ServerLimits>
  shedding?: LoadShedding
  /** Aborted when the node is about to stop. */
  stopping?: AbortSignal
  express?: ExpressLane
  /** Whether a Host header names this service. If absent, every host does. */
  isOwnHost?: (host: string) => boolean
  /** Renders an error for a browser; null if the client is not a browser. */
  errorPage?: ErrorPage
}

/**
 * An HTTP server with the common settings and no routes: envelopes, headers, limits, and a list of routes with their
 * policies.
 */
export function openServer(options: ServerOptions): FastifyInstance {
  const { log, https, trustProxy = null, isOwnHost, errorPage } = options
  const { stopping = new AbortController().signal } = options
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  const prefix = randomBytes(4).toString('hex')
  let requests = 0
  const newId = () => `${prefix}-${(++requests).toString(36)}`
  const headers = () => (https() ? OVER_HTTPS : SECURITY_HEADERS)
  const rawHeaders = () => ({ ...headers(), 'x-request-id': newId() })
  const server = Fastify({
    loggerInstance: log,
    // A logger per request would cost more than it is worth: log entries about a request carry its id.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustProxy ?? false,
    bodyLimit: DEFAULT_BODY_LIMIT_BYTES,
    keepAliveTimeout: KEEP_ALIVE_MS,
    requestTimeout: limits.requestWithinMs,
    return503OnClosing: false,
    http: {
      headersTimeout: limits.headersWithinMs,
      connectionsCheckingInterval: Math.min(1_000, limits.headersWithinMs / 4),
      maxHeaderSize: HEADER_LIMIT_BYTES,
      // Checked below instead, so that the refusal has the common shape.
      requireHostHeader: false,
    },
    genReqId: newId,
    // Neither of these passes through the hooks, so they add the common headers themselves.
    clientErrorHandler: (error, socket) => sendRawError(error, socket as Socket, rawHeaders()),
    frameworkErrors: (error, request, reply) =>
      sendError(error, request, reply.headers({ ...headers(), 'x-request-id': request.id })),
    ajv: {
      customOptions: { ...CHECK_OPTIONS, keywords: [...CHECK_OPTIONS.keywords] },
    },
    schemaController: { compilersFactory: SCHEMA_COMPILERS },
  })
  nameRegistered(server)
  server.server.maxConnections = CONNECTION_LIMIT
  // A client that closes its side behind its requests gets all responses, not only those that are ready by then.
  Object.assign(server.server, { httpAllowHalfOpen: true })
  server.decorate('pages', workSlots('pages', limits.pages))
  server.decorate('files', { room: workSlots('files', FILE_LIMITS), pieceWithinMs: limits.pieceWithinMs })
  if (options.shedding) installLoadShedding(server, options.shedding, rawHeaders)
  closeSchemas(server)
  const routes = listRoutes(server)
  server.server.on('checkExpectation', (_request, response) => rejectExpectation(response, rawHeaders()))
  server.server.on('connect', (_request, socket) => rejectConnect(socket as Socket, rawHeaders()))
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers())
    reply.header('x-request-id', request.id)
    const { host } = request.raw.headers
    const hasHost = host !== undefined || request.raw.httpVersionMinor === 0
    if (!hasHost) return done(badRequest('in_english', 'The Host header is missing'))
    // `/devices/` has an empty id, which a route for `/devices/:id` would accept.
    if (Object.values(request.params as object).includes('')) return void reply.callNotFound()
    // Any host name may be used where a token must be sent explicitly, or where there is nothing to protect.
    const { policy, anyHost = policy === 'device' || policy === 'source' } = request.routeOptions.config
    const isKnown = anyHost || request.is404 || host === undefined || isOwnHost === undefined || isOwnHost(host)
    done(isKnown ? undefined : new RequestError(421, faultOf('not_this_service')))
  })
  limitPublicRoutes(server)
  server.decorateReply('freeSlot', null)
  // The response has been made: however slowly it is read, the next one can be.
  server.addHook('onSend', async (_request, reply) => reply.freeSlot?.())
  const writeResponse = responseWriter(headers, KEEP_ALIVE_MS)
  const manners = {
    ...limits,
    keepAliveMs: KEEP_ALIVE_MS,
    rawHeaders,
    stopping,
    clientAddress: clientAddress(trustProxy),
  }
  const write: LaneOptions['write'] = (response, closes) => writeResponse(response, newId(), closes)
  const lane = options.express && installExpressLane(server, options.express, { ...manners, write })
  // After the lane, which replaces all earlier listeners.
  rememberAddresses(server.server)
  installGracefulClose(server, stopping, lane?.closeIdle)
  installJsonBodies(server)
  installErrorResponses(server, routes, errorPage)
  return server
}

/**
 * Names each plugin after its function. The framework looks for a plugin without a name among all loaded modules, twice:
 * 50 of the 150 ms of processor time in which the routes of a node are registered.
 */
function nameRegistered(server: FastifyInstance): void {
  type Register = (this: FastifyInstance, plugin: { name: string; [PLUGIN_NAME]?: string }, options?: object) => unknown
  const register = server.register as unknown as Register
  const registerNamed: Register = function (plugin, options) {
    plugin[PLUGIN_NAME] ??= plugin.name || 'a part'
    return register.call(this, plugin, options)
  }
  server.register = registerNamed as unknown as FastifyInstance['register']
}

/** Headers of every response. Pages override the content-security-policy. */
const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'geolocation=(), camera=(), microphone=()',
  'cache-control': 'no-store',
}

/** When the service is reached over https. */
const OVER_HTTPS: Readonly<Record<string, string>> = {
  ...SECURITY_HEADERS,
  'strict-transport-security': 'max-age=31536000',
}
