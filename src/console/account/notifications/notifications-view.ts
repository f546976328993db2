import type { ChannelSetup } from '../../../core/contact-methods/add-contact-method.ts'
import type { ContactMethod } from '../../../core/contact-methods/contact-method-shapes.ts'
import type { NotificationPreferences } from '../../../core/contact-methods/notification-preferences.ts'
import { type Html, html } from '../../../platform/html.ts'
import { doneOf, EMPTY_FORM, type FormState, formMessage } from '../../frame/forms/forms.ts'
import { shell } from '../../frame/page/layout.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { card } from '../../frame/parts/page-parts.ts'
import { addCard } from './adding-view.ts'
import { type MethodState, methodList } from './method-list.ts'
import { preferencesCard } from './preferences-view.ts'

/** The form that was refused, if any. */
export interface Refusal {
  page: FormState
  preferences: FormState
  method: MethodState | null
}

export const NO_REFUSAL: Refusal = { page: EMPTY_FORM, preferences: EMPTY_FORM, method: null }

interface NotificationsPage {
  reader: Reader
  methods: readonly ContactMethod[]
  preferences: NotificationPreferences
  isOnCall: boolean
  setup: ChannelSetup
  refusal: Refusal
  done: string | undefined
}

export function notificationsView(page: NotificationsPage): Html {
  const { reader, methods, preferences, isOnCall, setup, refusal, done } = page
  const { notifications: t } = reader.t
  const [firstError] = Object.values(refusal.page.errors)
  return shell(
    reader,
    {
      title: reader.t.shared.places.notifications,
      place: 'notifications',
      trail: [{ name: reader.t.shared.places.account, address: '/account' }],
    },
    html`
    ${doneOf(t.done, done)}
    ${formMessage({ ...refusal.page, message: refusal.page.message ?? firstError ?? null })}
    <p>${t.hint}</p>
    <div class="columns">
      <div class="stack">
        ${card(t.methods.title, methodList(reader, methods, refusal.method))}
        ${addCard(reader, setup, methods.length)}
      </div>
      ${preferencesCard(reader, { preferences, methods, isOnCall, state: refusal.preferences })}
    </div>`,
  )
}
