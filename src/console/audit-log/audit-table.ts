import type { AuditEntry } from '../../core/audit-log/audit-entry.ts'
import { type Html, html } from '../../platform/html.ts'
import { ownProperty } from '../../platform/own-property.ts'
import { dataTable } from '../frame/lists/data-table.ts'
import { withQuery } from '../frame/page/addresses.ts'
import type { Reader } from '../frame/page/reader.ts'
import { diff } from '../frame/parts/diff.ts'
import { icon } from '../frame/parts/page-parts.ts'
import type { ObjectName } from './object-names.ts'

/** On a phone, an entry is two lines, and a card when its details are open. */
export function auditTable(reader: Reader, entries: readonly AuditEntry[], nameOf: ObjectName): Html {
  const runs = runsOf(entries)
  const { audit: words } = reader.t
  const table = dataTable({
    caption: reader.t.shared.places.audit,
    rows: runs,
    key: ([{ id }]) => `entry-${id}`,
    columns: [
      { name: reader.t.terms.time, show: ([entry]) => whenOf(reader, entry) },
      { name: words.who, show: ([entry]) => whoOf(reader, entry) },
      { name: words.what, show: ([entry, ...others]) => whatOf(reader, entry, others.length) },
      { name: words.object, show: (run) => objectsOf(reader, run, nameOf) },
      {
        name: reader.t.account.sessions.address,
        show: ([{ address }]) =>
          html`<div class="audit-address">${address === null ? '–' : html`<code class="nowrap">${address}</code>`}</div>`,
      },
      { name: words.change, show: (run) => changesOf(reader, run, nameOf) },
    ],
  })
  return html`<div class="audit">${table}</div>`
}

type Run = [AuditEntry, ...AuditEntry[]]

/** Entries that are one line: what the service itself did at once to several objects, as adding its rules. */
function runsOf(entries: readonly AuditEntry[]): Run[] {
  const runs: Run[] = []
  for (const entry of entries) {
    const [last] = runs.at(-1) ?? []
    const isSame =
      last?.actor.type === 'system' &&
      entry.actor.type === 'system' &&
      last.action === entry.action &&
      last.at.getTime() === entry.at.getTime()
    if (isSame) runs.at(-1)!.push(entry)
    else runs.push([entry])
  }
  return runs
}

const whenOf = ({ format }: Reader, { at }: AuditEntry): Html =>
  html`<div class="audit-when nowrap"><span class="whole-time">${format.at(at)}</span><span class="short-time">${format.ago(at)}</span></div>`

function whoOf({ t }: Reader, { actor, via }: AuditEntry): Html {
  const { audit: words } = t
  const { name, email } = actor
  const shown = name ?? email ?? (actor.type === 'user' ? String(actor.id) : words.actors[actor.type])
  const how = ownProperty(words.vias, via) ?? ownProperty(t.contactKinds, via)?.name ?? via
  const more = name === null || email === null ? how : `${email} · ${how}`
  return html`<div class="audit-who">${shown}<span class="aside meta">${more}</span></div>`
}

const whatOf = ({ t, format }: Reader, { action, after }: AuditEntry, others: number): Html =>
  html`<div class="audit-what">${ownProperty(t.audit.actions, action) ?? action}${others > 0 ? ` × ${format.number(others + 1)}` : countOf(after, format)}<code class="aside meta nowrap">${action}</code></div>`

/** Number of events that one entry sums up, such as failed logins. */
const countOf = (after: AuditEntry['after'], format: Reader['format']): string =>
  typeof after?.count === 'number' && after.count > 1 ? ` × ${format.number(after.count)}` : ''

/** Kinds of objects that have a page. */
const PAGES: Record<string, string> = {
  device: '/devices/',
  rule: '/rules/',
  geofence: '/geofences/',
  alert: '/alerts/',
  incident: '/incidents/',
  escalation_policy: '/escalation-policies/',
  silence: '/silences/',
  schedule: '/on-call/',
  source: '/sources/',
  webhook: '/webhooks/',
  user: '/users/',
}

const objectsOf = (reader: Reader, [entry, other, ...more]: Run, nameOf: ObjectName): Html =>
  other === undefined
    ? objectOf(reader, entry, nameOf)
    : html`<div class="audit-object">${[entry, other].map(({ subject }) => nameOf(subject)).join(', ')}${more.length > 0 ? ', …' : ''}</div>`

function objectOf(reader: Reader, { subject, action }: AuditEntry, nameOf: ObjectName): Html {
  const { type, id } = subject
  const folder = ownProperty(PAGES, type)
  const text = nameOf(subject)
  const isGone = action.endsWith('.deleted') || id === 'unknown'
  const shown =
    folder === undefined || isGone
      ? html`${text}`
      : html`<a class="tap" href="${folder}${encodeURIComponent(id)}">${text}</a>`
  const only = withQuery(reader.address, { subject_type: type, subject_id: id })
  return html`<div class="audit-object">${shown}<a class="aside meta tap" href="${only}"><code>${type} ${id}</code></a></div>`
}

/** The change of one entry, or all objects of a run, each with a link to what was changed. */
const changesOf = (reader: Reader, run: Run, nameOf: ObjectName): Html =>
  run.length === 1
    ? changeOf(reader, run[0])
    : html`<details class="change"><summary><span>${reader.t.audit.details}</span>${icon('chevron-down')}</summary>${run.map((entry) => objectOf(reader, entry, nameOf))}</details>`

function changeOf({ t }: Reader, { before, after }: AuditEntry): Html {
  const { audit: words } = t
  const count = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]).size
  const says = count === 0 ? words.details : words.changes(count)
  return html`<details class="${count === 0 ? 'change nothing' : 'change'}"><summary><span>${says}</span>${icon('chevron-down')}</summary>${count === 0 ? '–' : diff(words, before, after)}</details>`
}
