import formbody from '@fastify/formbody'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { requestSubscription } from '../../core/status-pages/manage-subscriptions.ts'
import { type PublicStatus, readHistory, readStatus } from '../../core/status-pages/read-status.ts'
import { findPublicPage, type PublicPage } from '../../core/status-pages/status-page-store.ts'
import { sentenceOf } from '../../platform/error-messages/reasons.ts'
import { mustExist, notFound, RequestError, tooManyRequests } from '../../platform/errors.ts'
import type { Html } from '../../platform/html.ts'
import { addressRateLimit } from '../../platform/http/address-rate-limit.ts'
import { type KeptBody, keptBody, sendKept } from '../../platform/http/kept-body.ts'
import { fieldFault } from '../../words/words.ts'
import type { ConsoleContext } from '../console-context.ts'
import { pageHeaders } from '../frame/page/page-headers.ts'
import { type Guest, guestOf } from '../frame/page/reader.ts'
import { badgeView } from './badge.ts'
import { noticeHistory } from './public-notices.ts'
import { publicForm, publicFrame, publicView } from './public-view.ts'
import { askedContent, mailsSubscribers, subscriptionForm, subscriptionLink } from './subscription-form.ts'

const FRESH_FOR_MS = 30_000
/** Requests to subscribe, from one address. */
const ASKED_PER_MINUTE = 5
const BODY_LIMIT_BYTES = 4_096
const Asked = Type.Object({
  email: Type.String({ maxLength: 1_000 }),
  zone: Type.Optional(Type.String({ maxLength: 100 })),
})
/** Shown on a page of the history. */
const NOTICES_EACH = 20

/** A page as this node has computed it, for everybody who asks meanwhile. */
interface Computed {
  versions: string
  at: Date
  status: Promise<PublicStatus>
  /** By language and part: the present state, or a page of its history. */
  texts: Map<string, KeptBody>
}

/**
 * The status page of a site, for anybody who has its address: the secret in it is the proof. The page is looked up for
 * each request, so that a former address is unknown at once; what it shows is computed once in 30 seconds.
 */
export const publicStatusPage: FastifyPluginAsyncTypebox<ConsoleContext> = async (server, context) => {
  const { db, encryptionKey, now } = context
  const bySite = new Map<number, Computed>()
  const countAsked = addressRateLimit(() => performance.now())
  await server.register(formbody, { bodyLimit: BODY_LIMIT_BYTES })
  server.decorateRequest('reader', null)
  server.addHook('onSend', async (_request, reply) => {
    reply.headers({ 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' })
  })

  function computed(page: PublicPage, at: Date): Computed {
    const known = bySite.get(page.site_id)
    const versions = `${page.version} ${page.shown_version}`
    if (
      known !== undefined &&
      known.versions === versions &&
      Math.abs(at.getTime() - known.at.getTime()) < FRESH_FOR_MS
    )
      return known
    const status = readStatus(db, page, at)
    const fresh = { versions, at, status, texts: new Map() }
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
        querystring: Type.Object({
          history: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,2}$' })),
          subscription: Type.Optional(Type.Enum(['asked', 'form'])),
        }),
      },
    },
    async (request, reply) => {
      const { history, subscription } = request.query
      await send(request, reply, subscription ?? history ?? '', async (guest, page, shown) => {
        if (subscription === 'asked') return publicFrame(guest, await shown.status, askedContent(guest))
        if (subscription === 'form') {
          if (!takesSubscribers(page)) throw notFound('Subscription')
          return publicForm(guest, await shown.status, subscriptionForm(guest, null))
        }
        if (history !== undefined) return historyOf(page, shown, Number(history), guest)
        return publicView(guest, await shown.status, takesSubscribers(page) && subscriptionLink(guest))
      })
      return reply
    },
  )

  const takesSubscribers = ({ subscription }: PublicPage) => subscription && mailsSubscribers(context)

  server.post(
    '/status/:secret',
    { config, bodyLimit: BODY_LIMIT_BYTES, schema: { hide: true, params: Type.Object({ secret }), body: Asked } },
    async ({ params, headers, body, ip }, reply) => {
      const waitS = countAsked('subscription', ip, ASKED_PER_MINUTE)
      if (waitS !== null) throw tooManyRequests(waitS, 'address_most')
      const page = mustExist('Status page', await findPublicPage(db, params.secret))
      if (!takesSubscribers(page)) throw notFound('Subscription')
      const guest = guestOf({ csrf: '', headers })
      const { email, zone = null } = body
      try {
        const asked = { email, language: guest.preferences.language, zone }
        await requestSubscription(db, page, asked, { secret: params.secret, encryptionKey }, now())
      } catch (error) {
        if (!(error instanceof RequestError)) throw error
        const [first] = error.errors ?? []
        const text = first === undefined ? `${sentenceOf(error.fault, guest.t.reasons)}.` : fieldFault(guest.t, first)
        const form = subscriptionForm(guest, { email, text })
        const view = publicForm(guest, await computed(page, now()).status, form)
        const own = { ...pageHeaders(), 'cache-control': 'no-store' }
        return reply.code(error.statusCode).headers(own).send(String(view))
      }
      return reply.redirect(`/status/${params.secret}?subscription=asked`, 303)
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
    const key = `${guest.preferences.language} ${part} ${takesSubscribers(page)}`
    const kept = shown.texts.get(key) ?? keptBody(String(await view(guest, page, shown)))
    shown.texts.set(key, kept)
    const fresh = { 'cache-control': `public, max-age=${FRESH_FOR_MS / 1_000}`, vary: 'accept-language' }
    reply.headers({ ...pageHeaders(), ...fresh, ...own })
    await sendKept(reply, kept)
  }
}
