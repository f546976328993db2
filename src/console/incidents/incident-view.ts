import type { AlertRecord } from '../../alerts/list-alerts.ts'
import type { IncidentRecord } from '../../incidents/incident-shape.ts'
import type { IncidentReview } from '../../incidents/review-incident.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import type { LatestState } from '../../telemetry/latest-states.ts'
import type { Actor } from '../../users/actor.ts'
import type { DeliveryOutcome } from '../../webhooks/deliveries-of-lane.ts'
import { alertRows } from '../alerts/alert-rows.ts'
import { deliveryList } from '../parts/delivery-list.ts'
import { card, live } from '../parts/page-parts.ts'
import { type FormState, form, message, textArea } from '../shell/forms.ts'
import { shell } from '../shell/layout.ts'
import type { Visit } from '../shell/visit.ts'
import { incidentFacts } from './incident-facts.ts'
import { incidentActions, incidentState } from './incident-header.ts'
import { placeOnMap } from './place.ts'
import { timelineOf } from './timeline.ts'
import { viewersOf } from './viewers.ts'
import { vitals } from './vitals.ts'

export interface IncidentPage {
  review: IncidentReview
  alerts: readonly AlertRecord[]
  /** Open alerts whose condition still holds. */
  holding: readonly AlertRecord[]
  deliveries: readonly DeliveryOutcome[]
  people: readonly Actor[]
  mergeable: readonly IncidentRecord[]
  latest: readonly LatestState[]
  /** Who else looks at it now. */
  viewers: readonly Actor[]
  notice: Content
  state: FormState
}

export function incidentView(visit: Visit, page: IncidentPage): Html {
  const { t } = visit
  const { review, state } = page
  const { incident } = review
  const [firstError] = Object.values(state.errors)
  return shell(
    visit,
    {
      title: incident.title,
      place: 'incidents',
      trail: [{ name: t.incidents.title, address: '/incidents' }],
      scripts: incident.lat === null ? [] : ['map'],
      badges: incidentState(visit, incident),
      actions: incidentActions(visit, incident, page.holding),
    },
    html`${viewersOf(visit, incident.incident_id, page.viewers)}${page.notice}${message({ ...state, message: state.message ?? firstError ?? null })}
    <div class="wide-narrow incident">
      <div class="stack">
        ${card(t.incidents.timeline, html`${live('incident-timeline', 'incident', timelineOf(visit, incident.timeline))}${noteForm(visit, page)}`)}
        ${live('incident-alerts', 'alert', related(visit, page))}
        ${live('incident-deliveries', 'incident webhook', card(t.alerts.notifications, deliveryList(visit, page.deliveries)))}
      </div>
      <div class="stack">
        ${live('incident-facts', 'incident', incidentFacts(visit, page))}
        ${card(t.incidents.place, placeOnMap(visit, incident, review.readings))}
        ${live('incident-vitals', 'reading', vitalsCard(visit, page))}
      </div>
    </div>`,
  )
}

const related = (visit: Visit, { alerts }: IncidentPage): Content =>
  alerts.length === 0 ? null : card(visit.t.incidents.alerts(alerts.length), alertRows(visit, alerts))

function vitalsCard(visit: Visit, { review, alerts, latest }: IncidentPage): Content {
  const { incident, readings } = review
  if (incident.devices.length === 0) return null
  const shown = latest.map((state) => {
    const device = incident.devices.find(({ id }) => id === state.device_id)!
    const first = alerts.find(({ device_id }) => device_id === device.id)?.triggered_at ?? incident.created_at
    const around = readings.find(({ device_id }) => device_id === device.id)?.readings ?? []
    return vitals(visit, first, { device, readings: around, latest: state })
  })
  const left = incident.devices.length - shown.length
  return card(
    visit.t.incidents.vitals.title,
    html`${shown}${left > 0 ? html`<p class="meta">${visit.t.incidents.vitals.more(left)}</p>` : null}`,
  )
}

const noteForm = (visit: Visit, { review, state }: IncidentPage): Content =>
  visit.may('operator')
    ? form(
        { action: `/incidents/${review.incident.incident_id}/notes`, csrf: visit.csrf, label: visit.t.alerts.addNote },
        html`${textArea({ name: 'text', label: visit.t.alerts.note, rows: 2, maxlength: 2_000 }, state)}<button>${visit.t.alerts.addNote}</button>`,
      )
    : null
