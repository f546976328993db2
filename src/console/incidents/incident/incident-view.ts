import { type Content, type Html, html } from '../../../platform/html.ts'
import { alertRows } from '../../alerts/list/alert-table.ts'
import { deliveryList } from '../../parts/delivery-list.ts'
import { card, live } from '../../parts/page-parts.ts'
import { form, message, textArea } from '../../shell/forms.ts'
import { shell } from '../../shell/layout.ts'
import { type Reader, readerOfDevice } from '../../shell/reader.ts'
import { type IncidentPage, incidentFacts } from './incident-facts.ts'
import { incidentActions, incidentState } from './incident-header.ts'
import { notifiedPeople } from './notified-people.ts'
import { placeOnMap } from './place.ts'
import { timelineOf } from './timeline.ts'
import { viewersOf } from './viewers.ts'
import { vitals } from './vitals.ts'

export function incidentView(reader: Reader, page: IncidentPage): Html {
  const { t } = reader
  const { review, state } = page
  const { incident } = review
  const { until: _shownInItsDialog, ...errors } = state.errors
  const [firstError] = Object.values(errors)
  return shell(
    reader,
    {
      title: reader.titleOf(incident),
      place: 'incidents',
      trail: [{ name: t.incidents.title, address: '/incidents' }],
      scripts: incident.lat === null ? [] : ['map'],
      badges: incidentState(reader, incident),
      actions: incidentActions(reader, incident, page),
    },
    html`${viewersOf(reader, incident.incident_id, page.viewers)}${page.notice}${message({ ...state, message: state.message ?? firstError ?? null })}
    <div class="wide-narrow incident">
      <div class="stack">
        ${card(t.incidents.timeline, html`${live('incident-timeline', 'incident', timelineOf(reader, incident.timeline))}${noteForm(reader, page)}`)}
        ${live('incident-alerts', 'alert', related(reader, page))}
        ${live('incident-deliveries', 'incident webhook', card(t.alerts.notifications, deliveryList(reader, page.deliveries)))}
      </div>
      <div class="stack">
        ${live('incident-facts', 'incident', incidentFacts(reader, page))}
        ${live('incident-notified', 'incident', notifiedPeople(reader, incident.incident_id, page.told))}
        ${card(t.incidents.place, placeOnMap(reader, incident, review.readings))}
        ${live('incident-vitals', 'reading', vitalsCard(reader, page))}
      </div>
    </div>`,
  )
}

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

const noteForm = (reader: Reader, { review, state }: IncidentPage): Content =>
  reader.may('operator')
    ? form(
        {
          action: `/incidents/${review.incident.incident_id}/notes`,
          csrf: reader.csrf,
          label: reader.t.alerts.addNote,
        },
        html`${textArea({ name: 'text', label: reader.t.alerts.note, rows: 2, maxlength: 2_000 }, state)}<button>${reader.t.alerts.addNote}</button>`,
      )
    : null
