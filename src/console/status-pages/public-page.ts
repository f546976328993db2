import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { type PublicStatus, readStatus } from '../../core/status-pages/read-status.ts'
import { findPublicPage, type PublicPage } from '../../core/status-pages/status-page-store.ts'
import { mustExist } from '../../platform/errors.ts'
import { type KeptBody, keptBody, sendKept } from '../../platform/http/kept-body.ts'
import type { Language } from '../../words/words.ts'
import type { ConsoleContext } from '../console-context.ts'
import { pageHeaders } from '../frame/page/page-headers.ts'
import { guestOf } from '../frame/page/reader.ts'
import { publicView } from './public-view.ts'

const FRESH_FOR_S = 30

/** A page as this node has computed it, for everybody who asks meanwhile. */
interface Computed {
  version: number
  until: number
  status: Promise<PublicStatus>
  /** By language. */
  texts: Map<Language, KeptBody>
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
    if (known !== undefined && known.version === page.version && known.until > at.getTime()) return known
    const status = readStatus(db, page, at)
    const fresh = { version: page.version, until: at.getTime() + FRESH_FOR_S * 1_000, status, texts: new Map() }
    bySite.set(page.site_id, fresh)
    // A failure is not kept.
    status.catch(() => bySite.get(page.site_id) === fresh && bySite.delete(page.site_id))
    return fresh
  }

  server.get(
    '/status/:secret',
    {
      config: { policy: 'public', scope: 'none' },
      schema: { hide: true, params: Type.Object({ secret: Type.String({ maxLength: 200 }) }) },
    },
    async (request, reply) => {
      const page = mustExist('Status page', await findPublicPage(db, request.params.secret))
      const { status, texts } = computed(page, now())
      const guest = guestOf({ csrf: '', headers: request.headers })
      const { language } = guest.preferences
      const kept = texts.get(language) ?? keptBody(String(publicView(guest, await status)))
      texts.set(language, kept)
      reply.headers({ ...pageHeaders(), 'cache-control': `public, max-age=${FRESH_FOR_S}`, vary: 'accept-language' })
      return sendKept(reply, kept)
    },
  )
}
