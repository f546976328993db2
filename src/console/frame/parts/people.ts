import type { Actor } from '../../../core/people/actor.ts'
import { type Html, html } from '../../../platform/html.ts'
import { form } from '../forms/forms.ts'
import type { Reader } from '../page/reader.ts'

/** Name of a person, or of the service itself. */
export const personName = (person: Record<string, unknown> | null): string =>
  person === null ? '–' : String(person.name ?? person.email ?? 'Tocsin')

/** The same with the email as a tooltip, since two people may have one name. */
export const person = (who: Record<string, unknown> | null): Html =>
  html`<span class="whole"${who?.email ? html` title="${String(who.email)}"` : null}>${personName(who)}</span>`

/** "Mia Keller" and "mia.keller" become MK. Pure. */
export const initials = (name: string): string =>
  name
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '')
    .slice(0, 2)
    .map((part) => [...part][0]!.toUpperCase())
    .join('')

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
    html`<div class="beside"><select name="user_id" aria-label="${t.alerts.assignee}">${assigneeOptions(reader, people, assigned?.id)}</select><button>${t.alerts.assign}</button></div>`,
  )
}

/** Nobody, and these people; `chosen` is the id of one. */
export const assigneeOptions = ({ t }: Reader, people: readonly Actor[], chosen: unknown): Html => html`
<option value="">${t.alerts.nobody}</option>
${people.map(({ id, name, email }) => html`<option value="${id}"${id === chosen ? html` selected` : null} title="${email}">${optionName(people, name, email)}</option>`)}`

/** People with the same name are told apart by their emails. */
const optionName = (people: readonly Actor[], name: string, email: string): string =>
  people.filter((other) => other.name === name).length > 1 ? `${name} (${email})` : name
