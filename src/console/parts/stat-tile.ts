import { type Content, type Html, html } from '../../platform/html.ts'

export interface StatTile {
  name: string
  /** The large number. */
  value: string
  address: string
  /** Only if it needs action. */
  look?: 'critical' | 'warning' | null
  /** Content below the number: a line, a mark. */
  more?: Content
}

/** A large number that links to the list behind it. */
export const statTile = ({ name, value, address, look, more }: StatTile): Html => html`
<a class="tile ${look ?? ''}" href="${address}"><span>${name}</span><strong data-value="${name}">${value}</strong>${more}</a>`
