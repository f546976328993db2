import formbody from '@fastify/formbody'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { DEFAULT_PREFERENCES } from '../../core/people/preferences/preferences.ts'
import {
  confirmSubscription,
  endSubscription,
  findSubscription,
  type Subscription,
} from '../../core/status-pages/subscription-store.ts'
import { invalidField } from '../../platform/errors.ts'
import { type Html, html } from '../../platform/html.ts'
import { OneOf } from '../../platform/http/schemas/shapes.ts'
import { WORDS } from '../../words/words.ts'
import type { ConsoleContext } from '../console-context.ts'
import { formHere } from '../frame/forms/forms.ts'
import { loginLayout, sendPage } from '../frame/page/layout.ts'
import { type Guest, guestOf } from '../frame/page/reader.ts'

const LinkParams = Type.Object({ token: Type.String({ maxLength: 100 }) })
const Body = Type.Object({
  action: Type.Optional(OneOf(['confirm', 'end'])),
  /** Sent by programs that read mails (RFC 8058). */
  'List-Unsubscribe': Type.Optional(Type.String({ maxLength: 100 })),
})
const BODY_LIMIT_BYTES = 4_096

/**
 * The page behind the links in mails to subscribers. The token in its address is the proof, so its forms need no other one; it is
 * below `/status/`, whose secrets proxies keep out of their logs. Programs that look at links before people do only read it.
 */
export const subscriptionPages: FastifyPluginAsyncTypebox<ConsoleContext> = async (server, { db, now }) => {
  await server.register(formbody, { bodyLimit: BODY_LIMIT_BYTES })
  server.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
    (_request, body, done) =>
      done(null, /"List-Unsubscribe"\s+One-Click\b/.test(String(body)) ? { 'List-Unsubscribe': 'One-Click' } : {}),
  )
  server.decorateRequest('reader', null)
  server.addHook('onSend', async (_request, reply) => {
    reply.headers({
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
  })
  const path = '/status/subscription/:token'
  const config = { policy: 'public', scope: 'none' } as const

  function show(request: FastifyRequest, reply: FastifyReply, found: Subscription | null) {
    const guest = guestFor(request, found)
    return found === null ? sendPage(reply.code(404), deadView(guest)) : sendPage(reply, subscriptionView(guest, found))
  }

  server.get(path, { config, schema: { hide: true, params: LinkParams } }, async (request, reply) =>
    show(request, reply, await findSubscription(db, request.params.token, now())),
  )

  server.post(
    path,
    { config, bodyLimit: BODY_LIMIT_BYTES, schema: { hide: true, params: LinkParams, body: Body } },
    async (request, reply) => {
      const { token } = request.params
      const { action } = request.body
      const found = await findSubscription(db, token, now())
      if (action === 'confirm') {
        if (found === null) return show(request, reply, null)
        await confirmSubscription(db, token, now())
        return reply.redirect(`/status/subscription/${token}`, 303)
      }
      if (action === undefined && request.body['List-Unsubscribe'] === undefined)
        throw invalidField('/action', 'missing', 'action')
      // The second time is answered like the first.
      if (found !== null) await endSubscription(db, token)
      return sendPage(reply, endedView(guestFor(request, found)))
    },
  )
}

/** Pages are in the language of the mails. */
function guestFor(request: FastifyRequest, found: Subscription | null): Guest {
  if (found === null) return guestOf({ csrf: '', headers: request.headers })
  const { language } = found
  return { csrf: '', t: WORDS[language], preferences: { ...DEFAULT_PREFERENCES, language } }
}

const button = (action: 'confirm' | 'end', look: 'primary' | 'quiet', text: string): Html =>
  formHere(html`<button class="${look}" name="action" value="${action}">${text}</button>`)

function subscriptionView(guest: Guest, { state, email, page }: Subscription): Html {
  const { subscription: words } = guest.t.statusPages
  if (state !== 'confirmed')
    return loginLayout(
      guest,
      words.confirmTitle,
      html`<p>${words.confirmHint(page, email)}</p>${button('confirm', 'primary', words.confirm)}`,
    )
  return loginLayout(
    guest,
    words.confirmedTitle,
    html`<p>${words.confirmedHint(page, email)}</p>${button('end', 'quiet', words.end)}`,
  )
}

const endedView = (guest: Guest): Html => {
  const { subscription: words } = guest.t.statusPages
  return loginLayout(guest, words.endedTitle, html`<p>${words.endedHint}</p>`)
}

const deadView = (guest: Guest): Html => {
  const { subscription: words } = guest.t.statusPages
  return loginLayout(guest, words.dead, html`<p>${words.deadHint}</p>`)
}
