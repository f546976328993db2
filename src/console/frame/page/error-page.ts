import type { FastifyRequest } from 'fastify'
import { bySession, sessionCookie } from '../../../core/people/credentials/session-cookie.ts'
import { sentenceOf } from '../../../platform/error-messages/reasons.ts'
import { html } from '../../../platform/html.ts'
import { csrfToken } from '../../../platform/http/csrf.ts'
import type { ErrorPage } from '../../../platform/http/error-responses.ts'
import type { ConsoleContext } from '../../console-context.ts'
import { draftNotice } from '../forms/forms.ts'
import { loginLayout, shell } from './layout.ts'
import { pageHeaders } from './page-headers.ts'
import { guestOf, loadReader, type Reader } from './reader.ts'
import { sentFrom } from './return-to.ts'

type Context = Pick<ConsoleContext, 'db' | 'publicUrl' | 'environment' | 'now'>

/** Errors as pages for browsers. People with a session keep the navigation. */
export const errorPages =
  (context: Context): ErrorPage =>
  async ({ statusCode, fault, errors, headers }, request, reply) => {
    if (!isForPerson(request)) return null
    reply.headers(pageHeaders())
    // The page for too many requests, or for a database that is away, is made without the database.
    const isPlain = statusCode === 429 || statusCode === 503
    const reader = request.reader ?? (isPlain ? null : await visitorOf(context, request))
    const { t } = reader ?? guestOf(request)
    const title = t.login.errors[statusCode] ?? t.login.otherError
    const wait = headers['retry-after']
    const isSent = request.method === 'POST'
    const back = (isSent ? sentFrom(request) : null) ?? '/'
    const field = errors?.[0] === undefined ? null : `${errors[0].field.slice(1)}: `
    const content = html`
      <p data-reason>${field}${sentenceOf(fault, t.reasons)}.${wait === undefined ? null : ` ${t.login.again(Number(wait))}`}</p>
      ${isSent ? draftNotice(null, t.login.keptHere) : null}
      <p><a class="button" href="${back}">${back === '/' ? t.login.toOverview : t.login.back}</a></p>
      <p class="meta">${t.login.errorLine(statusCode)}<code>${request.id}</code></p>`
    const page = reader
      ? shell(reader, { title, place: null }, html`<section class="card">${content}</section>`)
      : loginLayout(guestOf(request), title, content)
    return page.toString()
  }

/** The reader of a page that no guard has let through, such as an address without one. Null without a session. */
async function visitorOf(context: Context, request: FastifyRequest): Promise<Reader | null> {
  const { db, publicUrl, now } = context
  const id = sessionCookie(publicUrl).read(request)
  try {
    const caller = await bySession(db, publicUrl, now)(request)
    if (id === null || caller === null || caller.lacksFactor) return null
    Object.assign(request, { user: caller.user, reach: caller.reach, csrf: csrfToken(id) })
    return await loadReader(db, context, request, now())
  } catch (error) {
    request.log.debug({ reqId: request.id, err: error }, 'a page of an error has no navigation')
    return null
  }
}

/** Addresses under /api always answer JSON. */
const isForPerson = ({ url, headers }: FastifyRequest): boolean =>
  !url.startsWith('/api/') && ((headers.accept ?? '').includes('text/html') || headers['hx-request'] === 'true')
