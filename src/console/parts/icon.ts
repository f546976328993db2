import { type Html, html } from '../../platform/html.ts'
import { assetAddress } from '../assets/assets.ts'
import type { IconName } from '../assets/icon-names.ts'

export type { IconName }

const SPRITE = assetAddress('icons.svg')

/** Says nothing by itself: what it means stands beside it, or in the label of what it is in. */
export const icon = (name: IconName): Html =>
  html`<svg class="icon" aria-hidden="true"><use href="${SPRITE}#${name}"></use></svg>`
