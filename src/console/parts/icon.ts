import { type Html, html } from '../../platform/html.ts'
import { assetAddress } from '../assets/assets.ts'
import type { IconName } from '../assets/icon-names.ts'

export type { IconName }

const SPRITE = assetAddress('icons.svg')

/** They point along the lines of a text, so they point the other way where it is read from right to left. */
const ALONG: readonly IconName[] = [
  'arrow-right',
  'chevron-left',
  'chevron-right',
  'external-link',
  'list-checks',
  'log-out',
  'send',
]

/** Says nothing by itself: what it means stands beside it, or in the label of what it is in. */
export const icon = (name: IconName): Html =>
  html`<svg class="${ALONG.includes(name) ? 'icon along' : 'icon'}" aria-hidden="true"><use href="${SPRITE}#${name}"></use></svg>`
