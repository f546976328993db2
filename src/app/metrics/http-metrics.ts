import type { FastifyInstance } from 'fastify'
import { Counter, Histogram, type Registry } from 'prom-client'

/** Requests of devices are counted by the outcome of their readings; streams never end. */
const UNWATCHED = /^\/(api\/telemetry\/|events$)/
const AREAS = ['mobile', 'admin'] as const
/** Login routes, and the result that a status stands for. */
const LOGIN = /^(\/api\/mobile)?\/login$/
const LOGIN_RESULTS: Record<number, string> = {
  200: 'succeeded',
  303: 'succeeded',
  401: 'failed',
  429: 'throttled',
  503: 'unavailable',
}

/** Watches all routes that are added after this call. */
export function watchRequests(server: FastifyInstance, registry: Registry): void {
  const registers = [registry]
  const requests = new Counter({
    name: 'tocsin_http_requests_total',
    help: 'Requests of people and programs, by part of the service and status of the response.',
    labelNames: ['area', 'code'],
    registers,
  })
  const durations = new Histogram({
    name: 'tocsin_http_request_duration_seconds',
    help: 'Duration of requests of people and programs.',
    labelNames: ['area'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const logins = new Counter({
    name: 'tocsin_logins_total',
    help: 'Logins with a password, by result: let in, refused, throttled, or refused because there were too many at once.',
    labelNames: ['result'],
    registers,
  })
  for (const result of Object.values(LOGIN_RESULTS)) logins.inc({ result }, 0)
  server.addHook('onRoute', (route) => {
    if (UNWATCHED.test(route.url)) return
    const area = AREAS.find((name) => route.url.startsWith(`/api/${name}/`)) ?? 'web'
    const isLogin = route.method === 'POST' && LOGIN.test(route.url)
    const others = [route.onResponse ?? []].flat()
    route.onResponse = [
      ...others,
      (_request, reply, done) => {
        requests.inc({ area, code: reply.statusCode })
        durations.observe({ area }, reply.elapsedTime / 1_000)
        const result = isLogin ? LOGIN_RESULTS[reply.statusCode] : undefined
        if (result !== undefined) logins.inc({ result })
        done()
      },
    ]
  })
}
