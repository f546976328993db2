import type { FastifyRequest } from 'fastify'
import { HERE } from '../parts/addresses.ts'

/** The address inside the console that somebody asked for before they had to log in; `/` for anything else. */
export function safeReturn(asked: unknown): string {
  if (typeof asked !== 'string' || !asked.startsWith('/') || asked.length > 2_000) return '/'
  const url = URL.parse(asked, HERE)
  if (url === null || url.origin !== HERE || url.pathname.startsWith('//')) return '/'
  return `${url.pathname}${url.search}${url.hash}`
}

/** Why somebody has to log in again: their session ended, or it ended and what they sent was not taken. */
export type Ended = 'session' | 'unsaved'

export function loginAddress(asked: string, ended: Ended | null = null): string {
  const to = safeReturn(asked)
  const query = new URLSearchParams({ ...(to === '/' ? {} : { to }), ...(ended === null ? {} : { ended }) }).toString()
  return query === '' ? '/login' : `/login?${query}`
}

/** The page of ours that a form, or a script, sent this request from; null when the browser does not say. */
export function sentFrom({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const page = URL.parse(String(headers['hx-current-url'] ?? headers.referer ?? ''))
  if (page === null) return null
  // It told of another form, once.
  page.searchParams.delete('done')
  return safeReturn(`${page.pathname}${page.search}`)
}
