/** Stands for any origin: an address of ours does not leave it. */
const HERE = 'http://here'

/** The address inside the console that somebody asked for before they had to log in; `/` for anything else. */
export function safeReturn(asked: unknown): string {
  if (typeof asked !== 'string' || !asked.startsWith('/') || asked.length > 2_000) return '/'
  const url = URL.parse(asked, HERE)
  if (url === null || url.origin !== HERE || url.pathname.startsWith('//')) return '/'
  return `${url.pathname}${url.search}${url.hash}`
}

export function loginAddress(asked: string): string {
  const to = safeReturn(asked)
  return to === '/' ? '/login' : `/login?${new URLSearchParams({ to })}`
}
