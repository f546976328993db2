import { type Html, html } from '../../../platform/html.ts'
import { keyValues } from '../../parts/page-parts.ts'
import { qrCode } from '../../parts/qr-code.ts'
import { secretOnce } from '../../parts/secret-once.ts'
import { form } from '../../shell/forms.ts'
import { NOTIFICATIONS } from '../../shell/navigation.ts'
import type { Reader } from '../../shell/reader.ts'
import { onceView } from './adding-view.ts'

/** The topic, which whoever knows it can read. */
export function topicView(reader: Reader, { id, topic, server }: { id: number; topic: string; server: string }): Html {
  const { t, csrf } = reader
  const { ntfy: words } = t.notifications
  const address = `${server}/${topic}`
  return onceView(
    reader,
    words.title,
    html`<p class="notice warn">${words.once}</p>
    <p>${words.how}</p>
    <div class="beside-qr" data-secret>
      <div class="stack">${keyValues([
        [words.server, html`<a href="${server}" rel="noreferrer">${server}</a>`],
        [words.topic, secretOnce(topic)],
      ])}</div>
      ${qrCode(address, words.qr)}
    </div>
    ${form({ action: `${NOTIFICATIONS}/methods/${id}/code`, csrf }, html`<button class="primary">${words.subscribed}</button>`)}`,
  )
}

/** The secret of a receiver, which has got a code already. */
export function secretView(reader: Reader, secret: string): Html {
  const { t } = reader
  return onceView(
    reader,
    t.webhooks.secretTitle,
    html`<p class="notice warn">${t.webhooks.once}</p>
    ${secretOnce(secret)}
    <p>${t.webhooks.secretHint}</p>
    <p><a class="button primary" href="${NOTIFICATIONS}?done=codeSent">${t.shared.stored}</a></p>`,
  )
}

/** The link to the chat. Whoever opens it first is notified. */
export function chatView(reader: Reader, link: string): Html {
  const { telegram: words } = reader.t.notifications
  return onceView(
    reader,
    words.title,
    html`<p>${words.how}</p>
    <div class="beside-qr" data-secret>
      <p><a class="button primary" href="${link}" target="_blank" rel="noreferrer">${words.open}</a></p>
      ${qrCode(link, words.qr)}
    </div>
    <p><a class="button" href="${NOTIFICATIONS}">${words.done}</a></p>`,
  )
}
