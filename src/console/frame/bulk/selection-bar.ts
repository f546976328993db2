import { listAssignees } from '../../../core/actions/list-assignees.ts'
import { RESOLUTIONS } from '../../../core/incidents/incident.ts'
import type { Actor } from '../../../core/people/actor.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { SNOOZE_CHOICES, snoozeText } from '../forms/snooze.ts'
import type { Reader } from '../page/reader.ts'
import { icon } from '../parts/page-parts.ts'
import { assigneeOptions } from '../parts/people.ts'
import { selectionForm } from './selection.ts'

/** Actions on the selected alerts or incidents; `people` can be assigned. On a phone the bar appears with the first selected row. */
export function selectionBar(reader: Reader, list: 'alerts' | 'incidents', people: readonly Actor[]): Html {
  const { alerts: words, shared, incidents } = reader.t
  const resolutions = html`<select name="resolution" aria-label="${incidents.cause}">${RESOLUTIONS.map(
    (value) => html`<option value="${value}">${incidents.resolutions[value]}</option>`,
  )}</select>`
  const times = html`<select name="snooze" aria-label="${words.snooze.choices}">${SNOOZE_CHOICES.map(
    (value) => html`<option value="${value}">${snoozeText(reader, value)}</option>`,
  )}</select>`
  return html`<div class="selection bar">${selectionForm(
    reader,
    `/${list}/selection`,
    words.selectAll,
    html`${button('acknowledge', html`${icon('check')}${reader.t.terms.acknowledge}`)}
    <span class="joined">${times}${button('snooze', html`${icon('alarm-clock')}${words.snooze.open}`)}</span>
    <span class="joined">${list === 'incidents' ? resolutions : null}${button('resolve', html`${icon('check-check')}${reader.t.terms.resolve}`)}</span>
    <span class="joined"><select name="user_id" aria-label="${words.assignee}">${assigneeOptions(reader, people, reader.user.id)}</select>
    ${button('assign', html`${icon('user-plus')}${words.assign}`)}</span>
    ${button('silence', html`${icon('bell-off')}${shared.selection.silence}`)}`,
  )}</div>`
}

const button = (what: string, content: Content): Html =>
  html`<button class="quiet" name="what" value="${what}">${content}</button>`

/** People to whom the reader may assign something. */
export const assigneesFor = (db: Queryable, { sites, reach }: Reader): Promise<Actor[]> =>
  listAssignees(db, reach, [null, ...sites.map(({ id }) => id)])
