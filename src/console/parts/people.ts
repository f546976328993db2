import type { Actor } from '../../core/people/actor.ts'
import { type Html, html } from '../../platform/html.ts'
import { form } from '../shell/forms.ts'
import type { Reader } from '../shell/reader.ts'

/** Name of a person, or of the service itself. */
export const personName = (person: Record<string, unknown> | null): string =>
  person === null ? '–' : String(person.email ?? 'Tocsin')

/** A short name: the email without its domain. */
export const shortName = (person: Record<string, unknown>): Html => {
  const name = personName(person)
  return html`<span class="whole" title="${name}">${name.split('@')[0]!}</span>`
}

/** Form for assigning an alert or incident. */
export const assignForm = (
  reader: Reader,
  action: string,
  assigned: Record<string, unknown> | null,
  people: readonly Actor[],
): Html => {
  const { t } = reader
  return form(
    { action, csrf: reader.csrf, label: t.alerts.assign, inPlace: true },
    html`<div class="beside"><select name="user_id" aria-label="${t.alerts.assignee}">
      <option value="">${t.alerts.nobody}</option>
      ${people.map(({ id, email }) => html`<option value="${id}"${id === assigned?.id ? html` selected` : null}>${email}</option>`)}
    </select><button>${t.alerts.assign}</button></div>`,
  )
}
