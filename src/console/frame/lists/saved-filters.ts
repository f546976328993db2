import type { SavedFilter } from '../../../core/people/preferences/preferences.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { done, EMPTY, type FormState, field, form } from '../forms/forms.ts'
import { urlOf, withQuery } from '../page/addresses.ts'
import type { Reader } from '../page/reader.ts'
import { disclosure, icon } from '../parts/page-parts.ts'

/** The filters of a list in a normalized order. */
function narrowing(address: string): string {
  const { searchParams } = urlOf(withQuery(address, {}))
  searchParams.sort()
  return searchParams.size === 0 ? '' : `?${searchParams}`
}

/** The saved filters of this person, and a form to save the current one. */
export function savedFilters(reader: Reader, list: SavedFilter['list'], isNarrowed: boolean): Content {
  const { filters: words } = reader.t.shared
  const query = narrowing(reader.address)
  const saved = reader.preferences.saved_filters.filter((one) => one.list === list)
  const current = saved.find((one) => one.query === query)
  if (saved.length === 0 && !isNarrowed) return null
  return html`<div class="filters">
    ${
      saved.length === 0
        ? null
        : html`<ul class="chips" aria-label="${words.title}">${saved.map(
            (one) =>
              html`<li><a href="/${list}${one.query}"${one === current ? html` aria-current="true"` : null}>${icon('filter')}${one.name}</a></li>`,
          )}</ul>`
    }
    ${current !== undefined ? forgetForm(reader, current) : isNarrowed ? saveMenu(reader, { list, query }) : null}
  </div>`
}

const saveMenu = (reader: Reader, what: Omit<SavedFilter, 'name'>): Html =>
  disclosure(
    'save-filter',
    html`${icon('plus')}${reader.t.shared.filters.save}`,
    html`<h2>${reader.t.shared.filters.save}</h2>
    ${saveForm(reader, what, EMPTY)}`,
  )

export const saveForm = ({ t, csrf }: Reader, { list, query }: Omit<SavedFilter, 'name'>, state: FormState): Html =>
  form(
    { action: '/account/filters', csrf },
    html`<input type="hidden" name="list" value="${list}"><input type="hidden" name="query" value="${query}">
    ${field({ name: 'name', label: t.shared.filters.name, hint: t.shared.filters.hint, maxlength: 40 }, state)}
    <button class="primary">${t.shared.save}</button>`,
  )

export const forgetForm = ({ t, csrf }: Reader, { list, name }: SavedFilter): Html =>
  form(
    { action: '/account/filters/removal', csrf, label: `${t.shared.filters.forget}: ${name}` },
    html`<input type="hidden" name="list" value="${list}"><input type="hidden" name="name" value="${name}"><button class="quiet">${icon('x')}${t.shared.filters.forget}</button>`,
  )

/** Notice after saving or deleting a filter. */
export const filterNotice = ({ t }: Reader, what: string): Content =>
  what === 'filter-saved' ? done(t.shared.filters.saved) : what === 'filter-gone' ? done(t.shared.filters.gone) : null
