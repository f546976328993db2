import { DETAILS } from '../../../core/contact-methods/channels/channel-kind.ts'
import { type ContactKind, channelKind } from '../../../core/contact-methods/channels/channels.ts'
import type { ContactMethod } from '../../../core/contact-methods/contact-method-shapes.ts'
import { takesCode } from '../../../core/contact-methods/verify-contact-method.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { actionButton, choice, type FormState, field, filled, form, formMessage } from '../../frame/forms/forms.ts'
import { NOTIFICATIONS } from '../../frame/page/navigation.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { type StateLook, stateBadge } from '../../frame/parts/badges.ts'
import { type IconName, icon } from '../../frame/parts/page-parts.ts'

/** A kind gives the name of its icon; that there is one is checked by a test. */
export const iconOf = (kind: ContactKind) => channelKind(kind).icon as IconName

const LOOKS: Record<ContactMethod['state'], StateLook> = {
  pending: { mark: 'dots', look: 'info' },
  verified: { mark: 'check', look: 'good' },
  broken: { mark: 'cross', look: 'critical' },
  disabled: { mark: 'ring', look: 'off' },
}

/** A refused form of one method. */
export interface MethodState {
  id: number
  state: FormState
}

/** A person's contact methods, each with its forms. */
export function methodList(reader: Reader, methods: readonly ContactMethod[], refused: MethodState | null): Html {
  const { methods: words } = reader.t.notifications
  if (methods.length === 0) return html`<p class="empty">${words.none}</p>`
  return html`<ul class="methods bare">${methods.map((method) => methodItem(reader, method, refused?.id === method.id ? refused.state : null))}</ul>`
}

function methodItem(reader: Reader, method: ContactMethod, refused: FormState | null): Html {
  const { t } = reader
  const { methods: words } = t.notifications
  const { id, kind, label, state, address_hint, details } = method
  return html`<li id="method-${id}"${isAwaited(method) ? html` hx-get="${NOTIFICATIONS}" hx-trigger="load delay:2s" hx-select="#method-${id}" hx-target="this" hx-swap="outerHTML"` : null}>
    ${icon(iconOf(kind))}
    <div class="method">
      <p class="method-name"><strong>${label}</strong> ${stateBadge(LOOKS[state], words.states[state])}</p>
      <p class="meta">${t.contactKinds[kind].name}${address_hint === label ? null : ` · ${address_hint}`}${lastSent(reader, method)}${details === 'minimal' ? ` · ${words.minimal}` : null}</p>
      ${refused === null ? null : formMessage({ ...refused, message: refused.message ?? Object.values(refused.errors)[0] ?? null })}
      ${stateHint(reader, method)}
      ${codeForm(reader, method)}
      <div class="beside">${actions(reader, method)}</div>
    </div>
  </li>`
}

/** A method that is not verified yet may have got a code, which is no notification. */
function lastSent({ t, format }: Reader, { state, last_ok_at }: ContactMethod): Content {
  const { methods: words } = t.notifications
  if (last_ok_at !== null) return html` · ${words.lastOk} ${format.ago(last_ok_at)}`
  return state === 'pending' ? null : ` · ${words.notYet}`
}

/** Whether the method waits for something that happens elsewhere, so that the page is reloaded. */
const isAwaited = ({ state, kind }: ContactMethod): boolean => state === 'pending' && !takesCode(kind)

function stateHint({ t }: Reader, { kind, state, reason }: ContactMethod): Content {
  const { methods: words } = t.notifications
  if (state === 'pending') return html`<p>${t.contactKinds[kind].pending}</p>`
  if (state !== 'broken') return reason === null ? null : html`<p class="meta">${reason}</p>`
  return html`<p>${words.broken}${reason === null ? null : html` <span class="meta" lang="en">(${reason})</span>`}</p>`
}

const awaitsCode = ({ kind, state }: ContactMethod): boolean => state === 'pending' && takesCode(kind)

function codeForm({ t, csrf }: Reader, method: ContactMethod): Content {
  if (!awaitsCode(method)) return null
  const { methods: words } = t.notifications
  const id = `code-${method.id}`
  return form(
    { action: `${NOTIFICATIONS}/methods/${method.id}/verification`, csrf, label: `${words.verify}: ${method.label}` },
    html`<div class="code-form"><label for="${id}">${t.terms.code}</label><input id="${id}" name="code" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9 ]{6,7}" maxlength="7" size="8" required><button class="primary">${words.verify}</button></div>`,
  )
}

function actions({ t, csrf }: Reader, method: ContactMethod): Content {
  const { methods: words, form: formWords } = t.notifications
  const { id, label, state, kind, details } = method
  const action = (name: string) => `${NOTIFICATIONS}/methods/${id}/${name}`
  const now = filled({ label, details })
  const texts = DETAILS.map((value) => ({ value, text: formWords.detailsChoices[value] }))
  return html`
    ${state === 'verified' ? actionButton({ action: action('test'), csrf, label: words.testOf(label) }, words.test) : null}
    ${awaitsCode(method) ? actionButton({ action: action('code'), csrf }, channelKind(kind).verifiedBy === 'code_on_request' ? words.sendCode : words.sendNewCode) : null}
    <details class="method-settings"><summary class="button quiet" aria-label="${words.settingsOf(label)}">${t.shared.places.settings}</summary>
      ${form(
        { action: action('settings'), csrf, label: words.settingsOf(label) },
        html`${field({ name: 'label', id: `label-${id}`, label: formWords.label, maxlength: 100 }, now)}
        ${choice({ name: 'details', id: `details-${id}`, label: formWords.details, options: texts }, now)}
        <button>${t.shared.save}</button>`,
      )}
    </details>
    ${actionButton({ action: action('removal'), csrf, label: words.removeOf(label) }, t.terms.delete)}`
}
