import { type Html, html } from '../../platform/html.ts'
import { assetAddress } from '../assets/assets.ts'
import type { IconName } from '../assets/icon-names.ts'

export type { IconName }

const SPRITE = assetAddress('icons.svg')

/** Icons that follow the reading direction and are mirrored in right-to-left text. */
const ALONG: readonly IconName[] = [
  'arrow-right',
  'chevron-left',
  'chevron-right',
  'external-link',
  'list-checks',
  'log-out',
  'send',
]

/** Decorative: the meaning is in the text beside it or in a label. */
export const icon = (name: IconName): Html =>
  html`<svg class="${ALONG.includes(name) ? 'icon along' : 'icon'}" aria-hidden="true"><use href="${SPRITE}#${name}"></use></svg>`
