import type { AuditEntry } from '../../core/audit-log/audit-entry.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import { ownProperty } from '../../platform/own-property.ts'
import { EMPTY_FORM, field, filled } from '../frame/forms/forms.ts'
import { type ChosenFilter, choiceChips, filterForm, listFilters, pager } from '../frame/lists/list-parts.ts'
import { type Period, periodFilter } from '../frame/lists/period-filter.ts'
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
  query: { action?: string; subject_type?: string; subject_id?: string }
  period: Period
  actor: NamedActor
  /** By field. */
  errors: Readonly<Record<string, string>>
}

export function auditView(reader: Reader, page: AuditPage): Html {
  const { entries, nextCursor, period } = page
  const { audit: words } = reader.t
  const kinds = Object.entries(words.kinds).map(([kind, text]) => ({ value: `${kind}.*`, text }))
  const chosen = chosenOf(reader, page)
  const isPeriod = period.from !== null || period.to !== null
  const hasFaults = Object.keys(page.errors).length > 0
  return shell(
    reader,
    { title: reader.t.shared.places.audit, place: 'audit', actions: exportLinks(reader) },
    html`
    <p>${words.hint}</p>
    ${listFilters(reader, {
      quick: periodFilter(reader, period),
      folded: html`${choiceChips(reader, words.kind, 'action', kinds)}${personFilter(reader, page, chosen.length > 0)}`,
      isOpen: hasFaults,
      active: chosen.length,
      chosen,
    })}
    ${entries.length === 0 ? emptyState('scroll-text', isPeriod || chosen.length > 0 ? words.noMatch : words.none) : auditTable(reader, entries, page.nameOf)}
    ${pager(reader, nextCursor)}`,
  )
}

function chosenOf({ t, address }: Reader, { query, actor, errors }: AuditPage): ChosenFilter[] {
  const { action = '', subject_type = '', subject_id = '' } = query
  const { kinds, actions } = t.audit
  const kind = ownProperty<string>(kinds, action.replace(/\.\*$/, '')) ?? ownProperty<string>(actions, action) ?? action
  const isPerson = actor.text !== '' && errors.actor === undefined
  return [
    ...(action === '' ? [] : [{ text: kind, without: withQuery(address, { action: null }) }]),
    ...(isPerson ? [{ text: actor.name ?? actor.text, without: withQuery(address, { actor: null }) }] : []),
    ...(subject_type === '' && subject_id === ''
      ? []
      : [
          {
            text: `${subject_type} ${subject_id}`.trim(),
            without: withQuery(address, { subject_type: null, subject_id: null }),
          },
        ]),
  ]
}

function exportLinks(reader: Reader): Content {
  const { search } = urlOf(withQuery(reader.address, {}))
  const to = (format: string) => withQuery(`/audit/export${search}`, { format })
  return html`
    <a class="button quiet" href="${to('csv')}" download>${icon('download')}${reader.t.alerts.export}</a>
    <a class="button quiet" href="${to('ndjson')}" download>${icon('download')}${reader.t.audit.exportNdjson}</a>`
}

function personFilter(reader: Reader, { actor: { text, name }, errors }: AuditPage, isFiltered: boolean): Html {
  const state = filled({ actor: text }, { ...EMPTY_FORM, errors })
  const names = new Map(name === null ? [] : [[text, name]])
  const offers = { of: 'actors', isSingle: true, names } as const
  const about = { label: reader.t.terms.person, placeholder: reader.t.audit.actorHint }
  return filterForm(
    reader,
    { own: ['actor'], clear: isFiltered ? '/audit' : null },
    field({ name: 'actor', ...about, optional: true, maxlength: 254, offers }, state),
  )
}
