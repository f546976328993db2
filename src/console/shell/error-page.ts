import type { FastifyRequest } from 'fastify'
import { html } from '../../platform/html.ts'
import type { ErrorPage } from '../../platform/http/error-answers.ts'
import { entrance } from './layout.ts'
import { pageHeaders } from './page-headers.ts'
import { guestOf } from './visit.ts'

/** What a browser shows where a program would read the envelope. */
export const errorPage: ErrorPage = ({ statusCode, message }, request, reply) => {
  if (!isForPerson(request)) return null
  reply.headers(pageHeaders())
  const guest = guestOf(request)
  const { entrance: t } = guest.t
  return entrance(
    guest,
    t.errors[statusCode] ?? t.otherError,
    html`
      <p>${message}.</p>
      <p><a class="button" href="/">${t.toOverview}</a></p>
      <p class="meta">${t.errorLine(statusCode)}<code>${request.id}</code></p>`,
  ).toString()
}

/** Addresses under /api are for programs, whatever asks for them. */
const isForPerson = ({ url, headers }: FastifyRequest): boolean =>
  !url.startsWith('/api/') && (headers.accept ?? '').includes('text/html')
