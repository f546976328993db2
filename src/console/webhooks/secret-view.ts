import { type Html, html } from '../../platform/html.ts'
import type { WebhookRecord } from '../../webhooks/webhook.ts'
import { codeTabs } from '../parts/code-block.ts'
import { card } from '../parts/page-parts.ts'
import { secretOnce } from '../parts/secret-once.ts'
import { shell } from '../shell/layout.ts'
import type { Visit } from '../shell/visit.ts'
import { VERIFICATION_SNIPPETS } from './verification-snippets.ts'

/** The only page that ever shows the secret: behind adding a webhook, and behind giving it a new one. */
export function secretView(
  visit: Visit,
  { id, name, secret, old_secret_until }: WebhookRecord & { secret: string },
): Html {
  const { webhooks: t } = visit.t
  return shell(
    visit,
    {
      title: t.secretTitle,
      place: 'webhooks',
      trail: [
        { name: t.title, address: '/webhooks' },
        { name, address: `/webhooks/${id}` },
      ],
    },
    html`
    ${card(
      name,
      html`
      <p class="notice warn">${t.once}</p>
      ${secretOnce(secret)}
      ${old_secret_until === null ? null : html`<p>${t.oldUntil} ${visit.format.at(old_secret_until)}.</p>`}
      <p>${t.secretHint}</p>
      <p><a class="button primary" href="/webhooks/${id}">${t.stored}</a></p>`,
    )}
    ${verificationCard(visit)}`,
  )
}

export const verificationCard = ({ t: { webhooks: t } }: Visit): Html =>
  card(t.verify, html`<p>${t.verifyHint}</p>${codeTabs('verification', VERIFICATION_SNIPPETS)}`)
