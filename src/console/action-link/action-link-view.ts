import type { Callable } from '../../core/actions/list-callable.ts'
import type { ActionLink } from '../../core/contact-methods/action-links.ts'
import type { IncidentWithTimeline } from '../../core/incidents/incident-shape.ts'
import { mayActIn } from '../../core/reach/reach.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import { progressBadge, reachedBadge } from '../parts/badges.ts'
import { type Formats, formats } from '../parts/formats/formats.ts'
import { personName } from '../parts/people.ts'
import { loginLayout } from '../shell/layout.ts'
import type { Guest } from '../shell/reader.ts'
import type { Words } from '../words/catalogue.ts'
import { callForm, isCalled } from './call-form.ts'

const MOST_DEVICES = 5

interface LinkPage {
  fault: string | null
  cleared_since: Date | null
  callable: Callable | null
  /** Whether its address asks for the form of a call. */
  isCalling: boolean
}

/** An incident with one big button, for a thumb. */
export function actionLinkView(
  guest: Guest,
  link: ActionLink,
  incident: IncidentWithTimeline,
  { fault, cleared_since, callable, isCalling }: LinkPage,
  now: Date,
): Html {
  const { user, reach, incident_id, told_incident_id } = link
  const { t, preferences } = guest
  const words = t.actionLink
  const format = formats(preferences, now)
  const mayAct = mayActIn(reach, incident.site?.id ?? null, 'operator')
  const devices = incident.devices.map(({ name }) => name)
  return loginLayout(
    guest,
    incident.title,
    html`
    <p>${reachedBadge(t, incident)} ${progressBadge(t, format, incident)} <span class="meta">#${incident_id}</span></p>
    <dl>
      ${devices.length === 0 ? null : html`<dt>${words.device}</dt><dd>${devicesText(guest, devices, format)}</dd>`}
      <dt>${words.since}</dt><dd>${format.at(incident.created_at)} <span class="meta">(${format.ago(incident.created_at)})</span></dd>
      ${cleared_since === null ? null : html`<dt>${words.cleared}</dt><dd>${format.at(cleared_since)}</dd>`}
    </dl>
    ${told_incident_id === incident_id ? null : html`<p class="notice">${words.merged(told_incident_id)}</p>`}
    ${fault === null ? null : html`<p class="notice bad" role="alert">${fault}</p>`}
    ${outcome(guest, user.id, incident)}
    ${link.call?.is_coming ? html`<p class="notice good" role="status">${t.calls.youAreComing}</p>` : null}
    ${mayAct ? buttons(guest, incident, isCalled(link)) : html`<p>${words.only}</p>`}
    ${callForm(guest, incident_id, callable, isCalling)}
    <p><a class="button" href="/incidents/${incident_id}">${words.open}</a></p>
    <p class="meta">${words.actingAs(user.name)}</p>`,
  )
}

/** The first few of a storm. */
function devicesText({ t }: Guest, devices: readonly string[], { list }: Formats): string {
  const more = devices.length - MOST_DEVICES
  const shown = list(more > 0 ? devices.slice(0, MOST_DEVICES) : devices)
  return more > 0 ? t.incidents.entries.andMore(shown, more) : shown
}

function outcome({ t }: Guest, reader: number, incident: IncidentWithTimeline): Content {
  const text = outcomeText(t.actionLink, reader, incident)
  return text === null ? null : html`<p class="notice good" role="status">${text}</p>`
}

function outcomeText(words: Words['actionLink'], reader: number, incident: IncidentWithTimeline): string | null {
  const { status, acknowledged_by, resolved_by } = incident
  if (status === 'open') return null
  if (status === 'acknowledged') {
    return isReader(acknowledged_by, reader) ? words.youAcknowledged : words.acknowledgedBy(personName(acknowledged_by))
  }
  if (resolved_by === null) return words.autoResolved
  return isReader(resolved_by, reader) ? words.youResolved : words.resolvedBy(personName(resolved_by))
}

const isReader = (who: Record<string, unknown> | null, reader: number): boolean => who?.id === reader

/**
 * Without a target: a form goes to the page that it is on, whose address is the proof. Resolving is never the big button,
 * so that a second tap does not do it.
 */
function buttons({ t }: Guest, { incident_id, status }: IncidentWithTimeline, called: boolean): Content {
  if (status === 'resolved') return null
  return html`<form method="post" class="answer">
    <input type="hidden" name="incident" value="${incident_id}">
    ${status === 'open' || called ? html`<button class="primary big" name="action" value="acknowledge">${called ? t.calls.coming : t.actionLink.acknowledge}</button>` : null}
    <button class="quiet big" name="action" value="resolve">${t.actionLink.resolve}</button>
  </form>`
}

export const deadLinkView = (guest: Guest): Html =>
  loginLayout(
    guest,
    guest.t.actionLink.dead,
    html`<p>${guest.t.actionLink.deadHint}</p><p><a class="button" href="/">${guest.t.actionLink.home}</a></p>`,
  )
