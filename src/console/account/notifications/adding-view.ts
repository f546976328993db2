import { type ChannelSetup, MOST_METHODS } from '../../../core/contact-methods/add-contact-method.ts'
import { CONTACT_KINDS, type ContactKind, DETAILS, type Details } from '../../../core/contact-methods/contact-method.ts'
import { type Format, formatKind, OPTION_NAMES, PERSONAL_FORMATS } from '../../../core/webhooks/formats/formats.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { card, icon } from '../../parts/page-parts.ts'
import { choice, EMPTY, type FormState, field, form, message } from '../../shell/forms.ts'
import { shell } from '../../shell/layout.ts'
import { NOTIFICATIONS } from '../../shell/navigation.ts'
import type { Reader } from '../../shell/reader.ts'
import { pushButton } from '../push-button.ts'
import { KIND_ICONS } from './method-list.ts'

/** Kinds that are added on a page of their own. */
export type TypedKind = Exclude<ContactKind, 'push'>

const optionsOf = (format: Format) => Object.entries(formatKind(format).options ?? {})
/** A long option, such as a template, is longer than what is stored with a contact method. */
export const OWN_FORMATS = PERSONAL_FORMATS.filter((format) => optionsOf(format).every(([, { isLong }]) => !isLong))
export const OWN_OPTIONS = OPTION_NAMES.filter((name) =>
  OWN_FORMATS.some((format) => optionsOf(format).some(([own]) => own === name)),
)

/** All kinds, with the way to add one, or why this service cannot. */
export function addCard(reader: Reader, { kinds }: ChannelSetup, count: number): Html {
  const { add: words, kinds: names } = reader.t.notifications
  if (count >= MOST_METHODS) return card(words.title, html`<p>${words.most(MOST_METHODS)}</p>`)
  return card(
    words.title,
    html`<ul class="methods bare">${CONTACT_KINDS.map(
      (kind) =>
        html`<li>${icon(KIND_ICONS[kind])}<div class="method"><h3>${names[kind]}</h3>
        <p>${words[kind]}</p>${kinds.has(kind) ? wayTo(reader, kind) : html`<p class="meta">${words.off[kind]}</p>`}</div></li>`,
    )}</ul>`,
  )
}

function wayTo(reader: Reader, kind: ContactKind): Html {
  const { add: words } = reader.t.notifications
  if (kind !== 'push') return html`<p><a class="button" href="${NOTIFICATIONS}/${kind}">${words.buttons[kind]}</a></p>`
  return html`<p class="meta">${words.pushOnePerDevice}</p>
    ${pushButton(reader, `${NOTIFICATIONS}/devices`)}
    <noscript><p>${words.pushWithoutScripts}</p></noscript>`
}

const trailOf = ({ t }: Reader) => [
  { name: t.account.title, address: '/account' },
  { name: t.notifications.title, address: NOTIFICATIONS },
]

/** A page of its own for one kind, or why there is none. */
export function addingView(reader: Reader, kind: TypedKind, setup: ChannelSetup, state: FormState = EMPTY): Html {
  const { t, csrf } = reader
  const { add, form: words } = t.notifications
  const title = add.buttons[kind]
  const content = setup.kinds.has(kind)
    ? html`<p>${add[kind]}</p>
      ${form(
        { action: `${NOTIFICATIONS}/${kind}`, csrf, label: title },
        html`
        ${message(state)}
        ${fieldsOf(reader, kind, setup, state)}
        ${field({ name: 'label', label: words.label, hint: words.labelHint, maxlength: 100, optional: true }, state)}
        ${detailsChoice(reader, kind === 'email' || kind === 'webhook' ? 'full' : 'minimal', state)}
        <button class="primary">${title}</button>`,
      )}`
    : html`<p>${add.off[kind]}</p>`
  return shell(
    reader,
    { title, place: 'notifications', trail: trailOf(reader) },
    card(t.notifications.kinds[kind], content),
  )
}

function fieldsOf({ t }: Reader, kind: TypedKind, { ntfyUrl }: ChannelSetup, state: FormState): Content {
  const { form: words } = t.notifications
  switch (kind) {
    case 'email':
      return field(
        {
          name: 'address',
          label: words.address,
          type: 'email',
          hint: words.addressHint,
          autocomplete: 'email',
          maxlength: 254,
          autofocus: true,
        },
        state,
      )
    case 'ntfy':
      return field(
        {
          name: 'server',
          label: words.server,
          type: 'url',
          hint: words.serverHint(ntfyUrl),
          placeholder: 'https://…',
          maxlength: 2_048,
          optional: true,
        },
        state,
      )
    case 'telegram':
      return null
    case 'webhook': {
      const formats = OWN_FORMATS.map((value) => ({ value, text: t.webhooks.formats[value] }))
      const isOpen = OWN_OPTIONS.some((name) => state.errors[name] !== undefined || state.values[name])
      return html`${field({ name: 'address', label: words.url, type: 'url', hint: words.urlHint, placeholder: 'https://…', maxlength: 4_096, isSecret: true, autofocus: true }, state)}
        ${choice({ name: 'format', label: words.format, options: formats, chosen: 'envelope' }, state)}
        <details class="more"${isOpen ? html` open` : null}><summary>${words.options}</summary>
          ${OWN_OPTIONS.map((name) => field({ name, ...t.webhooks.options[name], optional: true, maxlength: 256, autocomplete: 'off', isSecret: true }, state))}
        </details>`
    }
  }
}

function detailsChoice({ t }: Reader, chosen: Details, state: FormState): Html {
  const { form: words } = t.notifications
  const options = DETAILS.map((value) => ({ value, text: words.detailsChoices[value] }))
  return choice({ name: 'details', label: words.details, options, chosen }, state)
}

/** A page that is shown only once, since it has a secret. */
export const onceView = (reader: Reader, title: string, content: Content): Html =>
  shell(
    reader,
    { title, place: 'notifications', trail: trailOf(reader) },
    html`<section class="card" aria-label="${title}" data-shown-once="${NOTIFICATIONS}">${content}</section>`,
  )
