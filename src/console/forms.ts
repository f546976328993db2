import { type Content, type Html, html } from '../platform/html.ts'
import { CSRF_FIELD } from '../platform/http/csrf.ts'

export interface FormOptions {
  action: string
  csrf: string
  /** What the form is for, where its button does not say enough. */
  label?: string
}

/** Every form that sends something is made here, so every one carries the token. */
export const form = ({ action, csrf, label }: FormOptions, content: Content): Html => html`
<form method="post" action="${action}"${label === undefined ? null : html` aria-label="${label}"`}>
  <input type="hidden" name="${CSRF_FIELD}" value="${csrf}">
  ${content}
</form>`

/** What was sent and why it was not taken; empty for a form that nobody has sent yet. */
export interface FormState {
  values: Readonly<Record<string, string>>
  /** By the name of the field. */
  errors: Readonly<Record<string, string>>
  /** What holds of the form as a whole. */
  message: string | null
}

export const EMPTY: FormState = { values: {}, errors: {}, message: null }

export const message = ({ message: text }: FormState): Content =>
  text === null ? null : html`<p class="notice bad" role="alert">${text}</p>`

export interface Field {
  name: string
  label: string
  type?: 'text' | 'email' | 'password'
  autocomplete?: string
  hint?: string
  maxlength?: number
  minlength?: number
  autofocus?: boolean
}

/** A labelled input. What is secret is not shown again. */
export function field({ name, label, type = 'text', ...more }: Field, { values, errors }: FormState): Html {
  const [hintId, errorId] = [`${name}-hint`, `${name}-error`]
  const error = errors[name]
  const value = type === 'password' ? '' : (values[name] ?? '')
  const described = [more.hint && hintId, error && errorId].filter(Boolean).join(' ')
  return html`
  <div class="field">
    <label for="${name}">${label}</label>
    <input id="${name}" name="${name}" type="${type}" value="${value}" required${attributes({
      autocomplete: more.autocomplete,
      minlength: more.minlength,
      maxlength: more.maxlength,
      autofocus: more.autofocus === true ? '' : undefined,
      'aria-describedby': described === '' ? undefined : described,
      'aria-invalid': error === undefined ? undefined : 'true',
    })}>
    ${more.hint ? html`<p class="hint" id="${hintId}">${more.hint}</p>` : null}
    ${error ? html`<p class="error" id="${errorId}">${error}</p>` : null}
  </div>`
}

export interface Choice {
  name: string
  label: string
  options: readonly { value: string; text: string }[]
  chosen: string
}

export const choice = ({ name, label, options, chosen }: Choice, { values, errors }: FormState): Html => html`
  <div class="field">
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}">
      ${options.map(
        ({ value, text }) =>
          html`<option value="${value}"${value === (values[name] ?? chosen) ? html` selected` : null}>${text}</option>`,
      )}
    </select>
    ${errors[name] ? html`<p class="error">${errors[name]}</p>` : null}
  </div>`

const attributes = (all: Record<string, string | number | undefined>): Content =>
  Object.entries(all).map(([name, value]) => (value === undefined ? null : html` ${name}="${value}"`))
