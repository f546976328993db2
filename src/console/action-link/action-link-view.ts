import type { Callable } from '../../core/actions/list-callable.ts'
import type { ActionLink } from '../../core/contact-methods/action-links.ts'
import type { Headline } from '../../core/headline/headline.ts'
import type { IncidentWithTimeline } from '../../core/incidents/incident-shape.ts'
import { mayActIn } from '../../core/reach/reach.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import { actionBar } from '../frame/headline/action-bar.ts'
import { headlineBlock } from '../frame/headline/headline-block.ts'
import type { Hour } from '../frame/headline/hour-line.ts'
import { type HeadlineContext, type SaidHeadline, sayHeadline } from '../frame/headline/say-headline.ts'
import { whoIsOnIt } from '../frame/headline/who-is-on-it.ts'
import { linkLayout, loginLayout } from '../frame/page/layout.ts'
import type { Guest } from '../frame/page/reader.ts'
import { callFields } from '../incidents/incident/call-for-help.ts'
import { linkForm } from './link-form.ts'

const MOST_DEVICES = 5

interface LinkPage {
  link: ActionLink
  incident: IncidentWithTimeline
  headline: Headline
  hour: Hour | null
  /** The people that the reader can call; null: nobody. */
  callable: Callable | null
  /** Whether its address asks for the form of a call. */
  isCalling: boolean
  /** Why an answer was not taken. */
  fault: string | null
}

/** The first screen of an incident, with its answers at the thumb. */
export function actionLinkView(context: HeadlineContext & Guest, page: LinkPage): Html {
  const { t } = context
  const { link, incident, headline, hour, fault } = page
  const { user, reach, incident_id, told_incident_id } = link
  const words = t.actionLink
  const said = sayHeadline(context, headline)
  const { resolved_at } = incident
  const mayAct = mayActIn(reach, incident.site?.id ?? null, 'operator')
  return linkLayout(
    context,
    said.subject,
    html`
    ${headlineBlock(context, { headline, hour, resolved_at, linksDevice: false, topics: null })}
    ${devicesOf(context, incident)}
    <p id="incident-state" role="status">${whoIsOnIt(context, incident, user.id)}${quietOf(context, incident)}</p>
    ${told_incident_id === incident_id ? null : html`<p class="notice">${words.merged(told_incident_id)}</p>`}
    ${fault === null ? null : html`<p class="notice bad" role="alert">${fault}</p>`}
    ${link.call?.is_coming ? html`<p class="notice good" role="status">${t.calls.youAreComing}</p>` : null}
    ${mayAct ? [explained(context, page), buttons(context, page, said)] : html`<p>${words.only}</p>`}
    <p><a href="/incidents/${incident_id}">${words.open}</a> <span class="meta">#${incident_id}</span></p>
    <p class="meta">${words.actingAs(user.name)}</p>`,
  )
}

/** The first few of a storm. */
function devicesOf({ t, format }: HeadlineContext, { device_id, devices }: IncidentWithTimeline): Content {
  if (devices.length < 2 && device_id !== null) return null
  if (devices.length === 0) return null
  const more = devices.length - MOST_DEVICES
  const shown = format.list(devices.slice(0, MOST_DEVICES).map(({ name }) => name))
  return html`<p class="meta">${more > 0 ? t.incidents.entries.andMore(shown, more) : shown}</p>`
}

const quietOf = ({ t }: HeadlineContext, { status }: IncidentWithTimeline): Content =>
  status === 'acknowledged' ? html`<span class="meta">${t.actionLink.nobodyElse}</span>` : null

/** The verb alone could also mean that what happened is true. */
const explained = ({ t }: HeadlineContext, { link, incident }: LinkPage): Content =>
  incident.status === 'open' && !isCalled(link) ? html`<p class="meta">${t.actionLink.acknowledges}</p>` : null

/** Resolving is never the blue button, so that a second tap does not do it. */
function buttons({ t }: HeadlineContext, page: LinkPage, { spoken }: SaidHeadline): Content {
  const { incident_id, status } = page.incident
  if (status === 'resolved') return null
  const called = isCalled(page.link)
  const button = (action: 'acknowledge' | 'resolve', look: 'primary' | 'quiet', text = t.actionLink[action]) =>
    linkForm(
      incident_id,
      html`<button class="${look}" name="action" value="${action}" aria-label="${t.headline.spoken(text, spoken)}">${text}</button>`,
    )
  const acknowledge =
    status === 'open' || called ? button('acknowledge', 'primary', called ? t.calls.coming : undefined) : null
  const actions = [
    acknowledge,
    callForm({ t }, { ...page, incidentId: incident_id }, spoken),
    button('resolve', 'quiet'),
  ]
  return actionBar(t, { id: 'answers', topics: null, actions, menu: [] })
}

export const deadLinkView = (guest: Guest): Html =>
  loginLayout(
    guest,
    guest.t.actionLink.dead,
    html`<p>${guest.t.actionLink.deadHint}</p><p><a class="button" href="/">${guest.t.mails.open}</a></p>`,
  )

/** Calls others for help, folded unless the address has `?call`. Null: none can be called. */
function callForm(
  { t }: Pick<Guest, 't'>,
  { incidentId, callable, isCalling }: { incidentId: number; callable: Callable | null; isCalling: boolean },
  spoken: string,
): Content {
  if (callable === null) return null
  const fields = callFields(t, callable)
  return html`<details class="disclosure" id="call"${isCalling ? html` open` : null}><summary class="button quiet" aria-label="${t.headline.spoken(t.calls.open, spoken)}">${t.calls.open}</summary><div class="unfolded">${
    fields === null
      ? html`<p>${t.calls.nobody}</p>`
      : linkForm(incidentId, html`${fields}<button class="primary" name="action" value="call">${t.calls.open}</button>`)
  }</div></details>`
}

/** Whether the reader was called, and has not answered yet. */
const isCalled = ({ call }: ActionLink): boolean => call !== null && !call.is_coming
