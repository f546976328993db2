import type { Headline } from '../../../core/headline/headline.ts'
import type { IncidentRecord } from '../../../core/incidents/incident-shape.ts'
import type { OpenOrder } from '../../../core/incidents/open-order.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { sortable } from '../../alerts/list/list-filters.ts'
import { selectColumn } from '../../frame/bulk/selection.ts'
import { placeText } from '../../frame/formats/place-text.ts'
import { acknowledgeButton, rowName } from '../../frame/forms/acknowledge-button.ts'
import { siteColumn } from '../../frame/forms/site-field.ts'
import { listHeadline } from '../../frame/headline/list-headline.ts'
import { type Column, dataTable } from '../../frame/lists/data-table.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { progressBadge, reachedBadge } from '../../frame/parts/badges.ts'
import { person as personOf } from '../../frame/parts/people.ts'

export const incidentTable = (
  reader: Reader,
  incidents: readonly IncidentRecord[],
  columns: readonly Column<IncidentRecord>[],
): Html =>
  dataTable({
    caption: reader.t.shared.places.incidents,
    rows: incidents,
    key: ({ incident_id }) => `incident-${incident_id}`,
    address: ({ incident_id }) => `/incidents/${incident_id}`,
    columns,
  })

/** Those that are not resolved have a checkbox. `order` is that of a list that can be sorted. */
export function incidentColumns(
  reader: Reader,
  order: OpenOrder | null,
  headlines: ReadonlyMap<number, Headline>,
): Column<IncidentRecord>[] {
  const { t, format } = reader
  const { columns } = t.incidents
  const mayAct = reader.may('operator')
  const all: (Column<IncidentRecord> | false)[] = [
    mayAct &&
      selectColumn(t.terms.select, (incident) =>
        incident.status === 'resolved' || !reader.may('operator', incident.site?.id ?? null)
          ? null
          : { id: incident.incident_id, label: t.alerts.selectOne(rowName(reader, incident)) },
      ),
    {
      name: t.terms.severity,
      kind: 'lead',
      ...sortable(reader, order, '-severity'),
      show: (incident) => reachedBadge(t, incident),
    },
    { name: t.terms.incident, kind: 'main', show: (incident) => title(reader, incident) },
    {
      name: t.terms.device,
      ...sortable(reader, order, 'device'),
      show: (incident) => where(reader, incident, headlines.get(incident.incident_id)),
    },
    { name: t.alerts.columns.value, show: (incident) => howBad(reader, incident, headlines.get(incident.incident_id)) },
    ...siteColumn<IncidentRecord>(reader),
    { name: columns.opened, ...sortable(reader, order, '-time'), show: ({ created_at }) => format.ago(created_at) },
    {
      name: t.terms.state,
      ...sortable(reader, order, 'status'),
      show: (incident) => progressBadge(t, format, incident),
    },
    { name: t.alerts.assignee, show: (incident) => ownerAndTime(reader, incident) },
    mayAct && {
      name: t.shared.actions,
      kind: 'actions',
      show: (one) =>
        reader.may('operator', one.site?.id ?? null) && acknowledgeButton(reader, `/incidents/${one.incident_id}`, one),
    },
  ]
  return all.filter((column) => column !== false)
}

const title = ({ t, titleOf }: Reader, incident: IncidentRecord): Html => {
  const { incident_id, alert_ids, silenced_by } = incident
  const { marks } = t.alerts
  const silenced =
    silenced_by === null
      ? null
      : html` <span class="badge" title="${marks.silenced.title}">${marks.silenced.text}</span>`
  return html`<span class="stacked"><span><a href="/incidents/${incident_id}">${titleOf(incident)}</a>${silenced}</span><span class="meta">#${incident_id}${alert_ids.length === 0 ? null : ` · ${t.shared.alerts(alert_ids.length)}`}</span></span>`
}

/** The assignee, or else the person who acknowledged. */
export const owner = ({ assigned_to, acknowledged_by }: IncidentRecord): Content => {
  const person = assigned_to ?? acknowledged_by
  return person === null ? null : personOf(person)
}

/** The owner, and the time to acknowledgement. */
function ownerAndTime({ t, format }: Reader, incident: IncidentRecord): Content {
  const { created_at, acknowledged_at } = incident
  const seconds = acknowledged_at === null ? null : (acknowledged_at.getTime() - created_at.getTime()) / 1_000
  const whose = owner(incident)
  if (whose === null && seconds === null) return null
  return html`<span class="stacked"><span>${whose}</span>${seconds === null ? null : html`<span class="meta">${t.headline.after(format.duration(seconds))}</span>`}</span>`
}

function where(reader: Reader, incident: IncidentRecord, headline: Headline | undefined): Content {
  const { device_id, device_name, lat, lng } = incident
  const device = device_id === null ? null : html`<a class="device" href="/devices/${device_id}">${device_name}</a>`
  if (lat === null || lng === null) return device === null ? null : html`<span class="stacked">${device}</span>`
  const place = placeText(reader, { lat, lng }, headline?.place ?? null)
  return html`<span class="stacked">${device}<span class="meta at">${place}</span></span>`
}

/** The value of what has one; the title says the rest. */
function howBad(reader: Reader, incident: IncidentRecord, headline: Headline | undefined): Content {
  if (headline?.kind !== 'value') return null
  const { what, now } = listHeadline(reader, incident, headline)
  return html`<span class="stacked in-short"><strong class="${incident.severity}">${what}</strong>${now === null ? null : html`<span class="meta">${now}</span>`}</span>`
}
