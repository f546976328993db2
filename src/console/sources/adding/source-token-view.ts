import type { StoredSource } from '../../../core/sources/source-store.ts'
import { type Html, html } from '../../../platform/html.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { card, codeBlock } from '../../frame/parts/page-parts.ts'
import { sourceAddress, sourceShell, sourceSummary } from '../source-state.ts'
import { guideOf } from './sender-guide.ts'
import { type SenderName, sendersOf } from './senders.ts'

interface TokenPage {
  source: StoredSource
  /** The whole URL of the source. */
  url: string
  token: string
  /** The sender that was chosen; null: any with its format. */
  sender: SenderName | null
}

/** The only page that shows a token: after a source was added, or its token rotated. It turns green with the first message. */
export function sourceTokenView(reader: Reader, { source, url, token, sender }: TokenPage): Html {
  const { sources: t } = reader.t
  const names = sender === null ? sendersOf(source.format).map(({ name }) => name) : [sender]
  const address = sourceAddress(source.id)
  return sourceShell(
    { reader, source, here: 'devices' },
    html`
    <div class="stack" data-shown-once="${address}">
      ${card(
        t.tokenTitle,
        html`
        <p class="notice warn">${t.once}</p>
        <div data-secret>${codeBlock(token, t.token)}</div>
        <p><a class="button primary" href="${address}">${reader.t.shared.stored}</a></p>`,
      )}
      ${sourceSummary(reader, source)}
      ${names.map((name) => card(t.enterAt(t.senders[name].name), html`<div data-secret>${guideOf(reader, name, url, token)}</div>`))}
    </div>`,
  )
}
