/** A response that arrived to its end. */
export interface PageResponse {
  ok: boolean
  status: number
  redirected: boolean
  headers: Headers
  text: string
}

/** Headers of a request for the parts of a page that change. */
export const PART = { 'HX-Request': 'true', accept: 'text/html' }

/** Null without a response, or if it breaks off, as it does when its page is left. */
export async function ask(address: string, init: RequestInit = {}): Promise<PageResponse | null> {
  try {
    const response = await fetch(address, init)
    const { ok, status, redirected, headers } = response
    return { ok, status, redirected, headers, text: await response.text() }
  } catch {
    // The caller knows what to say about it.
    return null
  }
}

/** Fetches JSON; null for anything else, as after the end of a session. */
export async function askJson<Found>(address: string, signal?: AbortSignal): Promise<Found | null> {
  const page = await ask(address, { headers: { accept: 'application/json' }, ...(signal && { signal }) })
  const isJson = page?.ok === true && page.headers.get('content-type')?.includes('json') === true
  return isJson ? (JSON.parse(page.text) as Found) : null
}
