import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { type PublicStatus, readHistory, readStatus } from '../../core/status-pages/read-status.ts'
import { findPublicPage, type PublicPage } from '../../core/status-pages/status-page-store.ts'
import { mustExist, notFound } from '../../platform/errors.ts'
import type { Html } from '../../platform/html.ts'
import { type KeptBody, keptBody, sendKept } from '../../platform/http/kept-body.ts'
import type { ConsoleContext } from '../console-context.ts'
import { pageHeaders } from '../frame/page/page-headers.ts'
import { type Guest, guestOf } from '../frame/page/reader.ts'
import { badgeView } from './badge.ts'
import { noticeHistory } from './public-notices.ts'
import { publicFrame, publicView } from './public-view.ts'

const FRESH_FOR_S = 30
/** Shown on a page of the history. */
const NOTICES_EACH = 20

/** A page as this node has computed it, for everybody who asks meanwhile. */
interface Computed {
  versions: string
  at: Date
  until: number
  status: Promise<PublicStatus>
  /** By language and part: the present state, or a page of its history. */
  texts: Map<string, KeptBody>
}

/**
 * The status page of a site, for anybody who has its address: the secret in it is the proof. The page is looked up for
 * each request, so that a former address is unknown at once; what it shows is computed once in 30 seconds.
 */
export const publicStatusPage: FastifyPluginAsyncTypebox<ConsoleContext> = async (server, { db, now }) => {
  const bySite = new Map<number, Computed>()
  server.decorateRequest('reader', null)
  server.addHook('onSend', async (_request, reply) => {
    reply.headers({ 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' })
  })

  function computed(page: PublicPage, at: Date): Computed {
    const known = bySite.get(page.site_id)
    const versions = `${page.version} ${page.shown_version}`
    if (known !== undefined && known.versions === versions && known.until > at.getTime()) return known
    const status = readStatus(db, page, at)
    const fresh = { versions, at, until: at.getTime() + FRESH_FOR_S * 1_000, status, texts: new Map() }
    bySite.set(page.site_id, fresh)
    // A failure is not kept.
    status.catch(() => bySite.get(page.site_id) === fresh && bySite.delete(page.site_id))
    return fresh
  }

  async function historyOf(page: PublicPage, { status, at }: Computed, number: number, guest: Guest) {
    const shown = await status
    const place = { offset: (number - 1) * NOTICES_EACH, limit: NOTICES_EACH + 1 }
    const rows = await readHistory(db, page, shown.labels, place, at)
    if (rows.length === 0 && number > 1) throw notFound('Page')
    const history = { notices: rows.slice(0, NOTICES_EACH), number, hasMore: rows.length > NOTICES_EACH }
    return publicFrame(guest, shown, noticeHistory(guest, history))
  }

  const secret = Type.String({ maxLength: 200 })
  const config = { policy: 'public', scope: 'none' } as const

  server.get(
    '/status/:secret',
    {
      config,
      schema: {
        hide: true,
        params: Type.Object({ secret }),
        querystring: Type.Object({ history: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,2}$' })) }),
      },
    },
    async (request, reply) => {
      const { history } = request.query
      await send(request, reply, history ?? '', async (guest, page, shown) =>
        history === undefined
          ? publicView(guest, await shown.status)
          : await historyOf(page, shown, Number(history), guest),
      )
      return reply
    },
  )

  server.get(
    '/status/:secret/badge.svg',
    { config, schema: { hide: true, params: Type.Object({ secret }) } },
    async (request, reply) => {
      // Other sites show it.
      const headers = { 'content-type': 'image/svg+xml; charset=utf-8', 'cross-origin-resource-policy': 'cross-origin' }
      await send(request, reply, 'badge', async (guest, _, shown) => badgeView(guest, await shown.status), headers)
      return reply
    },
  )

  /** `part`: of the page, for which the text is kept. */
  async function send(
    { params, headers }: FastifyRequest<{ Params: { secret: string } }>,
    reply: FastifyReply,
    part: string,
    view: (guest: Guest, page: PublicPage, shown: Computed) => Promise<Html>,
    own: Record<string, string> = {},
  ): Promise<void> {
    const page = mustExist('Status page', await findPublicPage(db, params.secret))
    const shown = computed(page, now())
    const guest = guestOf({ csrf: '', headers })
    const key = `${guest.preferences.language} ${part}`
    const kept = shown.texts.get(key) ?? keptBody(String(await view(guest, page, shown)))
    shown.texts.set(key, kept)
    const fresh = { 'cache-control': `public, max-age=${FRESH_FOR_S}`, vary: 'accept-language' }
    reply.headers({ ...pageHeaders(), ...fresh, ...own })
    await sendKept(reply, kept)
  }
}
