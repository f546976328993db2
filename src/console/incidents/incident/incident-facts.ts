import type { Callable } from '../../../core/actions/list-callable.ts'
import type { AlertRecord } from '../../../core/alerts/list-alerts.ts'
import type { IncidentRecord } from '../../../core/incidents/incident-shape.ts'
import type { IncidentReview } from '../../../core/incidents/review-incident.ts'
import type { Actor } from '../../../core/people/actor.ts'
import type { LatestState } from '../../../core/telemetry/latest/latest-states.ts'
import { SEVERITIES } from '../../../core/vocabulary/severities.ts'
import type { DeliveryOutcome } from '../../../core/webhooks/outbox/deliveries-of-lane.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { own } from '../../../platform/own.ts'
import { card, disclosure, icon, keyValues } from '../../parts/page-parts.ts'
import { assignForm, person } from '../../parts/people.ts'
import { type FormState, form } from '../../shell/forms.ts'
import type { Reader } from '../../shell/reader.ts'
import type { NotifiedPeople } from './notified-people.ts'

const MOST_DEVICES = 12

/** Facts about the incident, the people involved, and further actions. */
export function incidentFacts(reader: Reader, page: IncidentPage): Html {
  const { t } = reader
  const { incident } = page.review
  const action = `/incidents/${incident.incident_id}/assignment`
  return card(
    t.incidents.about,
    html`${keyValues(factsOf(reader, page))}
    ${
      reader.may('operator')
        ? html`${assignForm(reader, action, incident.assigned_to, page.people)}${incident.status === 'resolved' ? null : html`${severityForm(reader, page)}${mergeForm(reader, page)}`}`
        : null
    }`,
  )
}

export function factsOf(reader: Reader, { review }: Pick<IncidentPage, 'review'>): [string, Content][] {
  const { t, format } = reader
  const { facts, resolutions, origins } = t.incidents
  const { incident, time_to_acknowledge_s, time_to_resolve_s } = review
  const link = (id: number) => html`<a href="/incidents/${id}">#${id}</a>`
  const by = (who: Record<string, unknown> | null, at: Date) => html`${person(who)}, ${format.at(at)}`
  const { devices, acknowledged_at, acknowledged_until, snoozed_until, resolved_at, resolution, note } = incident
  const shown = devices.slice(0, MOST_DEVICES).map(({ id, name }) => html`<a href="/devices/${id}">${name}</a>`)
  const all: [string, Content | undefined][] = [
    [facts.number, html`#${incident.incident_id}`],
    [
      facts.devices,
      devices.length === 0
        ? undefined
        : html`<span class="names">${shown}${devices.length > shown.length ? html`<span>+${devices.length - shown.length}</span>` : null}</span>`,
    ],
    [facts.opened, format.at(incident.created_at)],
    [facts.origin, origins[incident.origin]],
    [facts.acknowledged, acknowledged_at === null ? undefined : by(incident.acknowledged_by, acknowledged_at)],
    [
      facts[snoozed_until === null ? 'acknowledgedUntil' : 'snoozedUntil'],
      acknowledged_until === null ? undefined : format.at(acknowledged_until),
    ],
    [facts.toAcknowledge, time_to_acknowledge_s === null ? undefined : format.duration(time_to_acknowledge_s)],
    [facts.resolved, resolved_at === null ? undefined : by(incident.resolved_by, resolved_at)],
    [facts.toResolve, time_to_resolve_s === null ? undefined : format.duration(time_to_resolve_s)],
    [facts.resolution, resolution === null ? undefined : (own(resolutions, resolution) ?? resolution)],
    [facts.note, note ?? undefined],
    [facts.assigned, incident.assigned_to === null ? undefined : person(incident.assigned_to)],
    [facts.mergedInto, incident.merged_into === null ? undefined : link(incident.merged_into)],
    [facts.previous, incident.previous_incident_id === null ? undefined : link(incident.previous_incident_id)],
    [
      facts.silenced,
      incident.silenced_by === null
        ? undefined
        : html`<a href="/silences/${incident.silenced_by}">#${incident.silenced_by}</a>`,
    ],
  ]
  return all.filter((pair): pair is [string, Content] => pair[1] !== undefined)
}

function severityForm(reader: Reader, { review }: IncidentPage): Html {
  const { t, csrf } = reader
  const { incident_id, severity } = review.incident
  return form(
    { action: `/incidents/${incident_id}/severity`, csrf, label: t.incidents.changeSeverity, inPlace: true },
    html`<div class="beside"><select name="severity" aria-label="${t.alerts.filters.severity}">
      ${SEVERITIES.map((value) => html`<option value="${value}"${value === severity ? html` selected` : null}>${t.shared.severities[value]}</option>`)}
    </select><button>${t.incidents.changeSeverity}</button></div>`,
  )
}

function mergeForm(reader: Reader, { review, mergeable }: IncidentPage): Content {
  const { t, csrf, format } = reader
  if (mergeable.length === 0) return null
  return disclosure(
    'merge',
    html`${icon('archive')}${t.incidents.merge.open}`,
    html`<h2>${t.incidents.merge.title}</h2><p>${t.incidents.merge.what}</p>
    ${form(
      { action: `/incidents/${review.incident.incident_id}/merge`, csrf },
      html`<ul class="bare choices">${mergeable.map(
        ({ incident_id, title, title_of, device_name, created_at }) =>
          html`<li><label><input type="checkbox" name="ids" value="${incident_id}"><span class="stacked"><span>#${incident_id} ${reader.titleOf({ title, title_of })}</span><span class="meta">${device_name === null ? null : html`${device_name} · `}${format.ago(created_at)}</span></span></label></li>`,
      )}</ul><button class="primary">${t.incidents.merge.send}</button>`,
    )}`,
  )
}

export interface IncidentPage {
  review: IncidentReview
  alerts: readonly AlertRecord[]
  /** Open alerts whose condition still holds. */
  holding: readonly AlertRecord[]
  deliveries: readonly DeliveryOutcome[]
  told: NotifiedPeople
  /** Whom the reader can call; null: nobody is called for it any more, or the reader may not. */
  callable: Callable | null
  people: readonly Actor[]
  mergeable: readonly IncidentRecord[]
  latest: readonly LatestState[]
  /** Other people viewing the incident now. */
  viewers: readonly Actor[]
  notice: Content
  state: FormState
}
