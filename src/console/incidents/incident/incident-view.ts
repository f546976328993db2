import { type Content, type Html, html } from '../../../platform/html.ts'
import { alertGraph } from '../../alerts/alert/alert-graph.ts'
import { alertRows } from '../../alerts/list/alert-table.ts'
import { formMessage } from '../../frame/forms/forms.ts'
import { sayHeadline } from '../../frame/headline/say-headline.ts'
import { deliveryCard } from '../../frame/lists/delivery-list.ts'
import { shell } from '../../frame/page/layout.ts'
import { type Reader, readerOfDevice } from '../../frame/page/reader.ts'
import { card, live } from '../../frame/parts/page-parts.ts'
import { vitals } from './device-values.ts'
import { type IncidentPage, incidentFacts } from './incident-facts.ts'
import { incidentHead } from './incident-header.ts'
import { placeOnMap } from './incident-map.ts'
import { writtenNotes } from './incident-notes.ts'
import { notifiedPeople } from './notified-people.ts'
import { timelineOf } from './timeline.ts'
import { viewersOf } from './viewers.ts'

/**
 * The page: who, how bad, since when, where, what helps; then what can be done; then what people wrote, and the evidence.
 * Deliveries come last, folded.
 */
export function incidentView(reader: Reader, page: IncidentPage): Html {
  const { t } = reader
  const { review, headline, state } = page
  const { incident } = review
  const { until: _shownInItsDialog, ...errors } = state.errors
  const [firstError] = Object.values(errors)
  return shell(
    reader,
    {
      title: sayHeadline(reader, headline).subject,
      place: 'incidents',
      trail: [{ name: t.shared.places.incidents, address: '/incidents' }],
      head: html`${viewersOf(reader, incident.incident_id, page.viewers)}${incidentHead(reader, page)}`,
    },
    html`${page.notice}${formMessage({ ...state, message: state.message ?? firstError ?? null })}
    <div class="wide-narrow incident">
      <div class="stack">
        ${writtenNotes(reader, page)}
        ${live('incident-curve', 'alert reading', curve(reader, page))}
        ${live('incident-vitals', 'reading', vitalsCard(reader, page))}
        ${incident.lat === null ? null : card(t.devices.columns.place, placeOnMap(reader, incident, review.readings))}
        ${live('incident-alerts', 'alert', related(reader, page))}
        ${card(t.incidents.timeline, live('incident-timeline', 'incident', timelineOf(reader, incident.timeline)))}
      </div>
      <div class="stack">
        ${live('incident-facts', 'incident', incidentFacts(reader, page))}
        ${live('incident-notified', 'incident', notifiedPeople(reader, page.told))}
        ${live('incident-deliveries', 'incident webhook', deliveryCard(reader, page.deliveries))}
      </div>
    </div>`,
  )
}

const curve = (reader: Reader, { curve: drawn }: IncidentPage): Content =>
  drawn === null
    ? null
    : card(
        reader.t.incidents.curve,
        alertGraph(readerOfDevice(reader, drawn.alert.device_metrics), drawn.alert, drawn.graph),
      )

const related = (reader: Reader, { alerts }: IncidentPage): Content =>
  alerts.length === 0 ? null : card(reader.t.shared.alerts(alerts.length), alertRows(reader, alerts))

function vitalsCard(reader: Reader, { review, alerts, latest }: IncidentPage): Content {
  const { incident, readings } = review
  if (incident.devices.length === 0) return null
  const shown = latest.map((state) => {
    const device = incident.devices.find(({ id }) => id === state.device_id)!
    const first = alerts.find(({ device_id }) => device_id === device.id)?.triggered_at ?? incident.created_at
    const around = readings.find(({ device_id }) => device_id === device.id)?.readings ?? []
    return vitals(readerOfDevice(reader, state.device_metrics), first, { device, readings: around, latest: state })
  })
  const left = incident.devices.length - shown.length
  return card(
    reader.t.incidents.vitals.title,
    html`${shown}${left > 0 ? html`<p class="meta">${reader.t.incidents.vitals.more(left)}</p>` : null}`,
  )
}
