import type { PageResponse } from '../page/ask.ts'
import { element } from '../page/element.ts'
import { pageLocale } from '../page/language.ts'
import { words, zone } from '../page/page-data.ts'

const clock = new Intl.DateTimeFormat(pageLocale, { timeStyle: 'medium', timeZone: zone ?? 'UTC' })

let upToDateAt = new Date()
let banner: HTMLElement | null = null

/** Until now the page was up to date. */
export function noteUpToDate(): void {
  upToDateAt = new Date()
  if (banner === null) return
  banner.remove()
  banner = null
  document.dispatchEvent(new Event('tocsin:connection'))
}

export const isDisconnected = (): boolean => banner !== null

/** Says above the page since when it shows nothing new: without a response, or because of an error. */
export function noteConnectionLost(response: PageResponse | null): void {
  const text = ((response === null ? words.lost : words.failing) ?? '').replace('#', clock.format(upToDateAt))
  if (banner?.isConnected !== true) {
    banner = element('p', { class: 'notice bad lost', role: 'alert' })
    document.querySelector('#banners')?.prepend(banner)
  }
  if (banner.textContent === text) return
  banner.replaceChildren(text)
  document.dispatchEvent(new Event('tocsin:connection'))
}
