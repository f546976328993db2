import { type Content, type Html, html } from '../../../platform/html.ts'
import type { Words } from '../../../words/words.ts'
import { assetAddress } from '../../assets/assets.ts'
import { type IconName, OF_DEVICES } from '../../assets/icon-names.ts'

/** Explains in one sentence why a list is empty, with a next step. */
export const emptyState = (picture: IconName, sentence: string, action: Content = null): Html => html`
<div class="empty-state">${icon(picture)}<p>${sentence}</p>${action}</div>`

/**
 * A part of the page that is refreshed when one of these topics changes, for one device or any. Its id must be stable.
 */
export const live = (id: string, topics: string, content: Content, deviceId?: number): Html =>
  html`<div id="${id}" class="live" data-live="${topics}"${deviceId === undefined ? null : html` data-live-device="${deviceId}"`}>${content}</div>`

/** Where a link to the card of this title leads, on its page. */
export const cardId = (title: string): string => `card-${title.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`

export const card = (title: string, content: Content, actions: Content = null): Html => {
  const id = cardId(title)
  return html`<section class="card" aria-labelledby="${id}"><header><h2 id="${id}">${title}</h2>${actions}</header>${content}</section>`
}

export const keyValues = (pairs: readonly (readonly [name: string, value: Content])[]): Html =>
  html`<dl class="pairs">${pairs.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`

export type { IconName }

const SPRITE = assetAddress('icons.svg')
const DEVICE_SPRITE = assetAddress('device-icons.svg')

/** Icons that follow the reading direction and are mirrored in right-to-left text. */
const ALONG: readonly IconName[] = [
  'arrow-right',
  'chevron-left',
  'chevron-right',
  'external-link',
  'list-checks',
  'log-in',
  'log-out',
  'send',
]

/** Decorative: the meaning is in the text beside it or in a label. */
export const icon = (name: IconName): Html =>
  html`<svg class="${ALONG.includes(name) ? 'icon along' : 'icon'}" aria-hidden="true"><use href="${(OF_DEVICES as readonly IconName[]).includes(name) ? DEVICE_SPRITE : SPRITE}#${name}"></use></svg>`

/** A dialog with scripts; without them, a `<details>` element. For actions that need a few more fields. */
export const disclosure = (
  id: string,
  button: Content,
  content: Content,
  look: 'primary' | 'quiet' | 'danger' = 'quiet',
  { shortcut, label, isOpen = false }: { shortcut?: string; label?: string; isOpen?: boolean } = {},
): Html => html`
<details class="disclosure" id="${id}" data-dialog${isOpen ? html` open` : null}><summary class="button ${look}"${label === undefined ? null : html` aria-label="${label}"`}${shortcut === undefined ? null : html` data-shortcut="${shortcut}"`}>${button}</summary><div class="unfolded">${content}</div></details>`

/** A menu of the actions that matter less; nothing is shown of those that are null. */
export function moreActions({ shared }: Words, actions: readonly Content[]): Content {
  const shown = actions.filter((action) => action !== null)
  if (shown.length === 0) return null
  return html`<details class="more-actions" data-menu><summary class="button" aria-label="${shared.moreActions}" title="${shared.moreActions}">${icon('ellipsis')}</summary><div class="menu">${shown}</div></details>`
}

/** Section for actions that cannot be undone. */
export const dangerZone = (title: string, content: Content): Html =>
  html`<section class="card danger" aria-label="${title}"><h2>${title}</h2>${content}</section>`

/** Text with a copy button, which appears with scripts. */
export const codeBlock = (text: string, label: string): Html => html`
<div class="code"><pre tabindex="0" aria-label="${label}"><code>${text}</code></pre><button type="button" class="quiet copy" data-copy hidden></button></div>`

export const jsonBlock = (value: unknown, label: string): Html => codeBlock(JSON.stringify(value, null, 2), label)

/** Alternative texts as tabs; without scripts one after the other. */
export const codeTabs = (id: string, tabs: readonly { name: string; text: string }[]): Html => html`
<div class="tabs" data-tabs id="${id}">${tabs.map(
  ({ name, text }, place) => html`<section id="${id}-${place}"><h3>${name}</h3>${codeBlock(text, name)}</section>`,
)}</div>`
