import type { Headline } from '../../core/headline/headline.ts'
import type { IncidentRecord } from '../../core/incidents/incident-shape.ts'
import type { FirstIncidents } from '../../core/incidents/shift-incidents.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import { siteName } from '../frame/forms/site-field.ts'
import { listHeadline, whoAndHowBad } from '../frame/headline/list-headline.ts'
import type { Reader } from '../frame/page/reader.ts'
import { progressBadge, reachedBadge } from '../frame/parts/badges.ts'
import { person } from '../frame/parts/people.ts'
import { owner } from '../incidents/list/incident-table.ts'
import { type MyShift, SHOWN_ENTRIES } from './read-my-shift.ts'

/** The part of a line that a list decides: when, and who did what. */
type AboutIncident = (incident: IncidentRecord) => { when: Content; who: Content }

/** The most severe first, with who is on it. */
export function openList(reader: Reader, { open, headlines }: MyShift): Html {
  const { t, format } = reader
  const { openNow: words } = t.myShift
  return listOf(reader, words.none, open, headlines, '/incidents', (incident) => ({
    when: html`${t.terms.since} ${format.soon(incident.created_at)}`,
    who: html`<span>${owner(incident) ?? words.nobody}</span>${progressBadge(t, format, incident)}`,
  }))
}

export function acknowledgedList(reader: Reader, { acknowledged, headlines }: MyShift): Html {
  const { t, format } = reader
  return listOf(reader, t.myShift.acknowledged.none, acknowledged, headlines, '/incidents?status=all', (incident) => ({
    when: format.soon(incident.acknowledged_at!),
    who: progressBadge(t, format, incident),
  }))
}

/** By whom, or by the service. */
export function resolvedList(reader: Reader, { resolved, headlines }: MyShift): Html {
  const { t, format } = reader
  const { resolutions } = t.incidents
  return listOf(reader, t.myShift.resolved.none, resolved, headlines, '/incidents?status=resolved', (incident) => {
    const { resolved_by, resolution, note } = incident
    const how = resolution === null ? null : resolutions[resolution as keyof typeof resolutions]
    const who = resolved_by?.type === 'user' ? html`<span>${person(resolved_by)}</span>` : null
    return {
      when: html`${format.soon(incident.resolved_at!)}${note === null ? null : html` · ${note}`}`,
      who: html`${who}<span class="meta">${how}</span>`,
    }
  })
}

/** Silences, then snoozes and acknowledgements that end. */
export function endingList(reader: Reader, { endingBy, silences, openAgain, headlines }: MyShift): Html {
  const { t, format } = reader
  const { ending: words, more } = t.myShift
  const until = html`<p class="hint">${endingBy === null ? words.nextHours : words.until(format.toMinute(endingBy))}</p>`
  if (silences.length + openAgain.count === 0) return html`${until}<p class="empty">${words.none}</p>`
  const lines = silences
    .slice(0, SHOWN_ENTRIES)
    .map(
      ({ id, reason, window }) =>
        html`<li><div class="what"><a href="/silences/${id}">${words.silence}: ${reason}</a></div><div class="whose">${words.endsAt} ${format.soon(window!.to)}</div></li>`,
    )
  const behind = silences.length - lines.length
  return html`${until}
  ${silences.length === 0 ? null : html`<ul class="shift-incidents">${lines}</ul>`}
  ${behind === 0 ? null : html`<p><a href="/silences?state=active">${more(behind)}</a></p>`}
  ${
    openAgain.count === 0
      ? null
      : listOf(reader, '', openAgain, headlines, '/incidents?status=acknowledged', (incident) => ({
          when: owner(incident),
          who: html`${words.snooze} ${format.soon(incident.acknowledged_until!)}`,
        }))
  }`
}

function listOf(
  reader: Reader,
  none: string,
  { incidents, count }: FirstIncidents,
  headlines: ReadonlyMap<number, Headline>,
  all: string,
  about: AboutIncident,
): Html {
  if (incidents.length === 0) return html`<p class="empty">${none}</p>`
  const behind = count - incidents.length
  return html`<ul class="shift-incidents">${incidents.map((incident) => incidentLine(reader, incident, headlines.get(incident.incident_id), about(incident)))}</ul>
  ${behind > 0 ? html`<p><a href="${all}">${reader.t.myShift.more(behind)}</a></p>` : null}`
}

/** How bad, who with the value, then what is wrong and since when, and who is on it. */
function incidentLine(
  reader: Reader,
  incident: IncidentRecord,
  headline: Headline | undefined,
  { when, who }: ReturnType<AboutIncident>,
): Html {
  const { incident_id, site } = incident
  const said = listHeadline(reader, incident, headline)
  const place = reader.sites.length < 2 ? null : html` · ${siteName(reader, site)}`
  return html`<li><div>${reachedBadge(reader.t, incident)}</div>
  <div class="what">${whoAndHowBad(said, `/incidents/${incident_id}`)}<p class="meta">${said.title === null ? null : html`${said.title} · `}${when}${place}</p></div>
  <div class="whose">${who}</div></li>`
}

/** In one line. */
export const incidentName = ({ titleOf }: Reader, incident: IncidentRecord): Content =>
  incident.device_name === null ? titleOf(incident) : `${incident.device_name}: ${titleOf(incident)}`
