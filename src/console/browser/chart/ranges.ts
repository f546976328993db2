import { ask } from '../page/ask.ts'
import { words } from '../page/page-data.ts'
import { toast } from '../page/toasts.ts'

/** Times in seconds since 1970. */
interface ZoomedRange {
  from: number
  to: number
}

let shown = location.href

/** Shows the page for another time range in place, and with its own address; null: for the one that it had first. */
export function showRange(range: ZoomedRange | null): void {
  const address = addressFor(range)
  if (address === null || address === location.href) return
  history.pushState(null, '', address)
  show()
}

/** Shows the newest values of the same range. */
export const showNewest = (): Promise<void> => exchange(location.href, '#charts')

/** Lets back and forward go through the ranges that were shown. */
export function followHistory(): void {
  addEventListener('popstate', () => {
    if (withoutHash(location.href) !== withoutHash(shown)) show()
  })
}

function show(): void {
  shown = location.href
  void exchange(shown)
}

const withoutHash = (address: string): string => address.split('#')[0]!

/** The page links to the range that it had first. */
function addressFor(range: ZoomedRange | null): string | null {
  if (range === null) return document.querySelector<HTMLAnchorElement>('#reset-range')?.href ?? null
  const url = new URL(location.href)
  const from = Math.floor(range.from)
  const to = Math.max(from + 1, Math.ceil(range.to))
  url.searchParams.set('from', timeText(from))
  url.searchParams.set('to', timeText(to))
  return url.href
}

const timeText = (at: number): string => new Date(at * 1_000).toISOString().replace('.000', '')

/** Exchanges the content of the page, or a part of it. The focus, and the tables that are open, stay. */
async function exchange(address: string, part = 'main'): Promise<void> {
  const response = await ask(address, { headers: { accept: 'text/html' } })
  // The last of several requests counts.
  if (address !== location.href) return
  if (response === null || response.status >= 500) {
    toast('bad', words.unreachable ?? '', { text: words.retry ?? '', act: () => void exchange(address, part) })
    return
  }
  // The session has ended: loading the page leads to the login and back.
  if (!response.ok || response.redirected) return location.reload()
  const fresh = new DOMParser().parseFromString(response.text, 'text/html').querySelector(part)
  const old = document.querySelector(part)
  if (fresh === null || old === null) return location.reload()
  const focused = document.activeElement?.id
  for (const { id } of old.querySelectorAll('details[id][open]')) {
    fresh.querySelector(`#${CSS.escape(id)}`)?.setAttribute('open', '')
  }
  old.replaceWith(document.adoptNode(fresh))
  document.dispatchEvent(new CustomEvent('htmx:after:swap'))
  // A chart without values in the range is not there.
  const next = focused ? (document.getElementById(focused) ?? document.getElementById('reset-range')) : null
  next?.focus({ preventScroll: true })
}
