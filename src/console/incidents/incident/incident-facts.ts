import type { Callable } from '../../../core/actions/list-callable.ts'
import type { AlertRecord } from '../../../core/alerts/list-alerts.ts'
import type { Headline } from '../../../core/headline/headline.ts'
import type { IncidentRecord } from '../../../core/incidents/incident-shape.ts'
import type { IncidentReview } from '../../../core/incidents/review-incident.ts'
import type { Actor } from '../../../core/people/actor.ts'
import type { LatestState } from '../../../core/telemetry/latest/latest-states.ts'
import type { DeliveryOutcome } from '../../../core/webhooks/outbox/deliveries-of-lane.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { ownProperty } from '../../../platform/own-property.ts'
import type { AlertGraph } from '../../alerts/alert/read-alert-graph.ts'
import type { FormState } from '../../frame/forms/forms.ts'
import type { Hour } from '../../frame/headline/hour-line.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { card, keyValues } from '../../frame/parts/page-parts.ts'
import { person } from '../../frame/parts/people.ts'
import type { NotifiedPeople } from './notified-people.ts'

const MOST_DEVICES = 12

/** Facts about the incident, and the people involved. */
export const incidentFacts = (reader: Reader, page: Pick<IncidentPage, 'review'>): Html =>
  card(reader.t.incidents.about, keyValues(factRows(reader, page)))

export function factRows(reader: Reader, { review }: Pick<IncidentPage, 'review'>): [string, Content][] {
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
      t.shared.places.devices,
      devices.length === 0
        ? undefined
        : html`<span class="names">${shown}${devices.length > shown.length ? html`<span>+${devices.length - shown.length}</span>` : null}</span>`,
    ],
    [t.incidents.columns.opened, format.at(incident.created_at)],
    [facts.origin, origins[incident.origin]],
    [
      t.shared.alertStatuses.acknowledged,
      acknowledged_at === null ? undefined : by(incident.acknowledged_by, acknowledged_at),
    ],
    [
      facts[snoozed_until === null ? 'acknowledgedUntil' : 'snoozedUntil'],
      acknowledged_until === null ? undefined : format.at(acknowledged_until),
    ],
    [
      t.incidents.statistics.toAcknowledge,
      time_to_acknowledge_s === null ? undefined : format.duration(time_to_acknowledge_s),
    ],
    [t.shared.alertStatuses.resolved, resolved_at === null ? undefined : by(incident.resolved_by, resolved_at)],
    [t.incidents.statistics.toResolve, time_to_resolve_s === null ? undefined : format.duration(time_to_resolve_s)],
    [t.incidents.cause, resolution === null ? undefined : (ownProperty(resolutions, resolution) ?? resolution)],
    [facts.note, note ?? undefined],
    [t.alerts.assignee, incident.assigned_to === null ? undefined : person(incident.assigned_to)],
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

export interface IncidentPage {
  review: IncidentReview
  headline: Headline
  hour: Hour | null
  alerts: readonly AlertRecord[]
  /** Open alerts whose condition still holds. */
  holding: readonly AlertRecord[]
  /** The curve of its worst alert; null if nothing can be drawn. */
  curve: { alert: AlertRecord; graph: AlertGraph } | null
  deliveries: readonly DeliveryOutcome[]
  told: NotifiedPeople
  /** The people that the reader can call; null: nobody is called for it any more, or the reader may not. */
  callable: Callable | null
  /** Whether somebody called the reader, who has not answered yet. */
  isCalled: boolean
  people: readonly Actor[]
  mergeable: readonly IncidentRecord[]
  latest: readonly LatestState[]
  /** Other people viewing the incident now. */
  viewers: readonly Actor[]
  notice: Content
  state: FormState
}
