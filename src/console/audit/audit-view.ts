import type { AuditEntry } from '../../audit-log/audit-entry.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import { withQuery } from '../parts/addresses.ts'
import { choiceChips } from '../parts/choice-chips.ts'
import { icon } from '../parts/icon.ts'
import { filterBar, filterForm, pager } from '../parts/list-parts.ts'
import { emptyState } from '../parts/page-parts.ts'
import { shell } from '../shell/layout.ts'
import type { Visit } from '../shell/visit.ts'
import { auditTable } from './audit-table.ts'

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
    ${entries.length === 0 ? emptyState('scroll-text', isFiltered ? words.noMatch : words.none) : auditTable(visit, entries)}
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
