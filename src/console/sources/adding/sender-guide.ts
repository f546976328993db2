import type { StoredSource } from '../../../core/sources/source-store.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { card, codeBlock } from '../../frame/parts/page-parts.ts'
import { type Entered, senderCode } from './sender-code.ts'
import { type SenderName, sendersOf } from './senders.ts'

/** Senders that show the token in their own way; what is entered is in their text or code. */
const WITHOUT_HEADER: readonly SenderName[] = [
  'esp',
  'homeAssistant',
  'nightscout',
  'overland',
  'proxmox',
  'ruuvi',
  'telegraf',
]

/** Says where URL and token are entered at a sender. `token`: null if it is no longer known. */
export function guideOf(reader: Reader, name: SenderName, url: string, token: string | null): Html {
  const { sources: t } = reader.t
  const { where, note } = t.senders[name]
  const to: Entered = { url, token: token ?? t.tokenPlaceholder }
  const code = senderCode(name, to)
  return html`
  <p>${where}</p>
  <h3>${t.url}</h3>
  ${codeBlock(url, t.url)}
  ${
    WITHOUT_HEADER.includes(name)
      ? html`<h3>${t.token}</h3>${codeBlock(to.token, t.token)}`
      : html`<h3>${t.header}</h3>${codeBlock(`Authorization: Bearer ${to.token}`, t.header)}`
  }
  ${code === null ? null : html`<h3>${t.text}</h3>${codeBlock(code, t.text)}`}
  ${note === '' ? null : html`<p>${note}</p>`}`
}

/** The same for everything that sends the format of a source. */
export function guidesCard(reader: Reader, { format }: StoredSource, url: string): Content {
  const { sources: t } = reader.t
  const senders = sendersOf(format)
  const [only, ...others] = senders
  if (only === undefined) return null
  return card(
    t.enter,
    html`
    <p>${t.enterHint}</p>
    ${
      others.length === 0
        ? guideOf(reader, only.name, url, null)
        : senders.map(
            ({ name }) =>
              html`<details class="more"><summary>${t.senders[name].name}</summary>${guideOf(reader, name, url, null)}</details>`,
          )
    }`,
  )
}
