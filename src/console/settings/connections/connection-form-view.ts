import type { ConnectionOutcome } from '../../../core/contact-methods/connections/test-connection.ts'
import type { ConnectionKey, SettingOrigin } from '../../../core/settings/connections/connection.ts'
import type { ShownInForce } from '../../../core/settings/connections/shown-connections.ts'
import { sentenceOf } from '../../../platform/error-messages/reasons.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { choice, EMPTY_FORM, type FormState, field, filled, form, formMessage } from '../../frame/forms/forms.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { keyValues } from '../../frame/parts/page-parts.ts'
import { shape } from '../../frame/parts/shape.ts'
import { settingOrigin } from '../setting-origin.ts'
import { type ConnectionSection, ENCRYPTIONS, KEYS, RECIPIENTS, valuesOf } from './read-connection-form.ts'

/** Contents of the sections about connections. */
export interface ConnectionsShown {
  values: ShownInForce
  origins: Record<ConnectionKey, SettingOrigin>
  locked: readonly ConnectionKey[]
  /** Those that were tested successfully as they are. */
  tested: ReadonlySet<ConnectionKey>
  /** The section whose form was sent, and what came of its test. */
  sent?: { section: ConnectionSection; state: FormState; outcome?: ConnectionOutcome }
  /** The page to come back to. */
  from: 'overview' | undefined
}

/** How the service and the outside reach each other: a form, or what the environment has set. */
export const connectionSection =
  (section: ConnectionSection) =>
  ({ reader, connections }: { reader: Reader; connections: ConnectionsShown }): Html => {
    const { t } = reader
    const { values, origins, locked, tested, sent, from } = connections
    const { connections: words } = t.settings
    const key = KEYS[section]
    const isRead = origins[key] === 'environment'
    const mine = sent?.section === section ? sent : undefined
    const state = filled({ ...valuesOf(values), mail_to: reader.user.email }, mine?.state ?? EMPTY_FORM)
    const outcome = mine?.outcome
    return html`
    <p>${words[section].hint}</p>
    ${locked.includes(key) ? html`<p class="notice bad">${words.locked}</p>` : null}
    ${form(
      { action: `/settings/${section}#${section}`, csrf: reader.csrf, label: words[section].title },
      html`
      ${from === undefined ? null : html`<input type="hidden" name="from" value="${from}">`}
      ${formMessage(state)}
      ${isRead ? fixed(reader, section, values) : FIELDS_OF[section](reader, values, state)}
      ${section === 'mail' && isRead ? recipient(reader, state) : null}${section === 'telegram' ? chat(reader, state) : null}
      ${outcome === undefined ? null : outcomeText(reader, section, outcome, state.values[RECIPIENTS[section] ?? ''] ?? '')}
      <div class="buttons">
        ${isRead ? null : html`<button class="primary" name="intent" value="save">${words.save}</button>`}
        <button name="intent" value="test">${words.test}</button>
        ${outcome?.fault && !isRead ? html`<button name="intent" value="anyway">${words.anyway}</button>` : null}
      </div>`,
    )}
    ${tested.has(key) ? html`<p class="meta">${words.tested}</p>` : null}
    ${settingOrigin(reader, section, origins[key])}`
  }

/** Whether it works, as far as is known, beside its name. */
export function connectionState(
  { reader: { t }, connections: { values, tested } }: { reader: Reader; connections: ConnectionsShown },
  section: ConnectionSection,
): Html {
  const { states } = t.settings.connections
  const key = KEYS[section]
  const [look, mark, text] = tested.has(key)
    ? (['good', 'check', states.tested] as const)
    : values[key] === null
      ? (['off', 'ring', states.unset] as const)
      : (['neutral', 'half', states.untested] as const)
  return html`<span class="badge status ${look}">${shape(mark)}${text}</span>`
}

function outcomeText({ t }: Reader, section: ConnectionSection, { fault, asked }: ConnectionOutcome, to: string): Html {
  const { connections: words } = t.settings
  const works = section === 'telegram' && to !== '' ? words.telegram.sent : words[section].works
  return fault === null
    ? html`<p class="notice good" role="status" data-outcome>${works(section === 'mail' ? to : asked)}</p>`
    : html`<p class="notice bad" role="alert" data-outcome>${sentenceOf(fault, t.reasons)}.</p>`
}

/** Settings of the environment, which can only be read. */
function fixed({ t }: Reader, section: ConnectionSection, values: ShownInForce): Content {
  const { connections: words } = t.settings
  const shown = (text: string | undefined) => html`<span class="address">${text ?? ''}</span>`
  switch (section) {
    case 'address':
      return keyValues([[words.address.title, shown(values.public_url ?? undefined)]])
    case 'mail':
      return keyValues([
        [words.mail.host, shown(values.smtp?.url)],
        [words.mail.address, shown(values.smtp?.from)],
      ])
    case 'ntfy':
      return keyValues([[words.ntfy.url, shown(values.ntfy?.url)]])
    case 'telegram':
      return keyValues([[words.telegram.token, shown(values.telegram_bot_token?.hint)]])
    case 'heartbeat':
      return keyValues([[words.heartbeat.url, shown(values.heartbeat_url?.hint)]])
  }
}

type Fields = (reader: Reader, values: ShownInForce, state: FormState) => Content

/** A secret is shown again only by whoever has just entered it, and hidden. */
const SECRET = { type: 'password', autocomplete: 'new-password', optional: true, isSecret: true, isKept: true } as const

const FIELDS_OF: Record<ConnectionSection, Fields> = {
  address: ({ t }, _values, state) => {
    const { address: words } = t.settings.connections
    return field(
      {
        name: 'public_url',
        label: words.url,
        hint: words.urlHint,
        placeholder: 'https://tocsin.example.org',
        maxlength: 500,
      },
      state,
    )
  },
  mail: (reader, { smtp }, state) => {
    const { t } = reader
    const { mail: words, keeps } = t.settings.connections
    const encryptions = ENCRYPTIONS.map((value) => ({ value, text: words.encryptions[value] }))
    return html`
      <div class="pairs-of-fields">
        ${field({ name: 'mail_host', label: words.host, hint: words.hostHint, placeholder: 'mail.example.org', maxlength: 253 }, state)}
        ${choice({ name: 'mail_encryption', label: words.encryption, hint: words.encryptionHint, options: encryptions, chosen: 'tls' }, state)}
        ${field({ name: 'mail_port', label: words.port, type: 'number', min: 1, max: 65_535, optional: true, hint: words.portHint }, state)}
        ${field({ name: 'mail_user', label: words.user, optional: true, maxlength: 254, autocomplete: 'off' }, state)}
        ${field({ ...SECRET, name: 'mail_password', label: t.terms.password, maxlength: 500, ...(smtp?.has_password ? { hint: keeps('') } : {}) }, state)}
        ${field({ name: 'mail_address', label: words.address, type: 'email', hint: words.addressHint, maxlength: 254, autocomplete: 'off' }, state)}
        ${field({ name: 'mail_name', label: words.name, optional: true, maxlength: 100, autocomplete: 'off' }, state)}
        ${recipient(reader, state)}
      </div>`
  },
  ntfy: ({ t }, { ntfy }, state) => {
    const { ntfy: words, keeps } = t.settings.connections
    const hint = ntfy?.token_hint == null ? words.tokenHint : keeps(`…${ntfy.token_hint}`)
    return html`
      ${field({ name: 'ntfy_url', label: words.url, hint: words.urlHint, placeholder: 'https://ntfy.sh', maxlength: 500 }, state)}
      ${field({ ...SECRET, name: 'ntfy_token', label: words.token, hint, maxlength: 500 }, state)}`
  },
  telegram: ({ t }, { telegram_bot_token: known }, state) => {
    const { telegram: words, keeps } = t.settings.connections
    const hint = known === null ? words.tokenHint : keeps(known.hint)
    return field(
      { ...SECRET, optional: known !== null, name: 'telegram_token', label: words.token, hint, maxlength: 100 },
      state,
    )
  },
  heartbeat: ({ t }, { heartbeat_url: known }, state) => {
    const { heartbeat: words, keeps } = t.settings.connections
    const hint = known === null ? words.urlHint : keeps(known.hint)
    return field(
      {
        name: 'heartbeat_url',
        label: words.url,
        hint,
        placeholder: 'https://hc-ping.com/…',
        maxlength: 2_000,
        autocomplete: 'off',
        isSecret: true,
        optional: known !== null,
      },
      state,
    )
  },
}

function chat({ t }: Reader, state: FormState): Html {
  const { telegram: words } = t.settings.connections
  return field(
    { name: 'telegram_to', label: t.settings.connections.mail.to, optional: true, hint: words.toHint, maxlength: 33 },
    state,
  )
}

function recipient({ t }: Reader, state: FormState): Html {
  const { mail: words } = t.settings.connections
  return field({ name: 'mail_to', label: words.to, type: 'email', hint: words.toHint, maxlength: 254 }, state)
}
