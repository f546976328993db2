import type { StoredSource } from '../../../core/sources/source-store.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { ownProperty } from '../../../platform/own-property.ts'
import type { Words } from '../../../words/words.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { card, codeBlock } from '../../frame/parts/page-parts.ts'
import { type Entered, senderCode } from './sender-code.ts'
import { type SenderName, sendersOf } from './senders.ts'

/** Says step by step where URL and token are entered at a sender. `token`: null if it is no longer known. */
export function guideOf({ t }: Reader, name: SenderName, url: string, token: string | null): Html {
  const { sources: words } = t
  const { steps, note } = words.senders[name]
  const values = valuesOf(words, name, { url, token: token ?? words.tokenPlaceholder })
  return html`
  <ol class="guide">${steps.map((step) => html`<li>${stepOf(step, values)}</li>`)}</ol>
  ${note === '' ? null : html`<p class="meta">${note}</p>`}`
}

/** A value that a step names in braces. */
interface Value {
  text: string
  /** For a value to copy; other values are words of the sentence. */
  label?: string
}

function valuesOf(words: Words['sources'], name: SenderName, to: Entered): Record<string, Value> {
  const { protocol, hostname, port, pathname } = new URL(to.url)
  const isSafe = protocol === 'https:'
  return {
    url: { text: to.url, label: words.url },
    token: { text: to.token, label: words.token },
    bearer: { text: `Bearer ${to.token}`, label: words.header },
    header: { text: `Authorization: Bearer ${to.token}`, label: words.header },
    text: { text: senderCode(name, to) ?? '', label: words.text },
    host: { text: hostname, label: words.url },
    path: { text: pathname, label: words.url },
    port: { text: port || (isSafe ? '443' : '80') },
    scheme: { text: isSafe ? 'HTTPS' : 'HTTP' },
  }
}

/** Words and values of a step take turns. */
const stepOf = (step: string, values: Record<string, Value>): Content =>
  step.split(/[{}]/).map((piece, place) => {
    if (place % 2 === 0) return piece
    const { text, label } = ownProperty(values, piece)!
    return label === undefined ? html`<strong>${text}</strong>` : codeBlock(text, label)
  })

/** Folded guides for several senders with one format. */
export const guideList = (reader: Reader, names: readonly SenderName[], url: string, token: string | null): Content =>
  names.map(
    (name) =>
      html`<details class="more"><summary>${reader.t.sources.senders[name].name}</summary>${guideOf(reader, name, url, token)}</details>`,
  )

/** The same for everything that sends the format of a source. */
export function guidesCard(reader: Reader, { format }: StoredSource, url: string): Content {
  const { sources: t } = reader.t
  const names = sendersOf(format).map(({ name }) => name)
  const [only, ...others] = names
  if (only === undefined) return null
  return card(
    t.enter,
    html`
    <p>${t.enterHint}</p>
    ${others.length === 0 ? guideOf(reader, only, url, null) : guideList(reader, names, url, null)}`,
  )
}
