import type { AuditEntry } from '../../core/audit-log/audit-entry.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import { EMPTY_FORM, field, filled } from '../frame/forms/forms.ts'
import { choiceChips, filterBar, filterForm, pager } from '../frame/lists/list-parts.ts'
import { urlOf, withQuery } from '../frame/page/addresses.ts'
import { shell } from '../frame/page/layout.ts'
import type { Reader } from '../frame/page/reader.ts'
import { emptyState, icon } from '../frame/parts/page-parts.ts'
import { auditTable } from './audit-table.ts'
import type { ObjectName } from './object-names.ts'

/** The person of the list: the text of the field, and the name of a known person. */
export interface NamedActor {
  text: string
  name: string | null
}

interface AuditPage {
  entries: readonly AuditEntry[]
  nameOf: ObjectName
  nextCursor: string | null
  isFiltered: boolean
  actor: NamedActor
  /** By field. */
  errors: Readonly<Record<string, string>>
}

export function auditView(reader: Reader, page: AuditPage): Html {
  const { entries, nextCursor, isFiltered } = page
  const { audit: words } = reader.t
  const kinds = Object.entries(words.kinds).map(([kind, text]) => ({ value: `${kind}.*`, text }))
  return shell(
    reader,
    { title: reader.t.shared.places.audit, place: 'audit', actions: exportLinks(reader) },
    html`
    <p>${words.hint}</p>
    ${filterBar(choiceChips(reader, words.kind, 'action', kinds))}
    ${fieldFilters(reader, page)}
    ${entries.length === 0 ? emptyState('scroll-text', isFiltered ? words.noMatch : words.none) : auditTable(reader, entries, page.nameOf)}
    ${pager(reader, nextCursor)}`,
  )
}

function exportLinks(reader: Reader): Content {
  const { search } = urlOf(withQuery(reader.address, {}))
  const to = (format: string) => withQuery(`/audit/export${search}`, { format })
  return html`
    <a class="button quiet" href="${to('csv')}" download>${icon('download')}${reader.t.alerts.export}</a>
    <a class="button quiet" href="${to('ndjson')}" download>${icon('download')}${reader.t.audit.exportNdjson}</a>`
}

function fieldFilters(reader: Reader, { actor: { text, name }, isFiltered, errors }: AuditPage): Html {
  const { audit: words } = reader.t
  const { searchParams } = urlOf(reader.address)
  const day = (called: 'from' | 'to') => searchParams.get(called) ?? ''
  const state = filled({ actor: text, from: day('from'), to: day('to') }, { ...EMPTY_FORM, errors })
  const names = new Map(name === null ? [] : [[text, name]])
  const offers = { of: 'actors', isSingle: true, names } as const
  return filterForm(
    reader,
    { own: ['actor', 'from', 'to'], clear: isFiltered ? '/audit' : null },
    html`${field({ name: 'actor', label: reader.t.terms.person, optional: true, maxlength: 254, placeholder: words.actorHint, offers }, state)}
    ${field({ name: 'from', label: reader.t.terms.from, type: 'date', optional: true }, state)}
    ${field({ name: 'to', label: reader.t.terms.to, type: 'date', optional: true }, state)}`,
  )
}
