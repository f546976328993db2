import type { AlertRecord } from '../../../core/alerts/list-alerts.ts'
import { REOPEN_WITHIN_S, RESOLUTIONS } from '../../../core/incidents/incident.ts'
import { secondsAfter } from '../../../platform/clock.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { actionButton, choice, EMPTY_FORM, form, textArea } from '../../frame/forms/forms.ts'
import { snoozeDialog } from '../../frame/forms/snooze.ts'
import { actionBar } from '../../frame/headline/action-bar.ts'
import { headlineBlock } from '../../frame/headline/headline-block.ts'
import { sayHeadline } from '../../frame/headline/say-headline.ts'
import { whoIsOnIt } from '../../frame/headline/who-is-on-it.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { disclosure, icon } from '../../frame/parts/page-parts.ts'
import { callDialog } from './call-for-help.ts'
import { assignDialog, mergeDialog, severityDialog } from './incident-changes.ts'
import type { IncidentPage } from './incident-facts.ts'

/** The first part of the page: the headline, who is on it, and what can be done. */
export function incidentHead(reader: Reader, page: IncidentPage): Html {
  const { review, headline, hour } = page
  const { incident } = review
  const { resolved_at } = incident
  const topics = 'incident alert reading'
  return html`<div class="decisive">
    ${headlineBlock(reader, { headline, hour, resolved_at, linksDevice: true, topics })}
    <div class="on-it">
      <p id="incident-state" data-live="incident">${whoIsOnIt(reader, incident, reader.user.id)}</p>
      ${incidentActions(reader, page)}
    </div>
  </div>`
}

/** One bar: the actions of the present state, and a menu with all others. */
function incidentActions(reader: Reader, page: IncidentPage): Html {
  const { t, csrf } = reader
  const { incident_id: id, status, resolved_at, merged_into } = page.review.incident
  const bar = { id: 'incident-actions', topics: 'incident alert' }
  const printed = html`<a class="button" href="/incidents/${id}/review">${icon('printer')}${t.incidents.review}</a>`
  if (!reader.may('operator')) return actionBar(t, { ...bar, actions: [printed], menu: [] })
  const { spoken } = sayHeadline(reader, page.headline)
  const button = (verb: string, text: string, more: { look?: 'primary'; shortcut?: string } = {}) =>
    actionButton({ action: `/incidents/${id}/${verb}`, csrf, label: t.headline.spoken(text, spoken), ...more }, text)
  const isReopenable =
    status === 'resolved' && merged_into === null && secondsAfter(resolved_at!, REOPEN_WITHIN_S) >= reader.now
  const resolve = resolveDialog(reader, page, spoken)
  const assign = assignDialog(reader, page, spoken)
  if (status === 'resolved') {
    const reopen = isReopenable ? button('reopening', t.incidents.reopen) : null
    return actionBar(t, { ...bar, actions: [reopen, printed], menu: [assign] })
  }
  const isOpen = status === 'open'
  const first = page.isCalled
    ? button('coming', t.calls.coming, { look: 'primary', shortcut: 'a' })
    : isOpen
      ? button('acknowledgement', t.terms.acknowledge, { look: 'primary', shortcut: 'a' })
      : null
  const call = callDialog(reader, id, page.callable, spoken, page.state)
  return actionBar(t, {
    ...bar,
    actions: first === null ? [call, resolve] : [first, call],
    menu: [
      first === null ? null : resolve,
      snoozeDialog(reader, `/incidents/${id}`, spoken, page.state),
      isOpen ? null : button('withdrawal', t.incidents.withdraw),
      isEscalating(page) ? button('escalation', t.notifications.told.escalate) : null,
      assign,
      severityDialog(reader, page, spoken),
      mergeDialog(reader, page),
      printed,
    ],
  })
}

const isEscalating = ({ told: { escalation } }: IncidentPage): boolean =>
  escalation !== null && escalation.next_at !== null && escalation.step !== null

/** Never the blue button: a second tap must not resolve. */
function resolveDialog(reader: Reader, { review, holding }: IncidentPage, spoken: string): Html {
  const { t, csrf } = reader
  const words = t.incidents
  const options = RESOLUTIONS.map((value) => ({ value, text: words.resolutions[value] ?? value }))
  return disclosure(
    'resolve',
    t.terms.resolve,
    html`<h2>${words.resolveTitle}</h2>
    ${holding.length === 0 ? html`<p>${words.resolveCalm}</p>` : holdingNotice(reader, holding)}
    ${form(
      { action: `/incidents/${review.incident.incident_id}/resolution`, csrf },
      html`${choice({ name: 'resolution', label: words.cause, options, chosen: 'manual' }, EMPTY_FORM)}
      ${textArea({ name: 'note', label: t.incidents.report.note, rows: 3, maxlength: 2_000, optional: true }, EMPTY_FORM)}
      <button class="primary">${words.resolveIncident}</button>`,
    )}`,
    'quiet',
    { shortcut: 'e', label: t.headline.spoken(t.terms.resolve, spoken) },
  )
}

/** Warning before resolving: alerts whose condition still holds. */
const holdingNotice = ({ t, titleOf }: Reader, holding: readonly AlertRecord[]): Html => html`
<div class="notice warn" role="note"><p>${t.incidents.stillHolds}</p>
<ul class="bare">${holding.map((alert): Content => html`<li>${titleOf(alert)} · ${alert.device_name}</li>`)}</ul>
<p>${t.incidents.comesBack}</p></div>`
