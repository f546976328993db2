import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { FILTERED_LISTS, SavedFilterShape } from '../../core/people/preferences/preferences.ts'
import { forgetFilter, keepFilter } from '../../core/people/preferences/saved-filters.ts'
import { type Html, html } from '../../platform/html.ts'
import type { ConsoleContext } from '../console-context.ts'
import { type FormState, formMessage } from '../frame/forms/forms.ts'
import { forgetForm, saveForm } from '../frame/lists/saved-filters.ts'
import { withDone } from '../frame/page/addresses.ts'
import { shell } from '../frame/page/layout.ts'
import { takeForm } from '../frame/page/pages-and-forms.ts'
import { type Reader, readerOf } from '../frame/page/reader.ts'
import { card } from '../frame/parts/page-parts.ts'

/** Forms for saved filters, which are private to a person. */
export function filterForms(server: FastifyInstance, { db }: Pick<ConsoleContext, 'db'>): void {
  takeForm(server, 'viewer', 'self', '/account/filters', {
    body: SavedFilterShape,
    async submit(request, filter) {
      await keepFilter(db, readerOf(request).user.id, filter)
      return withDone(`/${filter.list}${filter.query}`, 'filter-saved')
    },
    again: (request, state) => filterAgain(readerOf(request), state),
  })

  takeForm(server, 'viewer', 'self', '/account/filters/removal', {
    body: Type.Pick(SavedFilterShape, ['list', 'name']),
    async submit(request, filter) {
      await forgetFilter(db, readerOf(request).user.id, filter)
      return withDone(`/${filter.list}`, 'filter-gone')
    },
    again: (request, state) => filterAgain(readerOf(request), state),
  })
}

/** The form with its errors, and the existing filters, so that one can be deleted. */
function filterAgain(reader: Reader, state: FormState): Html {
  const { t, preferences } = reader
  const { filters: words } = t.shared
  const list = FILTERED_LISTS.find((one) => one === state.values.list) ?? 'alerts'
  const query = state.errors.query === undefined ? (state.values.query ?? '') : ''
  const saved = preferences.saved_filters.filter((one) => one.list === list)
  return shell(
    reader,
    { title: words.save, place: list, trail: [{ name: t.shared.places.alerts, address: `/${list}${query}` }] },
    html`${formMessage(state)}
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
