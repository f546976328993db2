import type { Queryable } from '../platform/database.ts'
import { encryptSecret } from '../platform/secrets.ts'
import { newWebhookSecret } from './signature.ts'
import { type AddressPolicy, checkWebhookUrl } from './webhook-address.ts'
import { insertWebhook, type NewWebhook, type WebhookRecord } from './webhook-store.ts'

/** A new webhook and its secret, which is never shown again. Throws 400 when its address is not allowed. */
export async function createWebhook(
  db: Queryable,
  webhook: NewWebhook,
  protection: { policy: AddressPolicy; encryptionKey: Buffer },
  now: Date,
): Promise<WebhookRecord & { secret: string }> {
  await checkWebhookUrl(webhook.url, protection.policy)
  const secret = newWebhookSecret()
  const record = await insertWebhook(db, webhook, encryptSecret(protection.encryptionKey, secret), now)
  return { ...record, secret }
}
