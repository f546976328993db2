import { type Content, type Html, html } from '../../platform/html.ts'

export interface StatTile {
  name: string
  /** What is to be seen from afar. */
  value: string
  address: string
  /** Only when it asks for something to be done. */
  look?: 'critical' | 'warning' | null
  /** Under the number: a line, a mark. */
  more?: Content
}

/** A big number that leads to what it counts. */
export const statTile = ({ name, value, address, look, more }: StatTile): Html => html`
<a class="tile ${look ?? ''}" href="${address}"><span>${name}</span><strong data-value="${name}">${value}</strong>${more}</a>`
