import type { WebhookRecord } from '../../core/webhooks/webhook.ts'
import { type Html, html } from '../../platform/html.ts'
import { shell } from '../frame/page/layout.ts'
import type { Reader } from '../frame/page/reader.ts'
import { card, codeTabs } from '../frame/parts/page-parts.ts'
import { secretOnce } from '../frame/parts/secret-once.ts'
import { VERIFICATION_SNIPPETS } from './verification-snippets.ts'
import { webhookTrail } from './webhook-state.ts'

/** The only page that shows the secret: after a webhook was added, or its secret rotated. */
export function secretView(reader: Reader, webhook: WebhookRecord & { secret: string }): Html {
  const { webhooks: t } = reader.t
  const { id, name, secret, old_secret_until } = webhook
  return shell(
    reader,
    {
      title: t.secretTitle,
      place: 'webhooks',
      trail: webhookTrail(reader.t, webhook),
    },
    html`
    ${card(
      name,
      html`
      <p class="notice warn">${t.once}</p>
      ${secretOnce(secret)}
      ${old_secret_until === null ? null : html`<p>${t.oldUntil} ${reader.format.at(old_secret_until)}.</p>`}
      <p>${t.secretHint}</p>
      <p><a class="button primary" href="/webhooks/${id}">${reader.t.shared.stored}</a></p>`,
    )}
    ${verificationCard(reader)}`,
  )
}

export const verificationCard = ({ t: { webhooks: t } }: Reader): Html =>
  card(
    t.verify,
    html`<p>${t.verifyHint}</p>${codeTabs(
      'verification',
      VERIFICATION_SNIPPETS.map(({ name, text }) => ({ name: t.snippetNames[name] ?? name, text })),
    )}`,
  )
