import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { badRequest } from '../../platform/errors.ts'
import type { Html } from '../../platform/html.ts'
import { type SavedFilter, SavedFilterShape, savePreferences } from '../../users/preferences.ts'
import type { ConsoleContext } from '../console-context.ts'
import { withDone } from '../parts/addresses.ts'
import type { FormState } from '../shell/forms.ts'
import { takeForm } from '../shell/take-form.ts'
import { visitOf } from '../shell/visit.ts'

const MOST = 40

interface Context extends Pick<ConsoleContext, 'db'> {
  /** The page of the account, with what was wrong. */
  again: (request: FastifyRequest, state: FormState) => Promise<Html>
}

/** What people keep of how they have narrowed a list. Only they see it. */
export function filterForms(server: FastifyInstance, { db, again }: Context): void {
  const keep = (request: FastifyRequest, saved_filters: SavedFilter[]) =>
    savePreferences(db, visitOf(request).user.id, { saved_filters })

  takeForm(server, {
    path: '/account/filters',
    policy: 'viewer',
    body: SavedFilterShape,
    async submit(request, filter) {
      const { saved_filters } = visitOf(request).preferences
      const others = saved_filters.filter((one) => one.list !== filter.list || one.name !== filter.name)
      if (others.length >= MOST) throw badRequest(`There are ${MOST} saved filters already; remove some`)
      await keep(request, [...others, filter])
      return withDone(`/${filter.list}${filter.query}`, 'filter-saved')
    },
    again,
  })

  takeForm(server, {
    path: '/account/filters/removal',
    policy: 'viewer',
    body: Type.Pick(SavedFilterShape, ['list', 'name']),
    async submit(request, { list, name }) {
      const { saved_filters } = visitOf(request).preferences
      await keep(
        request,
        saved_filters.filter((one) => one.list !== list || one.name !== name),
      )
      return withDone(`/${list}`, 'filter-gone')
    },
    again,
  })
}
