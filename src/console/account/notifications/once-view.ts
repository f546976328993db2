import type { AddedMethod } from '../../../core/contact-methods/add-contact-method.ts'
import type { VerifiedBy } from '../../../core/contact-methods/channels/channel-kind.ts'
import { type ContactKind, channelKind } from '../../../core/contact-methods/channels/channels.ts'
import { kindWords, type OnceWords } from '../../../core/contact-methods/channels/kind-words.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { form } from '../../frame/forms/forms.ts'
import { NOTIFICATIONS } from '../../frame/page/navigation.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { keyValues } from '../../frame/parts/page-parts.ts'
import { qrCode } from '../../frame/parts/qr-code.ts'
import { secretOnce } from '../../frame/parts/secret-once.ts'
import { onceView } from './adding-view.ts'

/** The page that shows once the values of a new method, and how to go on. Null: it has none. */
export function shownOnceView(reader: Reader, { method, shown, qr }: AddedMethod): Html | null {
  const { once: words } = kindWords(reader.t, method.kind)
  if (words === undefined || Object.keys(shown).length === 0) return null
  const values = valuesOf(method.kind, shown, words)
  return onceView(
    reader,
    words.title,
    html`${words.warning && html`<p class="notice warn">${words.warning}</p>`}
    ${words.how && html`<p>${words.how}</p>`}
    ${qr === undefined ? values : html`<div class="beside-qr" data-secret>${values}${qrCode(qr, words.qr ?? '')}</div>`}
    ${words.after && html`<p>${words.after}</p>`}
    ${NEXT[channelKind(method.kind).verifiedBy](reader, method.id, words.next)}`,
  )
}

/** A single value needs no label, and the link of a chat is a button. */
function valuesOf(kind: ContactKind, { link, ...shown }: Record<string, string>, words: OnceWords): Content {
  if (link !== undefined)
    return html`<p><a class="button primary" href="${link}" target="_blank" rel="noreferrer">${words.link}</a></p>`
  const about = channelKind(kind).shownOnce?.values
  const rows = Object.entries(shown).map(([name, value]): [string, Html] => [
    words.values?.[name] ?? name,
    about?.[name]?.as === 'link' ? html`<a href="${value}" rel="noreferrer">${value}</a>` : secretOnce(value),
  ])
  return rows.length === 1 ? rows[0]![1] : html`<div class="stack">${keyValues(rows)}</div>`
}

const NEXT: Record<VerifiedBy, (reader: Reader, id: number, text: string) => Content> = {
  code: (_reader, _id, text) =>
    html`<p><a class="button primary" href="${NOTIFICATIONS}?done=codeSent">${text}</a></p>`,
  code_on_request: ({ csrf }, id, text) =>
    form({ action: `${NOTIFICATIONS}/methods/${id}/code`, csrf }, html`<button class="primary">${text}</button>`),
  chat: (_reader, _id, text) => html`<p><a class="button" href="${NOTIFICATIONS}">${text}</a></p>`,
  browser: () => null,
}
