import { type Html, html } from '../../platform/html.ts'
import type { Reader } from '../frame/page/reader.ts'
import { card, codeTabs } from '../frame/parts/page-parts.ts'

/** Stands for the secret of an address that is not known any more. */
const SECRET = 'SECRET'

/**
 * Texts with which other pages show the badge. `address`: that of the status page, where it is shown once; null leaves its place
 * to be filled in.
 */
export function badgeCard({ t }: Reader, publicUrl: string, title: string, address: string | null): Html {
  const { badge: words } = t.statusPages
  const page = address ?? `${publicUrl.replace(/\/$/, '')}/status/${SECRET}`
  const image = `${page}/badge.svg`
  const tabs = [
    { name: 'Markdown', text: `[![${title.replace(/[[\]\\]/g, '\\$&')}](${image})](${page})` },
    { name: 'HTML', text: String(html`<a href="${page}"><img src="${image}" alt="${title}"></a>`) },
    { name: words.imageAddress, text: image },
  ]
  return card(
    words.title,
    html`<p>${words.hint}</p>${address === null ? html`<p class="meta">${words.replace(SECRET)}</p>` : null}${address === null ? codeTabs('badge', tabs) : html`<div data-secret>${codeTabs('badge', tabs)}</div>`}`,
  )
}
