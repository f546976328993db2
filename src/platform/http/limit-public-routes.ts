import type { FastifyInstance } from 'fastify'
import { tooManyRequests } from '../errors.ts'
import { addressRateLimit } from './address-rate-limit.ts'

/** Requests a minute from one address to one route, unless the route says otherwise. */
const PER_MINUTE = 1_200

/**
 * Limits how often an address may ask for a route that needs no login, in this process. Whatever has no route counts as
 * one. An address may stand for many people, so the limits are far above what one needs: they keep a stranger from
 * taking the time of readings.
 */
export function limitPublicRoutes(server: FastifyInstance): void {
  const count = addressRateLimit(() => performance.now())
  server.addHook('onRequest', (request, _reply, done) => {
    const { config, url = 'nothing' } = request.routeOptions
    const isPublic = config.policy === 'public' || request.is404
    const most = config.perMinute === undefined ? PER_MINUTE : config.perMinute
    const waitS = isPublic && most !== null ? count(url, request.ip, most) : null
    done(waitS === null ? undefined : tooManyRequests(waitS, 'address_most'))
  })
}
