import type { IncidentWithTimeline } from '../../../core/incidents/incident-shape.ts'
import { SEVERITIES, type Severity } from '../../../core/vocabulary/severities.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { own } from '../../../platform/own.ts'
import { severityBadge } from '../../parts/badges.ts'
import { type IconName, icon } from '../../parts/icon.ts'
import { personName } from '../../parts/people.ts'
import type { Reader } from '../../shell/reader.ts'

type Entry = IncidentWithTimeline['timeline'][number]

const ICONS: Record<Entry['kind'], IconName> = {
  created: 'siren',
  alert_added: 'bell-ring',
  severity_changed: 'gauge',
  alert_resolved: 'circle-check',
  alert_reopened: 'rotate-ccw',
  alert_acknowledged: 'check',
  device_added: 'wifi-off',
  device_returned: 'radio',
  silenced: 'bell-off',
  notified: 'bell',
  acknowledged: 'check',
  unacknowledged: 'rotate-ccw',
  assigned: 'circle-user',
  note: 'file-text',
  location: 'map-pin',
  merged: 'archive',
  webhook_delivered: 'send',
  webhook_failed: 'circle-alert',
  resolved: 'check-check',
  reopened: 'rotate-ccw',
}

/** The timeline in order. `exact` prints times instead of "3 minutes ago", for paper. */
export const timelineOf = (reader: Reader, entries: readonly Entry[], { exact = false } = {}): Html => html`
<ol class="timeline incident-timeline">${entries.map(
  (entry) => html`<li class="${entry.kind}">${icon(ICONS[entry.kind])}<div>
    <p><strong>${reader.t.incidents.kinds[entry.kind]}</strong>${entry.by?.type === 'user' ? html` · ${personName(entry.by)}` : null} <span class="meta">${exact ? reader.format.at(entry.at) : reader.format.ago(entry.at)}</span></p>
    ${entry.text === '' ? null : html`<p class="${entry.kind === 'note' ? 'note-text' : ''}">${entryText(reader, entry)}</p>`}
  </div></li>`,
)}</ol>`

/** The text of an entry begins with a severity if it is about an alert, and with two if a severity was changed. */
function entryText({ t, titleOf }: Reader, { kind, text }: Entry): Content {
  if (kind === 'note') return text
  const [, severity, title = ''] = /^(\w+): (.*)$/s.exec(text) ?? []
  if (severity !== undefined && isSeverity(severity)) return html`${severityBadge(t, severity)} ${titleOf({ title })}`
  const [, before = '', after = ''] = /^(\w+) to (\w+)$/.exec(text) ?? []
  if (isSeverity(before) && isSeverity(after)) return html`${severityBadge(t, before)} → ${severityBadge(t, after)}`
  if (kind === 'resolved' && text === 'Nothing about it is wrong any more') return t.incidents.nothingWrong
  return kind === 'resolved' ? (own(t.incidents.resolutions, text) ?? text) : text
}

const isSeverity = (word: string): word is Severity => (SEVERITIES as readonly string[]).includes(word)
