import { type ChannelSetup, MOST_METHODS } from '../../../core/contact-methods/add-contact-method.ts'
import { type ChannelField, DETAILS, type Details } from '../../../core/contact-methods/channels/channel-kind.ts'
import { CONTACT_KINDS, type ContactKind, channelKind } from '../../../core/contact-methods/channels/channels.ts'
import { type FieldWords, kindWords } from '../../../core/contact-methods/channels/kind-words.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { choice, EMPTY_FORM, type FormState, field, form, formMessage } from '../../frame/forms/forms.ts'
import { shell } from '../../frame/page/layout.ts'
import { NOTIFICATIONS } from '../../frame/page/navigation.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { card, icon } from '../../frame/parts/page-parts.ts'
import { pushButton } from '../push-button.ts'
import { iconOf } from './method-list.ts'

const fieldsOf = (kind: ContactKind) => Object.entries(channelKind(kind).fields)
const wordsOf = ({ t }: Reader, kind: ContactKind) => kindWords(t, kind)

/** Kinds that are added on a page of their own. A browser is subscribed by a button in the list. */
export const TYPED_KINDS = CONTACT_KINDS.filter((kind) => fieldsOf(kind).every(([, { input }]) => input !== 'browser'))

/** All kinds, with the way to add one, or why this service cannot. */
export function addCard(reader: Reader, { channels }: ChannelSetup, count: number): Html {
  const { add: words } = reader.t.notifications
  if (count >= MOST_METHODS) return card(words.title, html`<p>${words.most(MOST_METHODS)}</p>`)
  return card(
    words.title,
    html`<ul class="methods bare">${CONTACT_KINDS.map((kind) => {
      const { name, what, off } = wordsOf(reader, kind)
      return html`<li>${icon(iconOf(kind))}<div class="method"><h3>${name}</h3>
        <p>${what}</p>${channels[kind] === null ? html`<p class="meta">${off}</p>` : wayTo(reader, kind)}</div></li>`
    })}</ul>`,
  )
}

function wayTo(reader: Reader, kind: ContactKind): Html {
  const { add, fields } = wordsOf(reader, kind)
  const subscription = fieldsOf(kind).find(([, { input }]) => input === 'browser')
  if (subscription === undefined) return html`<p><a class="button" href="${NOTIFICATIONS}/${kind}">${add}</a></p>`
  const { label, hint } = fields[subscription[0]]!
  return html`<p class="meta">${label}</p>
    ${pushButton(reader, `${NOTIFICATIONS}/devices`)}
    <noscript><p>${hint}</p></noscript>`
}

const trailOf = ({ t }: Reader) => [
  { name: t.shared.places.account, address: '/account' },
  { name: t.shared.places.notifications, address: NOTIFICATIONS },
]

/** A page of its own for one kind, or why there is none. */
export function addingView(
  reader: Reader,
  kind: ContactKind,
  setup: ChannelSetup,
  state: FormState = EMPTY_FORM,
): Html {
  const { t, csrf } = reader
  const { form: words } = t.notifications
  const { name, what, off, add } = wordsOf(reader, kind)
  const content =
    setup.channels[kind] === null
      ? html`<p>${off}</p>`
      : html`<p>${what}</p>
      ${form(
        { action: `${NOTIFICATIONS}/${kind}`, csrf, label: add },
        html`
        ${formMessage(state)}
        ${fieldsOf(kind).map(([field, about]) => control(reader, kind, { name: field, about, setup, state }))}
        ${field({ name: 'label', label: words.label, hint: words.labelHint, maxlength: 100, optional: true }, state)}
        ${detailsChoice(reader, channelKind(kind).details, state)}
        <button class="primary">${add}</button>`,
      )}`
  return shell(reader, { title: add, place: 'notifications', trail: trailOf(reader) }, card(name, content))
}

interface Control {
  name: string
  about: ChannelField
  setup: ChannelSetup
  state: FormState
}

function control(reader: Reader, kind: ContactKind, { name, about, setup, state }: Control): Content {
  const { input, values = [], isOptional = false, isSecret = false, fallback, ...attributes } = about
  const { maxlength, placeholder, autocomplete } = attributes
  const { label, hint: text, ...words }: FieldWords = wordsOf(reader, kind).fields[name]!
  const hint = text?.replace('#', fallback?.(setup.settings[kind]) ?? '')
  const common = { isSecret, ...(maxlength === undefined ? {} : { maxlength }) }
  if (input === 'choice') {
    const options = values.map((value) => ({ value, text: words.values?.[value] ?? value }))
    return choice({ name, label, options, chosen: values[0]!, ...(hint === undefined ? {} : { hint }) }, state)
  }
  if (input === 'options') {
    const isOpen = values.some((option) => state.errors[option] !== undefined || state.values[option])
    return html`<details class="more"${isOpen ? html` open` : null}><summary>${label}</summary>
      ${values.map((option) => field({ ...common, label: option, ...words.options?.[option], name: option, optional: true, autocomplete: 'off' }, state))}
    </details>`
  }
  if (input === 'browser') return null
  return field(
    {
      ...{ ...common, name, label, type: input, optional: isOptional, autofocus: !isOptional },
      ...(hint === undefined ? {} : { hint }),
      ...(placeholder === undefined ? {} : { placeholder }),
      ...(autocomplete === undefined ? {} : { autocomplete }),
    },
    state,
  )
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
