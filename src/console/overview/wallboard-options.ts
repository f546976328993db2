import { type Content, type Html, html } from '../../platform/html.ts'
import { withQuery } from '../frame/page/addresses.ts'
import type { Reader } from '../frame/page/reader.ts'

/** The board that an address shows. */
interface BoardChoice {
  theme: 'dark' | 'light'
  /** Seconds for each site; null: it stays at one. */
  rotate: string | null
  /** Null: all devices. */
  tag: string | null
  /** The most frequent ones. */
  tags: readonly string[]
}

const SECONDS = ['15', '30', '60']

/** Links to the same board with another site, theme or rotation; each keeps what it does not change. */
export function boardOptions({ t, sites, site, address }: Reader, { theme, rotate, tag, tags }: BoardChoice): Html {
  const { displayOptions: words } = t.overview
  const link = (text: string, changed: Record<string, string | null>, isChosen: boolean): Html =>
    html`<li><a href="${withQuery(address, changed)}"${isChosen ? html` aria-current="true"` : null}>${text}</a></li>`
  const list = (name: string, links: readonly Html[]): Html =>
    html`<section><h2>${name}</h2><ul>${links}</ul></section>`
  const ofSites: Content =
    sites.length < 2
      ? null
      : html`${list(words.site, [
          link(words.allSites, { site: 'all', rotate: null }, site === null && rotate === null),
          ...sites.map(({ id, name }) =>
            link(name, { site: String(id), rotate: null }, site?.id === id && rotate === null),
          ),
        ])}${list(
          words.rotate,
          SECONDS.map((seconds) => link(words.seconds(seconds), { rotate: seconds }, rotate === seconds)),
        )}`
  const known = tag === null || tags.includes(tag) ? tags : [tag, ...tags]
  const ofTags =
    known.length > 0 &&
    list(words.devices, [
      link(words.allDevices, { tag: null }, tag === null),
      ...known.map((one) => link(one, { tag: one }, one === tag)),
    ])
  return html`<details class="board-options"><summary>${words.open}</summary><div>${ofSites}${ofTags}${list(
    words.theme,
    [link(words.dark, { theme: null }, theme === 'dark'), link(words.light, { theme: 'light' }, theme === 'light')],
  )}</div></details>`
}
