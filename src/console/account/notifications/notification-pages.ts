import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { changeBy } from '../../../core/audit-log/record-change.ts'
import { DETAILS } from '../../../core/contact-methods/channels/channel-kind.ts'
import { listMethods } from '../../../core/contact-methods/contact-method-store.ts'
import {
  changeContactMethod,
  removeContactMethod,
  testContactMethod,
} from '../../../core/contact-methods/manage-contact-methods.ts'
import {
  readNotificationPreferences,
  saveNotificationPreferences,
} from '../../../core/contact-methods/notification-preferences.ts'
import { sendCode, verifyByCode } from '../../../core/contact-methods/verify-contact-method.ts'
import { schedulesOf } from '../../../core/on-call/read-on-call.ts'
import { userOf } from '../../../core/people/credentials/caller.ts'
import { savePreferences } from '../../../core/people/preferences/preferences.ts'
import { NameText, OneOf } from '../../../platform/http/schemas/shapes.ts'
import type { ConsoleContext } from '../../console-context.ts'
import { idOf } from '../../frame/forms/form-fields.ts'
import { EMPTY_FORM, type FormState } from '../../frame/forms/forms.ts'
import { NOTIFICATIONS } from '../../frame/page/navigation.ts'
import { showPage, takeForm } from '../../frame/page/pages-and-forms.ts'
import { type Reader, readerOf } from '../../frame/page/reader.ts'
import { sentFrom } from '../../frame/page/return-to.ts'
import { addingPages } from './adding-pages.ts'
import { NO_REFUSAL, notificationsView, type Refusal } from './notifications-view.ts'
import { PreferencesForm, preferencesIn } from './preferences-fields.ts'

/** A person's own contact methods, and when they are notified. */
export const notificationPages: FastifyPluginAsync<ConsoleContext> = async (server, context) => {
  const { db, channels, now } = context

  async function page(reader: Reader, refusal: Refusal, done?: string) {
    const { id } = reader.user
    const [methods, preferences, schedules] = await Promise.all([
      listMethods(db, id),
      readNotificationPreferences(db, id),
      schedulesOf(db, reader.reach, id, now()),
    ])
    const isOnCall = schedules.length > 0
    return notificationsView({ reader, methods, preferences, isOnCall, setup: channels(), refusal, done })
  }
  const again = (part: 'page' | 'preferences') => (request: FastifyRequest, state: FormState) =>
    page(readerOf(request), { ...NO_REFUSAL, [part]: state })

  showPage(server, 'viewer', 'self', NOTIFICATIONS, {
    show: (reader, { query }) => page(reader, NO_REFUSAL, query.done),
  })

  takeForm(server, 'viewer', 'self', `${NOTIFICATIONS}/preferences`, {
    body: PreferencesForm,
    async submit(request, fields) {
      await saveNotificationPreferences(db, userOf(request), preferencesIn(fields), changeBy(request), now())
      return `${NOTIFICATIONS}?done=preferences`
    },
    again: again('preferences'),
  })

  // Only shown while nobody can be notified, but a webhook hears of new incidents.
  takeForm(server, 'viewer', 'self', `${NOTIFICATIONS}/banner`, {
    async submit(request) {
      await savePreferences(db, userOf(request).id, { hides_unreachable: true })
      return sentFrom(request) ?? NOTIFICATIONS
    },
    again: again('page'),
  })

  takeForm(server, 'viewer', 'self', `${NOTIFICATIONS}/banner/own`, {
    async submit(request) {
      await savePreferences(db, userOf(request).id, { hides_unreached: true })
      return sentFrom(request) ?? NOTIFICATIONS
    },
    again: again('page'),
  })

  const action = <Body extends ReturnType<typeof Type.Object>>(
    name: string,
    done: string,
    body: Body,
    act: (request: FastifyRequest, id: number, body: Type.Static<Body>) => Promise<unknown>,
  ) =>
    takeForm(server, 'viewer', 'self', `${NOTIFICATIONS}/methods/:id/${name}` as `${string}/:id/${string}`, {
      body,
      async submit(request, fields) {
        await act(request, idOf(request), fields)
        return `${NOTIFICATIONS}?done=${done}`
      },
      again: (request, state) =>
        page(readerOf(request), { ...NO_REFUSAL, method: { id: idOf(request), state: state ?? EMPTY_FORM } }),
    })

  const Nothing = Type.Object({})
  action('code', 'codeSent', Nothing, (request, id) => sendCode(db, userOf(request), id, now()))
  action('verification', 'verified', Type.Object({ code: Type.String({ maxLength: 20 }) }), (request, id, { code }) =>
    verifyByCode(db, userOf(request), id, code.replaceAll(/\s/g, ''), changeBy(request), now()),
  )
  action('test', 'tested', Nothing, (request, id) => testContactMethod(db, userOf(request), id, now()))
  action('removal', 'removed', Nothing, (request, id) =>
    removeContactMethod(db, userOf(request), id, changeBy(request), now()),
  )
  const Settings = Type.Object({ label: NameText({ maxLength: 100 }), details: OneOf(DETAILS) })
  action('settings', 'changed', Settings, (request, id, { label, details }) =>
    changeContactMethod(db, userOf(request), id, { label: label.trim(), details }, changeBy(request), now()),
  )

  await server.register(addingPages, { ...context, again: again('page') })
}
