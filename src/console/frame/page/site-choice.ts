import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { type HostCookie, hostCookie } from '../../../platform/http/host-cookie.ts'
import type { PublicUrl } from '../../../platform/http/public-url.ts'

const LIFETIME_S = 365 * 86_400
const CHOICE = /^([1-9][0-9]{0,8}|all)$/

/** `?site=` of every page: the site that lists are about, or all. A browser keeps the last choice. */
export const siteChoiceQuery = { site: Type.Optional(Type.String({ pattern: CHOICE.source })) }

const siteCookie = (publicUrl: PublicUrl): HostCookie => hostCookie('site', publicUrl)

/** The chosen site; null for all. */
export function chosenSite(request: FastifyRequest, publicUrl: PublicUrl): number | null {
  const { site } = request.query as { site?: string }
  const choice = site ?? siteCookie(publicUrl).read(request) ?? 'all'
  return CHOICE.test(choice) && choice !== 'all' ? Number(choice) : null
}

/** A wallboard and its map are about the site of their address alone; beside them, the lists of the same browser stay as they are. */
const APART = new Set(['/display', '/map/positions.json'])

/** Keeps what the address says for the next pages. */
export function keepChosenSite(
  request: FastifyRequest,
  reply: Parameters<HostCookie['set']>[0],
  publicUrl: PublicUrl,
): void {
  const { site } = request.query as { site?: string }
  if (APART.has(request.routeOptions.url ?? '')) return
  const cookie = siteCookie(publicUrl)
  if (site !== undefined && CHOICE.test(site) && cookie.read(request) !== site) cookie.set(reply, site, LIFETIME_S)
}
