import { timingSafeEqual } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { Registry } from 'prom-client'
import Type from 'typebox'
import type { Queryable } from '../../platform/database/database.ts'
import { faultOf } from '../../platform/error-messages/reasons.ts'
import { forbidden, RequestError } from '../../platform/errors.ts'
import { operation } from '../../platform/http/route-list.ts'
import { sharedWork } from '../../platform/long-work/shared-work.ts'
import { hashToken } from '../../platform/secrets.ts'
import { type Gather, together } from './node-metrics.ts'
import { storedMetrics } from './stored-metrics.ts'

interface MetricsRoute {
  db: Queryable
  dataDir: string
  /** Null: only this machine may read the metrics. */
  token: string | null
  gather: Gather
}

/** Five a second: several collectors, each more often than is usual. */
const PER_MINUTE = 300

/** Headers added by proxies. A request through a proxy only seems to come from this machine. */
const FORWARDING_HEADER = /^(x-forwarded(-.+)?|forwarded|via|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/
const LOOPBACK_NAME = /^(localhost\.?|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i

/** Metrics in the Prometheus text format. */
export const metricsRoute: FastifyPluginAsyncTypebox<MetricsRoute> = async (server, { db, dataDir, token, gather }) => {
  const collected = sharedWork(async () => {
    const [processes, stored] = await Promise.all([gather(), storedMetrics(db, dataDir)])
    return `${await together(processes).metrics()}\n${await stored.metrics()}`
  })
  server.get(
    '/metrics',
    {
      // A token must be sent explicitly. Without one, a page of another site must not reach this route under a host
      // name of its own.
      config: { policy: 'public', scope: 'none', anyHost: token !== null, perMinute: PER_MINUTE },
      schema: {
        ...operation('getMetrics', 'Operations', 'Read the metrics of this node'),
        description:
          'In the text format of Prometheus. Available only to this machine, or, with METRICS_TOKEN set, to requests ' +
          'that send it as bearer token.',
        responseContent: { 'text/plain': Type.String({ description: 'One series per line' }) },
        refusals: [401, 403],
      },
      onRequest: async (request) => (token === null ? requireLoopback(request) : requireToken(request, token)),
    },
    async (_request, reply) => {
      reply.type(Registry.PROMETHEUS_CONTENT_TYPE)
      return collected()
    },
  )
}

/**
 * Many proxies add no header. Most forward the requested host name, which is not a local one; nginx, by default,
 * replaces it and speaks HTTP/1.0, which no collector does. A proxy that behaves exactly like a local program cannot be
 * recognized.
 */
function requireLoopback({ raw }: FastifyRequest): void {
  const { socket, headers, httpVersion } = raw
  const address = socket.remoteAddress ?? ''
  const isLocal = ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
  const isDirect = httpVersion !== '1.0' && !Object.keys(headers).some((name) => FORWARDING_HEADER.test(name))
  if (isLocal && isDirect && LOOPBACK_NAME.test(headers.host ?? '')) return
  throw forbidden('in_english', 'Metrics are for this machine alone, unless METRICS_TOKEN is set')
}

function requireToken({ headers }: FastifyRequest, token: string): void {
  const sent = /^bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
  // Hashes have equal length, whatever was sent.
  if (timingSafeEqual(Buffer.from(hashToken(sent)), Buffer.from(hashToken(token)))) return
  throw new RequestError(401, faultOf('in_english', 'The METRICS_TOKEN is needed, as a bearer token'), {
    headers: { 'www-authenticate': 'Bearer' },
  })
}
