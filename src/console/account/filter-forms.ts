import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { SavedFilterShape } from '../../core/people/preferences/preferences.ts'
import { forgetFilter, keepFilter } from '../../core/people/preferences/saved-filters.ts'
import type { ConsoleContext } from '../console-context.ts'
import { withDone } from '../parts/addresses.ts'
import { readerOf } from '../shell/reader.ts'
import { takeForm } from '../shell/take-form.ts'
import { filterAgain } from './filter-again.ts'

/** Forms for saved filters, which are private to a person. */
export function filterForms(server: FastifyInstance, { db }: Pick<ConsoleContext, 'db'>): void {
  takeForm(server, {
    path: '/account/filters',
    policy: 'viewer',
    body: SavedFilterShape,
    async submit(request, filter) {
      await keepFilter(db, readerOf(request).user.id, filter)
      return withDone(`/${filter.list}${filter.query}`, 'filter-saved')
    },
    again: (request, state) => filterAgain(readerOf(request), state),
  })

  takeForm(server, {
    path: '/account/filters/removal',
    policy: 'viewer',
    body: Type.Pick(SavedFilterShape, ['list', 'name']),
    async submit(request, filter) {
      await forgetFilter(db, readerOf(request).user.id, filter)
      return withDone(`/${filter.list}`, 'filter-gone')
    },
    again: (request, state) => filterAgain(readerOf(request), state),
  })
}
