import type { FastifyRequest } from 'fastify'
import { html } from '../platform/html.ts'
import type { ErrorPage } from '../platform/http/error-answers.ts'
import { entrance, PAGE_HEADERS } from './layout.ts'

const TITLES: Record<number, string> = {
  400: 'That was not understood',
  403: 'Not allowed',
  404: 'Nothing here',
  405: 'Not possible here',
  413: 'Too much at once',
  415: 'That was not understood',
  421: 'Another name',
  500: 'Something went wrong',
  503: 'Not just now',
}

/** What a browser shows where a program would read the envelope. */
export const errorPage: ErrorPage = ({ statusCode, message }, request, reply) => {
  if (!isForPerson(request)) return null
  reply.headers(PAGE_HEADERS)
  return entrance(
    TITLES[statusCode] ?? 'That did not work',
    html`
      <p>${message}.</p>
      <p><a class="button" href="/">Go to the overview</a></p>
      <p class="meta">Error ${statusCode}, request <code>${request.id}</code></p>`,
  ).toString()
}

/** Addresses under /api are for programs, whatever asks for them. */
const isForPerson = ({ url, headers }: FastifyRequest): boolean =>
  !url.startsWith('/api/') && (headers.accept ?? '').includes('text/html')
