import type { AuditEntry } from '../../audit-log/audit-entry.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import { own } from '../../platform/own.ts'
import type { ShownSilence } from '../../silences/list-silences.ts'
import { icon } from '../parts/icon.ts'
import { card, keyValues, live } from '../parts/page-parts.ts'
import { personName } from '../parts/people.ts'
import { actionButton, type FormState, message } from '../shell/forms.ts'
import { shell } from '../shell/layout.ts'
import type { Visit } from '../shell/visit.ts'
import { endButton } from './silence-list-view.ts'
import { previewPanel, type SilencePreview } from './silence-preview.ts'
import { type Names, scopeText, silenceBadge, timesText } from './silence-texts.ts'

export interface SilencePage {
  silence: ShownSilence
  names: Names
  /** While it is not over. */
  preview: SilencePreview | null
  changes: readonly AuditEntry[]
  notice: Content
  state: FormState
}

export function silenceView(visit: Visit, page: SilencePage): Html {
  const { t } = visit
  const { silence, state } = page
  return shell(
    visit,
    {
      title: silence.reason,
      place: 'silences',
      trail: [{ name: t.silences.title, address: '/silences' }],
      badges: html`<span id="silence-state" data-live="silence">${silenceBadge(visit, silence.state)}</span>`,
      actions: html`<div id="silence-actions" class="inline-live" data-live="silence">${actions(visit, silence)}</div>`,
    },
    html`${page.notice}${message(state)}
    <div class="wide-narrow">
      <div class="stack">
        ${live('silence-facts', 'silence alert incident', card(t.silences.about, facts(visit, page)))}
        ${page.changes.length === 0 ? null : card(t.silences.changes, history(visit, page.changes))}
      </div>
      ${page.preview === null ? null : live('silence-covers', 'silence alert device', card(t.silences.form.previewTitle, previewPanel(visit, page.preview)))}
    </div>`,
  )
}

function actions(visit: Visit, silence: ShownSilence): Content {
  const { t, csrf } = visit
  if (!visit.may('operator')) return null
  const remove = actionButton({ action: `/silences/${silence.id}/removal`, csrf, inPlace: false }, t.silences.remove)
  return html`${endButton(visit, silence)}${silence.state === 'expired' ? null : html`<a class="button" href="/silences/${silence.id}/edit">${icon('pencil')}${t.silences.edit}</a>`}${silence.state === 'active' ? null : remove}`
}

function facts(visit: Visit, { silence, names }: SilencePage): Html {
  const { t, format } = visit
  const { columns, facts: words } = t.silences
  const { held, told, dropped } = silence.notifications
  return keyValues([
    [columns.scope, scopeText(visit, silence, names)],
    [columns.when, timesText(visit, silence)],
    [words.starts, format.at(silence.starts_at)],
    [words.ends, silence.ends_at === null ? words.noEnd : format.at(silence.ends_at)],
    [words.heldNow, format.number(held)],
    [words.told, format.number(told)],
    [words.dropped, format.number(dropped)],
    [words.made, html`${personName(silence.created_by)}, ${format.ago(silence.created_at)}`],
    ...(silence.ended_at === null
      ? []
      : [[words.endedBy, html`${personName(silence.ended_by)}, ${format.ago(silence.ended_at)}`] as const]),
  ])
}

const history = ({ t, format }: Visit, changes: readonly AuditEntry[]): Html =>
  html`<ul class="timeline">${changes.map(
    ({ at, actor, action, before, after }) =>
      html`<li><p><strong>${own(t.silences.actions, action) ?? action}</strong> · ${actor.email ?? 'Tocsin'} <span class="meta">${format.at(at)}</span></p>
      ${action === 'silence.changed' ? html`<p class="meta">${Object.keys({ ...before, ...after }).join(', ')}</p>` : null}</li>`,
  )}</ul>`
