import { words } from './page-data.ts'
import { NEWEST_ASKED, RANGE_ASKED, type ZoomedRange } from './range-asked.ts'
import { toast } from './toasts.ts'

/** Shows the page for the time range that a chart asks for, in place, and with its own address. */
export function followRanges(): void {
  let shown = location.href
  const show = () => {
    shown = location.href
    void exchange(shown)
  }
  document.addEventListener(RANGE_ASKED, (event) => {
    const address = addressFor((event as CustomEvent<ZoomedRange | null>).detail)
    if (address === null || address === location.href) return
    history.pushState(null, '', address)
    show()
  })
  document.addEventListener(NEWEST_ASKED, () => void exchange(location.href, '#charts'))
  addEventListener('popstate', () => {
    if (withoutHash(location.href) !== withoutHash(shown)) show()
  })
}

const withoutHash = (address: string): string => address.split('#')[0]!

/** Null: the range that the page had first, which it links to. */
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
  const answer = await fetch(address, { headers: { accept: 'text/html' } }).catch(() => null)
  // Of several requests, the last one counts.
  if (address !== location.href) return
  if (answer === null || answer.status >= 500) {
    toast('bad', words.unreachable ?? '', { text: words.retry ?? '', act: () => void exchange(address, part) })
    return
  }
  // The session has ended: loading the page leads to the login and back.
  if (!answer.ok || answer.redirected) return location.reload()
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector(part)
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
