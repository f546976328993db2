import type { Actor } from '../../../core/people/actor.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { icon } from '../../frame/parts/page-parts.ts'
import { initials } from '../../frame/parts/people.ts'

/** Further viewers are only counted. */
const MOST_NAMED = 3

/** Other people viewing this incident. The script polls this, which also reports this person as a viewer. */
export const viewersOf = (reader: Reader, incidentId: number, others: readonly Actor[]): Html =>
  html`<p id="viewers" class="viewers" role="status" data-viewers="${incidentId}">${others.length === 0 ? null : named(reader, others)}</p>`

function named({ t, format }: Reader, others: readonly Actor[]): Content {
  const shown = others.slice(0, MOST_NAMED)
  const left = others.length - shown.length
  const names = [...shown.map(({ name }) => name), ...(left === 0 ? [] : [t.incidents.viewers.more(left)])]
  return html`${icon('eye')}<span class="avatars" aria-hidden="true">${shown.map((person) => html`<span class="avatar">${initials(person.name)}</span>`)}</span>
<span title="${others.map(({ email }) => email).join(', ')}">${t.incidents.viewers.look(format.list(names), others.length)}</span>`
}
