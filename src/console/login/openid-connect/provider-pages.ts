import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { CALLBACK } from '../../../core/people/openid-connect/identity-provider.ts'
import { logInWithProvider } from '../../../core/people/openid-connect/log-in-with-provider.ts'
import {
  newLoginRequest,
  openRequest,
  REQUEST_LIFETIME_S,
  sealRequest,
} from '../../../core/people/openid-connect/login-request.ts'
import { findReach, hasAnyUser } from '../../../core/people/user-store.ts'
import { highestRole } from '../../../core/reach/reach.ts'
import { sentenceOf } from '../../../platform/error-messages/reasons.ts'
import { notFound, RequestError } from '../../../platform/errors.ts'
import { type Html, html } from '../../../platform/html.ts'
import { hostCookie } from '../../../platform/http/host-cookie.ts'
import type { ConsoleContext } from '../../console-context.ts'
import { loginLayout, refreshPage, sendPage } from '../../frame/page/layout.ts'
import { keepLogin, sessionOpener } from '../../frame/page/open-session.ts'
import { guestOf } from '../../frame/page/reader.ts'
import { safeReturn } from '../../frame/page/return-to.ts'
import { LOGIN_OIDC, providerAddress } from './provider-button.ts'

/**
 * The way to the provider and back. The browser comes back from another site, so it brings none of our strict cookies:
 * these two pages have no guard and no forms, and the next page is opened by one of our own.
 */
export const providerPages: FastifyPluginAsync<ConsoleContext> = async (server, context) => {
  const { db, publicUrl, encryptionKey, provider, now } = context
  const config = { policy: 'public', scope: 'none' } as const
  const cookie = hostCookie('oidc', publicUrl, 'lax')
  server.decorateRequest('reader', null)
  server.addHook('onSend', async (_request, reply) => {
    reply.header('referrer-policy', 'no-referrer')
  })

  function required() {
    if (provider === null) throw notFound('Page')
    return provider
  }

  server.get(LOGIN_OIDC, { config, schema: { hide: true } }, async (request, reply) => {
    const { to: asked, again } = request.query as Record<string, unknown>
    const [to, chosen] = [safeReturn(asked), required()]
    // The first administrator has a password.
    if (!(await hasAnyUser(db))) return reply.redirect('/setup', 303)
    return orRefused(request, reply, to, async () => {
      const login = newLoginRequest({ to, asksAgain: again !== undefined }, now())
      const address = await chosen.loginUrl(login)
      cookie.set(reply, sealRequest(encryptionKey, login), REQUEST_LIFETIME_S)
      return reply.redirect(address, 303)
    })
  })

  server.get(CALLBACK, { config, schema: { hide: true } }, async (request, reply) => {
    const setup = { provider: required(), encryptionKey }
    const sealed = cookie.read(request)
    const login = sealed === null ? null : openRequest(encryptionKey, sealed, now())
    return orRefused(request, reply, login?.to ?? '/', async () => {
      const response = new URL(request.url, publicUrl()).searchParams
      const source = { address: request.ip, via: 'session' } as const
      const open = sessionOpener(request, now())
      const step = await logInWithProvider(db, setup, { request: login, response }, source, now(), open)
      cookie.clear(reply)
      const reach = await findReach(db, step.user.id)
      // Somebody who reaches no site sees what there is for them, and not that they may not open the page.
      const to = highestRole(reach) === null ? '/' : login?.to
      return sendPage(reply, refreshPage(keepLogin(reply, step, publicUrl, to)))
    })
  })
}

async function orRefused(
  request: FastifyRequest,
  reply: FastifyReply,
  to: string,
  work: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    return sendPage(reply.code(error.statusCode).headers(error.headers), refusedView(request, to, error))
  }
}

function refusedView({ headers }: FastifyRequest, to: string, { fault }: RequestError): Html {
  const guest = guestOf({ csrf: '', headers })
  const { login: t, reasons } = guest.t
  const other = to === '/' ? '/login' : `/login?${new URLSearchParams({ to })}`
  return loginLayout(
    guest,
    t.login,
    html`
    <p class="notice bad" role="alert">${sentenceOf(fault, reasons)}.</p>
    <a class="button primary" href="${other}">${t.provider.back}</a>
    <a class="button wide" href="${providerAddress(to)}">${t.provider.again}</a>`,
  )
}
