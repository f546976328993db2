import type { AuditEntry } from '../../audit-log/audit-entry.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import { withQuery } from '../parts/addresses.ts'
import { choiceChips } from '../parts/choice-chips.ts'
import { dataTable } from '../parts/data-table.ts'
import { diff } from '../parts/diff.ts'
import { icon } from '../parts/icon.ts'
import { filterBar, filterForm, pager } from '../parts/list-parts.ts'
import { emptyState } from '../parts/page-parts.ts'
import { shell } from '../shell/layout.ts'
import type { Visit } from '../shell/visit.ts'

export function auditView(
  visit: Visit,
  entries: readonly AuditEntry[],
  nextCursor: string | null,
  isFiltered: boolean,
): Html {
  const { audit: words } = visit.t
  const kinds = Object.entries(words.kinds).map(([kind, text]) => ({ value: `${kind}.*`, text }))
  return shell(
    visit,
    { title: words.title, place: 'audit', actions: exportLinks(visit) },
    html`
    <p>${words.hint}</p>
    ${filterBar(choiceChips(visit, words.kind, 'action', kinds))}
    ${moreFilters(visit, isFiltered)}
    ${entries.length === 0 ? emptyState('scroll-text', isFiltered ? words.noMatch : words.none) : table(visit, entries)}
    ${pager(visit, nextCursor)}`,
  )
}

function exportLinks(visit: Visit): Content {
  const { search } = new URL(withQuery(visit.address, {}), 'http://here')
  const to = (format: string) => withQuery(`/audit/export${search}`, { format })
  return html`
    <a class="button quiet" href="${to('csv')}" download>${icon('download')}${visit.t.audit.exportCsv}</a>
    <a class="button quiet" href="${to('ndjson')}" download>${icon('download')}${visit.t.audit.exportNdjson}</a>`
}

function moreFilters(visit: Visit, isFiltered: boolean): Html {
  const { audit: words } = visit.t
  const { searchParams } = new URL(visit.address, 'http://here')
  const input = (name: 'actor' | 'from' | 'to', type: string, placeholder = '') => html`
    <div class="field"><label for="audit-${name}">${words[name]}</label><input id="audit-${name}" name="${name}" type="${type}" value="${searchParams.get(name) ?? ''}"${placeholder === '' ? null : html` placeholder="${placeholder}"`}></div>`
  return filterForm(
    visit,
    ['action', 'subject_type', 'subject_id'],
    html`
    ${input('actor', 'text', words.actorHint)}
    ${input('from', 'date')}
    ${input('to', 'date')}
    <button>${words.show}</button>
    ${isFiltered ? html`<a href="/audit">${words.clear}</a>` : null}`,
  )
}

function table(visit: Visit, entries: readonly AuditEntry[]): Html {
  const { t, format } = visit
  const { audit: words } = t
  return dataTable({
    caption: words.title,
    rows: entries,
    key: ({ id }) => `entry-${id}`,
    columns: [
      { name: words.when, show: ({ at }) => html`<span class="nowrap">${format.at(at)}</span>` },
      {
        name: words.who,
        show: ({ actor, via }) =>
          html`<div class="who-did">${actor.email ?? (actor.type === 'user' ? String(actor.id) : words.actors[actor.type])}<br><span class="meta">${words.vias[via]}</span></div>`,
      },
      {
        name: words.what,
        show: ({ action }) =>
          html`<div>${words.actions[action] ?? action}<br><code class="meta nowrap">${action}</code></div>`,
      },
      { name: words.object, show: (entry) => objectOf(visit, entry) },
      {
        name: words.address,
        show: ({ address }) => (address === null ? '–' : html`<code class="nowrap">${address}</code>`),
      },
      { name: words.change, show: (entry) => changeOf(visit, entry) },
    ],
  })
}

/** Kinds of objects that have a page. */
const PAGES: Record<string, string> = {
  device: '/devices/',
  rule: '/rules/',
  alert: '/alerts/',
  incident: '/incidents/',
  silence: '/silences/',
  webhook: '/webhooks/',
  user: '/users/',
}

function objectOf(visit: Visit, { subject: { type, id, name }, action }: AuditEntry): Html {
  const folder = PAGES[type]
  const text = name ?? id
  const isGone = action.endsWith('.deleted') || id === 'unknown'
  const shown =
    folder === undefined || isGone
      ? html`${text}`
      : html`<a class="tap" href="${folder}${encodeURIComponent(id)}">${text}</a>`
  const only = withQuery(visit.address, { subject_type: type, subject_id: id })
  return html`<div>${shown}<br><a class="meta tap" href="${only}"><code>${type} ${id}</code></a></div>`
}

function changeOf({ t }: Visit, { before, after }: AuditEntry): Content {
  const { audit: words } = t
  const count = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]).size
  if (count === 0) return '–'
  return html`<details class="change"><summary>${words.changes(count)}</summary>${diff(words, before, after)}</details>`
}
