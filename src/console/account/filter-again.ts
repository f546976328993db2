import { FILTERED_LISTS } from '../../core/people/preferences/preferences.ts'
import { type Html, html } from '../../platform/html.ts'
import { card } from '../parts/page-parts.ts'
import { forgetForm, saveForm } from '../parts/saved-filters.ts'
import { type FormState, message } from '../shell/forms.ts'
import { shell } from '../shell/layout.ts'
import type { Reader } from '../shell/reader.ts'

/** The form with its errors, and the existing filters, so that one can be deleted. */
export function filterAgain(reader: Reader, state: FormState): Html {
  const { t, preferences } = reader
  const { filters: words } = t.shared
  const list = FILTERED_LISTS.find((one) => one === state.values.list) ?? 'alerts'
  const query = state.errors.query === undefined ? (state.values.query ?? '') : ''
  const saved = preferences.saved_filters.filter((one) => one.list === list)
  return shell(
    reader,
    { title: words.save, place: list, trail: [{ name: t[list].title, address: `/${list}${query}` }] },
    html`${message(state)}
    <div class="columns">
      ${card(words.save, saveForm(reader, { list, query }, state))}
      ${
        saved.length === 0
          ? null
          : card(
              words.title,
              html`<ul class="rows">${saved.map((one) => html`<li><a href="/${list}${one.query}">${one.name}</a>${forgetForm(reader, one)}</li>`)}</ul>`,
            )
      }
    </div>`,
  )
}
