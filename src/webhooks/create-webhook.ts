import { type ChangeBy, recordChange } from '../audit-log/record-change.ts'
import type { Database } from '../platform/database.ts'
import { encryptSecret } from '../platform/secrets.ts'
import { newWebhookSecret } from './signature.ts'
import { type AddressPolicy, checkWebhookUrl } from './webhook-address.ts'
import { insertWebhook, type NewWebhook, type WebhookRecord } from './webhook-store.ts'

/** A new webhook and its secret, which is never shown again. Throws 400 when its address is not allowed. */
export async function createWebhook(
  db: Database,
  webhook: NewWebhook,
  protection: { policy: AddressPolicy; encryptionKey: Buffer },
  by: ChangeBy,
  now: Date,
): Promise<WebhookRecord & { secret: string }> {
  await checkWebhookUrl(webhook.url, protection.policy)
  const secret = newWebhookSecret()
  return db.transaction(async (tx) => {
    const record = await insertWebhook(tx, webhook, encryptSecret(protection.encryptionKey, secret), now)
    const subject = { type: 'webhook', id: record.id, name: record.name }
    await recordChange(tx, by, { action: 'webhook.created', subject, before: null, after: webhook }, now)
    return { ...record, secret }
  })
}
