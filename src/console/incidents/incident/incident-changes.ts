import { SEVERITIES } from '../../../core/vocabulary/severities.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { form } from '../../frame/forms/forms.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { disclosure, icon } from '../../frame/parts/page-parts.ts'
import { assignForm } from '../../frame/parts/people.ts'
import type { IncidentPage } from './incident-facts.ts'

// Changes of an incident that need a choice. Each is a dialog of the menu of its page.

export function assignDialog(reader: Reader, { review, people }: IncidentPage, spoken: string): Html {
  const { t } = reader
  const { incident_id, assigned_to } = review.incident
  return disclosure(
    'assign',
    html`${icon('circle-user')}${t.alerts.assign}`,
    html`<h2>${t.alerts.assign}</h2>${assignForm(reader, `/incidents/${incident_id}/assignment`, assigned_to, people)}`,
    'quiet',
    { label: t.headline.spoken(t.alerts.assign, spoken) },
  )
}

export function severityDialog(reader: Reader, { review }: IncidentPage, spoken: string): Html {
  const { t, csrf } = reader
  const { incident_id, severity } = review.incident
  const { changeSeverity } = t.incidents
  return disclosure(
    'severity',
    html`${icon('gauge')}${changeSeverity}`,
    html`<h2>${changeSeverity}</h2>${form(
      { action: `/incidents/${incident_id}/severity`, csrf, inPlace: true },
      html`<div class="beside"><select name="severity" aria-label="${t.terms.severity}">
      ${SEVERITIES.map((value) => html`<option value="${value}"${value === severity ? html` selected` : null}>${t.shared.severities[value]}</option>`)}
    </select><button>${changeSeverity}</button></div>`,
    )}`,
    'quiet',
    { label: t.headline.spoken(changeSeverity, spoken) },
  )
}

export function mergeDialog(reader: Reader, { review, mergeable }: IncidentPage): Content {
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
