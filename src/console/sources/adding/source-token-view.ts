import { type Html, html } from '../../../platform/html.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { card, codeBlock } from '../../frame/parts/page-parts.ts'
import type { ShownSource } from '../shown-source.ts'
import { sourceAddress, sourceShell, sourceSummary } from '../source-state.ts'
import { guideList, guideOf } from './sender-guide.ts'
import { type SenderName, sendersOf } from './senders.ts'

interface TokenPage {
  source: ShownSource
  /** The whole URL of the source. */
  url: string
  token: string
  /** The sender that was chosen; null: any with its format. */
  sender: SenderName | null
}

/** The only page that shows a token: after a source was added, or its token rotated. It turns green with the first message. */
export function sourceTokenView(reader: Reader, page: TokenPage): Html {
  const address = sourceAddress(page.source.id)
  return sourceShell(
    { reader, source: page.source, here: 'devices' },
    html`
    <div class="connecting" data-shown-once="${address}">
      <div class="stack">${guideCard(reader, page)}</div>
      <div class="stack">${sourceSummary(reader, page.source)}</div>
    </div>`,
  )
}

function guideCard(reader: Reader, { source, url, token, sender }: TokenPage): Html {
  const { sources: t, shared } = reader.t
  const [only, ...others] = sender === null ? sendersOf(source.format).map(({ name }) => name) : [sender]
  const isOne = others.length === 0
  return card(
    isOne ? t.enterAt(t.senders[only!].name) : t.enter,
    html`
    <p class="notice warn">${t.once}</p>
    <div class="stack" data-secret>
      ${isOne ? guideOf(reader, only!, url, token) : null}
      <h3>${isOne ? t.tokenAlone : t.token}</h3>
      ${codeBlock(token, t.token)}
      ${isOne ? null : guideList(reader, [only!, ...others], url, token)}
    </div>
    <p><a class="button" href="${sourceAddress(source.id)}">${shared.stored}</a></p>`,
  )
}
