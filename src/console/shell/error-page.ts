import type { FastifyRequest } from 'fastify'
import { html } from '../../platform/html.ts'
import type { ErrorPage } from '../../platform/http/error-answers.ts'
import { sentenceOf } from '../../platform/reasons.ts'
import { draftNotice } from './forms.ts'
import { loginLayout, shell } from './layout.ts'
import { pageHeaders } from './page-headers.ts'
import { guestOf } from './reader.ts'
import { sentFrom } from './return-to.ts'

/** An error as a page for browsers. People with a session keep the navigation. */
export const errorPage: ErrorPage = ({ statusCode, fault, errors, headers }, request, reply) => {
  if (!isForPerson(request)) return null
  reply.headers(pageHeaders())
  const { reader } = request
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

/** Addresses under /api always answer JSON. */
const isForPerson = ({ url, headers }: FastifyRequest): boolean =>
  !url.startsWith('/api/') && ((headers.accept ?? '').includes('text/html') || headers['hx-request'] === 'true')
