import { type Content, type Html, html } from '../../platform/html.ts'
import { own } from '../../platform/own.ts'
import { SEVERITIES } from '../../vocabulary/severities.ts'
import { disclosure } from '../parts/dialog.ts'
import { icon } from '../parts/icon.ts'
import { card, keyValues } from '../parts/page-parts.ts'
import { assignForm, personName } from '../parts/people.ts'
import { form } from '../shell/forms.ts'
import type { Visit } from '../shell/visit.ts'
import type { IncidentPage } from './incident-view.ts'

const MOST_DEVICES = 12

/** What it is about and who has dealt with it, with what else can be done. */
export function incidentFacts(visit: Visit, page: IncidentPage): Html {
  const { t } = visit
  const { incident } = page.review
  const action = `/incidents/${incident.incident_id}/assignment`
  return card(
    t.incidents.about,
    html`${keyValues(factsOf(visit, page))}
    ${
      visit.may('operator')
        ? html`${assignForm(visit, action, incident.assigned_to, page.people)}${incident.status === 'resolved' ? null : html`${severityForm(visit, page)}${mergeForm(visit, page)}`}`
        : null
    }`,
  )
}

export function factsOf(visit: Visit, { review }: Pick<IncidentPage, 'review'>): [string, Content][] {
  const { t, format } = visit
  const { facts, resolutions, origins } = t.incidents
  const { incident, time_to_acknowledge_s, time_to_resolve_s } = review
  const link = (id: number) => html`<a href="/incidents/${id}">#${id}</a>`
  const by = (person: Record<string, unknown> | null, at: Date) => html`${personName(person)}, ${format.at(at)}`
  const { devices, acknowledged_at, resolved_at, resolution, note } = incident
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
    [facts.toAcknowledge, time_to_acknowledge_s === null ? undefined : format.duration(time_to_acknowledge_s)],
    [facts.resolved, resolved_at === null ? undefined : by(incident.resolved_by, resolved_at)],
    [facts.toResolve, time_to_resolve_s === null ? undefined : format.duration(time_to_resolve_s)],
    [facts.resolution, resolution === null ? undefined : (own(resolutions, resolution) ?? resolution)],
    [facts.note, note ?? undefined],
    [facts.assigned, incident.assigned_to === null ? undefined : personName(incident.assigned_to)],
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

function severityForm(visit: Visit, { review }: IncidentPage): Html {
  const { t, csrf } = visit
  const { incident_id, severity } = review.incident
  return form(
    { action: `/incidents/${incident_id}/severity`, csrf, label: t.incidents.changeSeverity, inPlace: true },
    html`<div class="beside"><select name="severity" aria-label="${t.alerts.filters.severity}">
      ${SEVERITIES.map((value) => html`<option value="${value}"${value === severity ? html` selected` : null}>${t.shared.severities[value]}</option>`)}
    </select><button>${t.incidents.changeSeverity}</button></div>`,
  )
}

function mergeForm(visit: Visit, { review, mergeable }: IncidentPage): Content {
  const { t, csrf, format } = visit
  if (mergeable.length === 0) return null
  return disclosure(
    'merge',
    html`${icon('archive')}${t.incidents.merge.open}`,
    html`<h2>${t.incidents.merge.title}</h2><p>${t.incidents.merge.what}</p>
    ${form(
      { action: `/incidents/${review.incident.incident_id}/merge`, csrf },
      html`<ul class="bare choices">${mergeable.map(
        ({ incident_id, title, device_name, created_at }) =>
          html`<li><label><input type="checkbox" name="ids" value="${incident_id}"><span class="stacked"><span>#${incident_id} ${title}</span><span class="meta">${device_name === null ? null : html`${device_name} · `}${format.ago(created_at)}</span></span></label></li>`,
      )}</ul><button class="primary">${t.incidents.merge.send}</button>`,
    )}`,
  )
}
