import type { AlertRecord } from '../../core/alerts/list-alerts.ts'
import type { IncidentRecord } from '../../core/incidents/incident-shape.ts'
import { type Content, html } from '../../platform/html.ts'
import { done, doneOf } from '../frame/forms/forms.ts'
import type { Reader } from '../frame/page/reader.ts'
import { personName } from '../frame/parts/people.ts'

/** Result of an action on an alert or incident. If another person was first, it names them. */
export function actionNotice({ t, user, format }: Reader, record: AlertRecord | IncidentRecord, what: string): Content {
  if (what !== 'acknowledged' && what !== 'resolved') return doneOf({ ...t.alerts.done, ...t.incidents.done }, what)
  const [by, at] = [record[`${what}_by`], record[`${what}_at`]]
  return by === null || at === null || by.id === user.id
    ? done(t.alerts.done[what])
    : html`<p class="notice good" role="status">${t.alerts[`${what}By`](personName(by))} ${format.ago(at)}</p>`
}
