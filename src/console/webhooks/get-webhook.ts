import type { WebhookRecord } from '../../core/webhooks/webhook.ts'
import { findWebhook } from '../../core/webhooks/webhook-store.ts'
import { notFound } from '../../platform/errors.ts'
import type { ConsoleContext } from '../console-context.ts'

/** Throws 404. */
export async function getWebhook({ db, now }: ConsoleContext, id: number): Promise<WebhookRecord> {
  const webhook = await findWebhook(db, id, now())
  if (webhook === null) throw notFound('Webhook')
  return webhook
}
