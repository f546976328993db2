import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { changeBy } from '../../core/audit-log/record-change.ts'
import { renameOrDisableUser } from '../../core/people/change-user.ts'
import { listTokens } from '../../core/people/credentials/access-tokens.ts'
import { credentialOf, userOf } from '../../core/people/credentials/caller.ts'
import { listSessions } from '../../core/people/credentials/sessions.ts'
import { changePassword } from '../../core/people/passwords/set-password.ts'
import { isZone, PreferencesShape, savePreferences } from '../../core/people/preferences/preferences.ts'
import { findFactors } from '../../core/people/second-factor/factors.ts'
import { findLogins, findSelf } from '../../core/people/user-store.ts'
import { invalidField } from '../../platform/errors.ts'
import { NameText } from '../../platform/http/schemas/shapes.ts'
import type { ConsoleContext } from '../console-context.ts'
import type { FormState } from '../frame/forms/forms.ts'
import { keepSession, openSession } from '../frame/page/open-session.ts'
import { showPage, takeForm } from '../frame/page/pages-and-forms.ts'
import { type Reader, readerOf } from '../frame/page/reader.ts'
import { type AccountForms, accountView, NO_FORMS } from './account-view.ts'
import { filterForms } from './filter-forms.ts'
import { ownCredentialPages } from './own-credential-pages.ts'

const PasswordForm = Type.Object({
  current_password: Type.String({ minLength: 1, maxLength: 1_024 }),
  password: Type.String({ maxLength: 1_024 }),
})
const ZoneForm = Type.Object({ zone: Type.String({ minLength: 1, maxLength: 64 }) })
const { theme, density, language, times, temperature, speed, length, glucose } = PreferencesShape.properties
const Ticked = Type.Optional(Type.Literal('yes'))
const PreferencesForm = Type.Object({
  ...{ theme, density, language, times, temperature, speed, length, glucose },
  ...{ ...ZoneForm.properties, shortcuts: Ticked, sound: Ticked },
})

/** Pages of a person's own account. */
export const accountPages: FastifyPluginAsync<ConsoleContext> = async (server, context) => {
  const { db, publicUrl, now } = context

  async function page(reader: Reader, request: FastifyRequest, forms: AccountForms, done?: string) {
    const { id } = reader.user
    const [user, sessions, tokens, factors, logins] = await Promise.all([
      findSelf(db, reader.user),
      listSessions(db, id, now()),
      listTokens(db, { userId: id, beforeId: null, limit: 200 }, now()),
      findFactors(db, id),
      findLogins(db, id),
    ])
    const current = credentialOf(request).id
    return accountView({ reader, user, sessions, current, tokens, factors, logins, forms, done })
  }
  const again = (form: keyof AccountForms) => (request: FastifyRequest, state: FormState) =>
    page(readerOf(request), request, { ...NO_FORMS, [form]: state })

  showPage(server, 'viewer', 'self', '/account', {
    show: (reader, { query, request }) => page(reader, request, NO_FORMS, query.done),
  })

  takeForm(server, 'viewer', 'self', '/account/name', {
    // The page has another field of that name, for a new token.
    body: Type.Object({ display_name: NameText({ maxLength: 100 }) }),
    async submit(request, { display_name: name }) {
      await renameOrDisableUser(db, userOf(request).id, { name }, null, changeBy(request), now())
      return '/account?done=name'
    },
    again: again('name'),
  })

  takeForm(server, 'viewer', 'self', '/account/password', {
    body: PasswordForm,
    async submit(request, body, reply) {
      const by = changeBy(request)
      const changed = await changePassword(db, userOf(request), body, by, now(), openSession(request, now()))
      keepSession(reply, changed, publicUrl)
      return '/account?done=password'
    },
    again: again('password'),
  })

  takeForm(server, 'viewer', 'self', '/account/preferences', {
    body: PreferencesForm,
    async submit(request, { shortcuts, sound, ...choices }) {
      checkZone(choices.zone)
      const ticks = { shortcuts: shortcuts === 'yes', sound: sound === 'yes' }
      await savePreferences(db, userOf(request).id, { ...choices, ...ticks })
      return '/account?done=preferences'
    },
    again: again('preferences'),
  })

  // The zone of the browser, sent when the person has not chosen one.
  takeForm(server, 'viewer', 'self', '/account/zone', {
    body: ZoneForm,
    async submit(request, { zone }) {
      checkZone(zone)
      await savePreferences(db, userOf(request).id, { zone })
      return '/account'
    },
    again: again('preferences'),
  })

  takeForm(server, 'viewer', 'self', '/account/theme', {
    body: Type.Pick(PreferencesShape, ['theme']),
    async submit(request, { theme }) {
      await savePreferences(db, userOf(request).id, { theme })
      return '/account'
    },
    again: again('preferences'),
  })

  filterForms(server, { db })
  await server.register(ownCredentialPages, { ...context, again })
}

function checkZone(zone: string): void {
  if (!isZone(zone)) throw invalidField('/zone', 'no_time_zone')
}
