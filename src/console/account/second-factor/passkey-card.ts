import type { creationOptions } from '../../../core/people/second-factor/passkey-options.ts'
import type { PasskeyRecord } from '../../../core/people/second-factor/passkey-store.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { actionButton, type FormState, field, filled, form } from '../../frame/forms/forms.ts'
import { passkeyForm } from '../../frame/forms/passkey-form.ts'
import { dataTable } from '../../frame/lists/data-table.ts'
import { SECOND_FACTOR } from '../../frame/page/navigation.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { card, disclosure } from '../../frame/parts/page-parts.ts'

export const PASSKEYS = `${SECOND_FACTOR}/passkeys`

export interface OwnPasskeys {
  list: readonly PasskeyRecord[]
  /** Null where passkeys are impossible. */
  creation: { options: Awaited<ReturnType<typeof creationOptions>>; origin: string } | null
  publicUrl: string
}

export function passkeyCard(
  reader: Reader,
  { list, ...passkeys }: OwnPasskeys,
  isProven: boolean,
  state: FormState,
): Html {
  const { passkey: words } = reader.t.secondFactor
  return card(
    words.title,
    html`
    <p>${words.hint}</p>
    ${list.length === 0 ? html`<p class="empty">${words.none}</p>` : passkeyTable(reader, list, isProven)}
    ${isProven ? adding(reader, passkeys, state) : null}`,
  )
}

function adding(reader: Reader, { creation, publicUrl }: Omit<OwnPasskeys, 'list'>, state: FormState): Content {
  const { passkey: words } = reader.t.secondFactor
  if (creation === null) return html`<p class="notice info">${words.impossible(publicUrl)}</p>`
  return html`
    <noscript><p class="notice info">${words.noScript}</p></noscript>
    ${passkeyForm(
      reader,
      { action: PASSKEYS, page: SECOND_FACTOR, ...creation },
      html`
      ${field({ name: 'name', label: reader.t.terms.name, hint: words.nameHint, maxlength: 100, autocomplete: 'off' }, state)}
      <button>${words.add}</button>`,
    )}`
}

const passkeyTable = ({ t, csrf, format }: Reader, list: readonly PasskeyRecord[], isProven: boolean): Html => {
  const { passkey: words } = t.secondFactor
  const changes = ({ id, name }: PasskeyRecord) => html`<div class="buttons">
    ${disclosure(
      `rename-${id}`,
      words.rename,
      html`<h2>${words.renameOf(name)}</h2>${form(
        { action: `${PASSKEYS}/${id}/name`, csrf, inPlace: true },
        html`${field({ name: 'name', id: `passkey-name-${id}`, label: t.terms.name, maxlength: 100, autocomplete: 'off' }, filled({ name }))}
        <button class="primary">${words.rename}</button>`,
      )}`,
    )}
    ${actionButton({ action: `${PASSKEYS}/${id}/removal`, csrf, label: t.terms.removeOf(name) }, t.terms.remove)}</div>`
  return dataTable({
    caption: words.title,
    rows: list,
    key: ({ id }) => `passkey-${id}`,
    columns: [
      { name: t.terms.name, kind: 'main', show: ({ name }) => name },
      { name: t.terms.added, show: ({ created_at }) => format.ago(created_at) },
      {
        name: t.terms.lastUsed,
        show: ({ last_used_at }) => (last_used_at === null ? t.shared.never : format.ago(last_used_at)),
      },
      ...(isProven ? [{ name: t.shared.actions, kind: 'actions' as const, show: changes }] : []),
    ],
  })
}
