import type { FaultReason } from '../../../platform/error-messages/reasons.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { CSRF_FIELD } from '../../../platform/http/csrf.ts'
import { ownProperty } from '../../../platform/own-property.ts'
import { icon } from '../parts/page-parts.ts'

export interface FormOptions {
  action: string
  csrf: string
  /** Id for controls elsewhere on the page. */
  id?: string
  /** Purpose of the form, if its button does not say enough. */
  label?: string
  /** With scripts, the page is updated in place. */
  inPlace?: boolean
}

/** Renders every submitting form of people who are logged in, so that each has the CSRF token. */
export const form = ({ action, csrf, id, label, inPlace = false }: FormOptions, content: Content): Html => html`
<form method="post" action="${action}"${id === undefined ? null : html` id="${id}"`}${label === undefined ? null : html` aria-label="${label}"`}${inPlace ? html` data-in-place` : null}>
  <input type="hidden" name="${CSRF_FIELD}" value="${csrf}">
  ${content}
</form>`

/** A form without a target goes to the page that it is on: the secret in its address is the proof, so it needs no token. */
export const formHere = (content: Content): Html => html`<form method="post">${content}</form>`

/** A form with a single button. */
export const actionButton = (
  {
    inPlace = true,
    label,
    look = 'quiet',
    ...options
  }: FormOptions & { name?: string; value?: string; look?: 'primary' | 'quiet' | 'danger'; shortcut?: string },
  content: Content,
): Html =>
  // The button is named instead of the form: a named form is a landmark, and lists would be full of them.
  form(
    { ...options, inPlace },
    html`${options.name === undefined ? null : html`<input type="hidden" name="${options.name}" value="${options.value ?? ''}">`}<button class="${look}"${attributes({ 'aria-label': label, 'data-shortcut': options.shortcut })}>${content}</button>`,
  )

/** Submitted values and their errors; empty for a fresh form. */
export interface FormState {
  values: Readonly<Record<string, string>>
  /** By field name. */
  errors: Readonly<Record<string, string>>
  /** An error of the form as a whole. */
  message: string | null
  /** Why it was not taken. */
  reason?: FaultReason
}

export const EMPTY_FORM: FormState = { values: {}, errors: {}, message: null }

/** A form with current values; refused submitted values take precedence. */
export const filled = (values: Record<string, string>, state: FormState = EMPTY_FORM): FormState => ({
  ...state,
  values: { ...values, ...state.values },
})

export const formMessage = ({ message: text }: FormState): Content =>
  text === null ? null : html`<p class="notice bad" role="alert">${text}</p>`

/** A one-time notice of success: with scripts a message over the page, else at its place. */
export const done = (text: string | null | undefined): Content =>
  text ? html`<p class="notice good" role="status" data-done>${text}</p>` : null

interface Labelled {
  name: string
  /** If another field of the page has its name. */
  id?: string
  label: string
  hint?: string | undefined
  /** Label for screen readers only, because a heading says it. */
  isUnseen?: boolean
}

/** Kind of values in a text; with scripts they are offered. `names` has those of values that are no names. */
export interface Offers {
  of: 'devices' | 'tags' | 'people' | 'actors'
  names?: ReadonlyMap<string, string>
  /** One value instead of several. */
  isSingle?: true
  /** How a text that is none of them is offered, with `#` for it. Tags need not exist. */
  free?: string
}

/** The attributes of a field that offers values. */
const offering = (offers: Offers | undefined): Record<string, string | undefined> => ({
  'data-combobox': offers?.of,
  'data-names': offers?.names && JSON.stringify(Object.fromEntries(offers.names)),
  'data-single': offers?.isSingle && '',
  'data-free': offers?.free ?? (offers?.of === 'tags' && offers.isSingle !== true ? '' : undefined),
})

export interface FormField extends Labelled {
  type?: 'text' | 'email' | 'tel' | 'password' | 'number' | 'url' | 'datetime-local' | 'date' | 'time' | 'search'
  autocomplete?: string
  maxlength?: number
  minlength?: number
  min?: number
  max?: number
  step?: number | 'any'
  placeholder?: string | undefined
  inputmode?: 'numeric'
  autofocus?: boolean
  /** Fields are required unless this is set. */
  optional?: boolean
  /** Text after the field: a unit. */
  unit?: string | undefined
  /** For a secret: label of the button that reveals it. It appears with scripts. */
  reveal?: string
  /** May contain a key, so no draft of it is kept in the browser. */
  isSecret?: boolean
  /** A secret that was just entered is in its field again, where it is hidden. */
  isKept?: boolean
  /** Id of a list of suggestions. */
  list?: string
  offers?: Offers
  /** The key that leads to it. */
  shortcut?: string
  /** Expected length, in a form whose short fields stand side by side. */
  size?: 'short' | 'medium' | 'long'
}

/** A labelled input. Secrets are not shown again, unless they were just entered. */
export function field({ type = 'text', unit, reveal, ...more }: FormField, state: FormState): Html {
  const value = type === 'password' && more.isKept !== true ? '' : (state.values[more.name] ?? '')
  const input = html`<input${attributes({
    ...named(more),
    type,
    value,
    class: more.size,
    required: more.optional === true ? undefined : '',
    autocomplete: more.autocomplete,
    minlength: more.minlength,
    maxlength: more.maxlength,
    min: more.min,
    max: more.max,
    step: more.step,
    placeholder: more.placeholder,
    inputmode: more.inputmode,
    list: more.list,
    autofocus: more.autofocus === true ? '' : undefined,
    'data-no-draft': more.isSecret === true ? '' : undefined,
    'data-shortcut': more.shortcut,
    ...offering(more.offers),
    ...described(more, state),
  })}>`
  return labelled(more, withAside(input, unit, reveal), state)
}

function withAside(input: Html, unit: string | undefined, reveal: string | undefined): Html {
  if (unit !== undefined) return html`<span class="with-unit">${input}<span class="unit">${unit}</span></span>`
  if (reveal === undefined) return input
  return html`<span class="with-reveal">${input}<button type="button" class="quiet" aria-pressed="false" aria-label="${reveal}" title="${reveal}" data-reveal hidden>${icon('eye')}</button></span>`
}

interface TextArea extends Labelled {
  rows?: number
  maxlength?: number
  optional?: boolean
  /** May contain a key, so no draft of it is kept in the browser. */
  isSecret?: boolean
  hasCode?: boolean
  offers?: Offers
}

export const textArea = (
  { rows = 4, maxlength, optional, isSecret, hasCode, offers, ...more }: TextArea,
  state: FormState,
): Html =>
  labelled(
    more,
    html`<textarea${attributes({
      ...named(more),
      rows,
      maxlength,
      required: optional === true ? undefined : '',
      spellcheck: hasCode === true ? 'false' : undefined,
      'data-no-draft': isSecret === true ? '' : undefined,
      ...offering(offers),
      ...described(more, state),
    })}>${state.values[more.name] ?? ''}</textarea>`,
    state,
  )

export interface Option {
  value: string
  text: string
}

interface Choice extends Labelled {
  /** Groups become `<optgroup>`s. */
  options: readonly (Option | { group: string; options: readonly Option[] })[]
  chosen?: string
  /** With scripts, it is chosen by typing. The first option is none. */
  isLong?: boolean
  /** Another choice needs other fields. */
  reshapes?: boolean
}

export function choice({ options, chosen, isLong, reshapes, ...more }: Choice, state: FormState): Html {
  const option = ({ value, text }: Option) =>
    html`<option value="${value}"${value === (state.values[more.name] ?? chosen) ? html` selected` : null}>${text}</option>`
  const select = html`<select${attributes({
    ...named(more),
    'data-combobox-choice': isLong === true ? '' : undefined,
    'data-reshapes': reshapes === true ? '' : undefined,
    ...described(more, state),
  })}>${options.map((one) =>
    'group' in one
      ? one.options.length > 0 && html`<optgroup label="${one.group}">${one.options.map(option)}</optgroup>`
      : option(one),
  )}</select>`
  return labelled(more, select, state)
}

/** A checkbox that sends "yes" if checked, and nothing otherwise. */
export const checkbox = ({ name, label, hint }: Labelled, ticked: boolean): Html => html`
  <div class="field tick">
    <input id="${name}" name="${name}" type="checkbox" value="yes"${ticked ? html` checked` : null}${hint ? html` aria-describedby="${name}-hint"` : null}>
    <label for="${name}">${label}</label>
    ${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : null}
  </div>`

/** Checkboxes with the same name: the ticked ones are sent. `isLong`: with scripts, they are chosen by typing. */
export function boxes(
  name: string,
  legend: string,
  all: readonly { value: string; text: string; isTicked: boolean }[],
  { isLong = false, type = 'checkbox' }: { isLong?: boolean; type?: 'checkbox' | 'radio' } = {},
): Html {
  return html`<fieldset class="boxes"${isLong ? html` data-combobox-boxes` : null}><legend>${legend}</legend>${all.map(
    ({ value, text, isTicked }) =>
      html`<label><input type="${type}" name="${name}" value="${value}"${isTicked ? html` checked` : null}>${text}</label>`,
  )}</fieldset>`
}

const named = ({ name, id = name }: Labelled) => ({ id, name })

const labelled = (
  { name, id = name, label, hint, isUnseen }: Labelled,
  control: Html,
  { errors }: FormState,
): Html => html`
  <div class="field">
    <label for="${id}"${isUnseen ? html` class="unseen"` : null}>${label}</label>
    ${control}
    ${hint ? html`<p class="hint" id="${id}-hint">${hint}</p>` : null}
    ${errorOf(name, errors, id)}
  </div>`

/** Why a field was not taken, for the control or group that it describes. */
export const errorOf = (name: string, errors: FormState['errors'], id = name): Content =>
  errors[name] ? html`<p class="error" id="${id}-error">${errors[name]}</p>` : null

function described({ name, id = name, hint }: Labelled, { errors }: FormState): Record<string, string | undefined> {
  const ids = [hint && `${id}-hint`, errors[name] && `${id}-error`].filter(Boolean).join(' ')
  return {
    'aria-describedby': ids === '' ? undefined : ids,
    'aria-invalid': errors[name] === undefined ? undefined : 'true',
  }
}

const attributes = (all: Record<string, string | number | undefined>): Content =>
  Object.entries(all).map(([name, value]) => (value === undefined ? null : html` ${name}="${value}"`))

/** The notice for the word in `?done=`; nothing for an unknown word. */
export const doneOf = (texts: Readonly<Record<string, string>>, word: string | undefined): Content =>
  done(ownProperty(texts, word))

/**
 * Marks a page shown because a submission was not saved. The script then keeps the draft until the form is shown again,
 * and shows `kept` instead of `lost`.
 */
export const draftNotice = (lost: Content, kept: string): Html =>
  html`<p data-draft-kept="${kept}"${lost === null ? html` hidden` : null}>${lost}</p>`
