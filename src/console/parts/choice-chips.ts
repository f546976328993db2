import { type Html, html } from '../../platform/html.ts'
import type { Reader } from '../shell/reader.ts'
import { urlOf, withQuery } from './addresses.ts'
import type { Chip } from './list-parts.ts'

/** Like `chips`, but with one choice at a time. */
export function choiceChips(reader: Reader, label: string, name: string, all: readonly Chip[]): Html {
  const given = urlOf(reader.address).searchParams.get(name)
  return html`<ul class="chips" aria-label="${label}">${all.map(
    ({ text, value }) =>
      html`<li><a href="${withQuery(reader.address, { [name]: value === given ? null : value })}"${value === given ? html` aria-current="true"` : null}>${text}</a></li>`,
  )}</ul>`
}
