import type { AuditEntry } from '../../core/audit-log/audit-entry.ts'
import type { ShownSilence } from '../../core/notifications/silence.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import { ownProperty } from '../../platform/own-property.ts'
import { actionButton, type FormState, formMessage } from '../frame/forms/forms.ts'
import { siteFact } from '../frame/forms/site-field.ts'
import { shell } from '../frame/page/layout.ts'
import type { Reader } from '../frame/page/reader.ts'
import { card, icon, keyValues, live } from '../frame/parts/page-parts.ts'
import { person } from '../frame/parts/people.ts'
import type { SilencePreview } from './read-preview.ts'
import { endButton } from './silence-list-view.ts'
import { previewPanel } from './silence-preview.ts'
import { type Names, silenceBadge, silenceScopeText, timesText } from './silence-texts.ts'

interface SilencePage {
  silence: ShownSilence
  names: Names
  /** Null after the end of the silence. */
  preview: SilencePreview | null
  changes: readonly AuditEntry[]
  notice: Content
  state: FormState
}

export function silenceView(reader: Reader, page: SilencePage): Html {
  const { t } = reader
  const { silence, state } = page
  return shell(
    reader,
    {
      title: silence.reason,
      place: 'silences',
      trail: [{ name: t.shared.places.silences, address: '/silences' }],
      badges: html`<span id="silence-state" data-live="silence">${silenceBadge(reader, silence.state)}</span>`,
      actions: html`<div id="silence-actions" class="beside" data-live="silence">${actions(reader, silence)}</div>`,
    },
    html`${page.notice}${formMessage(state)}
    <div class="wide-narrow">
      <div class="stack">
        ${live('silence-facts', 'silence alert incident', card(t.silences.about, facts(reader, page)))}
        ${page.changes.length === 0 ? null : card(t.silences.changes, history(reader, page.changes))}
      </div>
      ${page.preview === null ? null : live('silence-covers', 'silence alert device', card(t.silences.form.previewTitle, previewPanel(reader, page.preview)))}
    </div>`,
  )
}

function actions(reader: Reader, silence: ShownSilence): Content {
  const { t, csrf } = reader
  if (!reader.may('operator', silence.site_id)) return null
  const remove = actionButton({ action: `/silences/${silence.id}/removal`, csrf, inPlace: false }, t.terms.delete)
  return html`${endButton(reader, silence)}${silence.state === 'expired' ? null : html`<a class="button" href="/silences/${silence.id}/edit">${icon('pencil')}${t.silences.edit}</a>`}${silence.state === 'active' ? null : remove}`
}

function facts(reader: Reader, { silence, names }: SilencePage): Html {
  const { t, format } = reader
  const words = t.silences.facts
  const { held, sent, dropped } = silence.notifications
  return keyValues([
    ...siteFact(reader, silence),
    [t.terms.scope, silenceScopeText(reader, silence, names)],
    [t.terms.time, timesText(reader, silence)],
    [t.silences.form.startsAt, format.at(silence.starts_at)],
    [t.silences.form.endsAt, silence.ends_at === null ? words.noEnd : format.at(silence.ends_at)],
    [words.heldNow, format.number(held)],
    [words.sent, format.number(sent)],
    [words.dropped, format.number(dropped)],
    [t.silences.columns.by, html`${person(silence.created_by)}, ${format.ago(silence.created_at)}`],
    ...(silence.ended_at === null
      ? []
      : [[words.endedBy, html`${person(silence.ended_by)}, ${format.ago(silence.ended_at)}`] as const]),
  ])
}

const history = ({ t, format }: Reader, changes: readonly AuditEntry[]): Html =>
  html`<ul class="timeline">${changes.map(
    ({ at, actor, action, before, after }) =>
      html`<li><p><strong>${ownProperty(t.silences.actions, action) ?? action}</strong> · ${person({ ...actor })} <span class="meta">${format.at(at)}</span></p>
      ${action === 'silence.changed' ? html`<p class="meta">${Object.keys({ ...before, ...after }).join(', ')}</p>` : null}</li>`,
  )}</ul>`
