import { type Html, html } from '../../../platform/html.ts'
import type { Reader } from '../page/reader.ts'

export interface TabLink {
  text: string
  address: string
  isHere: boolean
  count?: number | undefined
}

/** Views of the same data, each with its own address. */
export const tabLinks = ({ format }: Reader, label: string, tabs: readonly TabLink[]): Html => html`
<nav class="tab-links" aria-label="${label}">${tabs.map(
  ({ text, address, isHere, count }) =>
    html`<a href="${address}"${isHere ? html` aria-current="page"` : null}>${text}${count === undefined ? null : html` <span class="count">${format.number(count)}</span>`}</a>`,
)}</nav>`
