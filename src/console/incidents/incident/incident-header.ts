import type { AlertRecord } from '../../../core/alerts/list-alerts.ts'
import { REOPEN_WITHIN_S, RESOLUTIONS } from '../../../core/incidents/incident.ts'
import type { IncidentWithTimeline } from '../../../core/incidents/incident-shape.ts'
import { secondsAfter } from '../../../platform/clock.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { progressBadge, reachedBadge } from '../../parts/badges.ts'
import { disclosure, icon } from '../../parts/page-parts.ts'
import { snoozeDialog } from '../../parts/snooze.ts'
import { actionButton, choice, EMPTY, form, textArea } from '../../shell/forms.ts'
import type { Reader } from '../../shell/reader.ts'
import { owner } from '../list/incident-table.ts'
import { callDialog } from './call-for-help.ts'
import type { IncidentPage } from './incident-facts.ts'

/** Severity, status, duration and owner. */
export function incidentState(reader: Reader, incident: IncidentWithTimeline): Html {
  const { t, format } = reader
  const { created_at, resolved_at } = incident
  const seconds = ((resolved_at ?? reader.now).getTime() - created_at.getTime()) / 1_000
  const ticks = resolved_at === null
  const whose = owner(incident)
  return html`<span id="incident-state" class="inline-live" data-live="incident">
    ${reachedBadge(t, incident)} ${progressBadge(t, format, incident)}
    <span class="elapsed" title="${t.incidents.elapsed}">${icon('clock')}<time datetime="${created_at.toISOString()}"${ticks ? html` data-elapsed` : null}>${format.duration(seconds)}</time></span>
    <span class="owner">${icon('circle-user')}${whose ?? t.incidents.noOwner}</span>
  </span>`
}

export function incidentActions(
  reader: Reader,
  incident: IncidentWithTimeline,
  { holding, callable, state }: Pick<IncidentPage, 'holding' | 'callable' | 'state'>,
): Content {
  const { t, csrf } = reader
  const { incident_id: id, status } = incident
  const printed = html`<a class="button" href="/incidents/${id}/review">${icon('printer')}${t.incidents.review}</a>`
  if (!reader.may('operator')) return printed
  const button = (verb: string, text: string, more: { look?: 'primary'; shortcut?: string } = {}) =>
    actionButton({ action: `/incidents/${id}/${verb}`, csrf, ...more }, text)
  const isReopenable =
    status === 'resolved' &&
    incident.merged_into === null &&
    secondsAfter(incident.resolved_at!, REOPEN_WITHIN_S) >= reader.now
  return html`<div id="incident-actions" class="inline-live" data-live="incident alert">
    ${status === 'open' ? button('acknowledgement', t.alerts.acknowledge, { look: 'primary', shortcut: 'a' }) : null}
    ${callDialog(reader, id, callable, state)}
    ${status === 'resolved' ? null : snoozeDialog(reader, `/incidents/${id}`, state)}
    ${status === 'acknowledged' ? button('withdrawal', t.incidents.withdraw) : null}
    ${status === 'resolved' ? (isReopenable ? button('reopening', t.incidents.reopen) : null) : resolveDialog(reader, incident, holding)}
    ${printed}
  </div>`
}

function resolveDialog(reader: Reader, incident: IncidentWithTimeline, holding: readonly AlertRecord[]): Html {
  const { t, csrf } = reader
  const words = t.incidents
  const options = RESOLUTIONS.map((value) => ({ value, text: words.resolutions[value] ?? value }))
  return disclosure(
    'resolve',
    t.alerts.resolve,
    html`<h2>${words.resolveTitle}</h2>
    ${holding.length === 0 ? html`<p>${words.resolveCalm}</p>` : holdingNotice(reader, holding)}
    ${form(
      { action: `/incidents/${incident.incident_id}/resolution`, csrf },
      html`${choice({ name: 'resolution', label: words.cause, options, chosen: 'manual' }, EMPTY)}
      ${textArea({ name: 'note', label: words.resolveNote, rows: 3, maxlength: 2_000, optional: true }, EMPTY)}
      <button class="primary">${words.resolveIncident}</button>`,
    )}`,
    incident.status === 'acknowledged' ? 'primary' : 'quiet',
    { shortcut: 'e' },
  )
}

/** Warning before resolving: alerts whose condition still holds. */
const holdingNotice = ({ t, titleOf }: Reader, holding: readonly AlertRecord[]): Html => html`
<div class="notice warn" role="note"><p>${t.incidents.stillHolds}</p>
<ul class="bare">${holding.map((alert) => html`<li>${titleOf(alert)} · ${alert.device_name}</li>`)}</ul>
<p>${t.incidents.comesBack}</p></div>`
