import type { AuditEntry } from '../../core/audit-log/audit-entry.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import { urlOf, withQuery } from '../parts/addresses.ts'
import { choiceChips, filterBar, filterForm, pager } from '../parts/list-parts.ts'
import { emptyState, icon } from '../parts/page-parts.ts'
import { shell } from '../shell/layout.ts'
import type { Reader } from '../shell/reader.ts'
import { auditTable } from './audit-table.ts'

export function auditView(
  reader: Reader,
  entries: readonly AuditEntry[],
  nextCursor: string | null,
  isFiltered: boolean,
): Html {
  const { audit: words } = reader.t
  const kinds = Object.entries(words.kinds).map(([kind, text]) => ({ value: `${kind}.*`, text }))
  return shell(
    reader,
    { title: words.title, place: 'audit', actions: exportLinks(reader) },
    html`
    <p>${words.hint}</p>
    ${filterBar(choiceChips(reader, words.kind, 'action', kinds))}
    ${moreFilters(reader, isFiltered)}
    ${entries.length === 0 ? emptyState('scroll-text', isFiltered ? words.noMatch : words.none) : auditTable(reader, entries)}
    ${pager(reader, nextCursor)}`,
  )
}

function exportLinks(reader: Reader): Content {
  const { search } = urlOf(withQuery(reader.address, {}))
  const to = (format: string) => withQuery(`/audit/export${search}`, { format })
  return html`
    <a class="button quiet" href="${to('csv')}" download>${icon('download')}${reader.t.audit.exportCsv}</a>
    <a class="button quiet" href="${to('ndjson')}" download>${icon('download')}${reader.t.audit.exportNdjson}</a>`
}

function moreFilters(reader: Reader, isFiltered: boolean): Html {
  const { audit: words } = reader.t
  const { searchParams } = urlOf(reader.address)
  const input = (name: 'actor' | 'from' | 'to', type: string, placeholder = '') => html`
    <div class="field"><label for="audit-${name}">${words[name]}</label><input id="audit-${name}" name="${name}" type="${type}" value="${searchParams.get(name) ?? ''}"${placeholder === '' ? null : html` placeholder="${placeholder}"`}></div>`
  return filterForm(
    reader,
    ['action', 'subject_type', 'subject_id'],
    html`
    ${input('actor', 'text', words.actorHint)}
    ${input('from', 'date')}
    ${input('to', 'date')}
    <button>${words.show}</button>
    ${isFiltered ? html`<a href="/audit">${words.clear}</a>` : null}`,
  )
}
