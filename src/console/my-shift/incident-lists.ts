import type { Headline } from '../../core/headline/headline.ts'
import type { IncidentRecord } from '../../core/incidents/incident-shape.ts'
import type { FirstIncidents } from '../../core/incidents/shift-incidents.ts'
import { measureOf } from '../../core/vocabulary/measures.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import { owner } from '../incidents/list/incident-table.ts'
import { progressBadge, reachedBadge } from '../parts/badges.ts'
import { type Column, dataTable } from '../parts/data-table.ts'
import { formats } from '../parts/formats/formats.ts'
import { person } from '../parts/people.ts'
import { siteColumn } from '../parts/site-field.ts'
import type { Reader } from '../shell/reader.ts'
import { type MyShift, SHOWN } from './read-my-shift.ts'

type IncidentColumn = Column<IncidentRecord>

/** The most severe first, with who is on it. */
export function openList(reader: Reader, { open, headlines }: MyShift): Html {
  const { t, format } = reader
  const { openNow: words } = t.myShift
  return listOf(reader, words.title, words.none, open, headlines, '/incidents', [
    { name: words.since, show: ({ created_at }) => format.soon(created_at) },
    {
      name: words.who,
      show: (incident) =>
        html`<span class="stacked"><span>${owner(incident) ?? words.nobody}</span><span>${progressBadge(t, format, incident)}</span></span>`,
    },
  ])
}

export function acknowledgedList(reader: Reader, { acknowledged, headlines }: MyShift): Html {
  const { t, format } = reader
  const { acknowledged: words } = t.myShift
  return listOf(reader, words.title, words.none, acknowledged, headlines, '/incidents?status=all', [
    { name: words.when, show: ({ acknowledged_at }) => acknowledged_at && format.soon(acknowledged_at) },
    { name: words.state, show: (incident) => progressBadge(t, format, incident) },
  ])
}

/** By whom, or by the service. */
export function resolvedList(reader: Reader, { resolved, headlines }: MyShift): Html {
  const { t, format } = reader
  const { resolved: words } = t.myShift
  return listOf(reader, words.title, words.none, resolved, headlines, '/incidents?status=resolved', [
    { name: words.when, show: ({ resolved_at }) => resolved_at && format.soon(resolved_at) },
    { name: words.who, show: (incident) => resolvedBy(reader, incident) },
  ])
}

function resolvedBy({ t }: Reader, { resolved_by, resolution, note }: IncidentRecord): Html {
  const { resolutions } = t.incidents
  const how = resolution === null ? null : resolutions[resolution as keyof typeof resolutions]
  const isPerson = resolved_by?.type === 'user'
  return html`<span class="stacked"><span>${isPerson ? person(resolved_by) : how}</span>${isPerson && how !== null ? html`<span class="meta">${how}</span>` : null}${note === null ? null : html`<span class="note">${note}</span>`}</span>`
}

/** Silences, then snoozes and acknowledgements that end. */
export function endingList(reader: Reader, { endingBy, silences, openAgain, headlines }: MyShift): Html {
  const { t, format } = reader
  const { ending: words, more } = t.myShift
  const until = html`<p class="hint">${endingBy === null ? words.nextHours : words.until(format.toMinute(endingBy))}</p>`
  if (silences.length + openAgain.count === 0) return html`${until}<p class="empty">${words.none}</p>`
  const lines = silences
    .slice(0, SHOWN)
    .map(
      ({ id, reason, window }) =>
        html`<li><span>${words.silence}: <a href="/silences/${id}">${reason}</a></span> <span class="meta">${words.endsAt} ${format.soon(window!.to)}</span></li>`,
    )
  const behind = silences.length - lines.length
  return html`${until}
  ${silences.length === 0 ? null : html`<ul class="duty-list">${lines}</ul>`}
  ${behind === 0 ? null : html`<p><a href="/silences?state=active">${more(behind)}</a></p>`}
  ${
    openAgain.count === 0
      ? null
      : listOf(reader, words.snooze, '', openAgain, headlines, '/incidents?status=acknowledged', [
          {
            name: words.snooze,
            show: ({ acknowledged_until }) => acknowledged_until && format.soon(acknowledged_until),
          },
          { name: t.myShift.openNow.who, show: owner },
        ])
  }`
}

function listOf(
  reader: Reader,
  caption: string,
  none: string,
  { incidents, count }: FirstIncidents,
  headlines: ReadonlyMap<number, Headline>,
  all: string,
  columns: readonly IncidentColumn[],
): Html {
  if (incidents.length === 0) return html`<p class="empty">${none}</p>`
  const { t } = reader
  const behind = count - incidents.length
  const table = dataTable<IncidentRecord>({
    caption,
    rows: incidents,
    key: ({ incident_id }) => `${caption}-${incident_id}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
    address: ({ incident_id }) => `/incidents/${incident_id}`,
    columns: [
      { name: t.incidents.columns.severity, kind: 'lead', show: (incident) => reachedBadge(t, incident) },
      {
        name: t.myShift.incident,
        kind: 'main',
        show: (incident) => incidentCell(reader, incident, headlines.get(incident.incident_id)),
      },
      ...siteColumn<IncidentRecord>(reader),
      ...columns,
    ],
  })
  return html`${table}${behind > 0 ? html`<p><a href="${all}">${t.myShift.more(behind)}</a></p>` : null}`
}

/** Who and how bad, then what is wrong. */
function incidentCell(reader: Reader, incident: IncidentRecord, headline: Headline | undefined): Html {
  const { incident_id, device_name } = incident
  const title = reader.titleOf(incident)
  const value = headline === undefined ? null : valueText(reader, headline)
  const who = device_name === null ? title : value === null ? device_name : `${device_name}: ${value}`
  return html`<span class="stacked"><a href="/incidents/${incident_id}">${who}</a>${device_name === null ? null : html`<span class="meta">${title}</span>`}</span>`
}

/** In one line. */
export const incidentName = ({ titleOf }: Reader, incident: IncidentRecord): Content =>
  incident.device_name === null ? titleOf(incident) : `${incident.device_name}: ${titleOf(incident)}`

/** In the units of the reader; a unit of the device or of its rule is kept. */
function valueText(reader: Reader, { metric, value, unit }: Headline): string | null {
  if (metric === null || value === null) return null
  const field = `metrics.${metric}`
  const isUsual = unit === (measureOf(field)?.unit || null)
  const { preferences, now, format } = reader
  const own = isUsual || unit === null ? format : formats(preferences, now, { [metric]: { unit } })
  return own.value(field, value)
}
