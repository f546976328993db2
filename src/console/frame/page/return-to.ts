import type { FastifyRequest } from 'fastify'
import { HERE } from './addresses.ts'

/** The page of the console requested before the login; `/` for anything else. */
export function safeReturn(asked: unknown): string {
  if (typeof asked !== 'string' || !asked.startsWith('/') || asked.length > 2_000) return '/'
  const url = URL.parse(asked, HERE)
  if (url === null || url.origin !== HERE || url.pathname.startsWith('//')) return '/'
  return `${url.pathname}${url.search}${url.hash}`
}

/** Reason for a new login: the session ended, possibly before a submission was saved. */
type Ended = 'session' | 'unsaved'

export function loginAddress(asked: string, ended: Ended | null = null): string {
  const to = safeReturn(asked)
  const query = new URLSearchParams({ ...(to === '/' ? {} : { to }), ...(ended === null ? {} : { ended }) }).toString()
  return query === '' ? '/login' : `/login?${query}`
}

/** The page of the console that sent this request; null if the browser does not say. */
export function sentFrom({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const page = URL.parse(String(headers['hx-current-url'] ?? headers.referer ?? ''))
  if (page === null) return null
  // Its notice was about another form.
  page.searchParams.delete('done')
  return safeReturn(`${page.pathname}${page.search}`)
}
