import type { Queryable } from '../../platform/database/database.ts'
import { type ChangeBy, recordChange } from '../audit-log/record-change.ts'
import { requireRole } from '../reach/require-role.ts'
import { envelopeOf } from './events/envelope.ts'
import { webhookBody } from './formats/formats.ts'
import type { Attempt } from './outbox/attempt.ts'
import { claimTest } from './outbox/claim-deliveries.ts'
import type { Dispatcher } from './outbox/deliver-webhooks.ts'
import { newMessageId } from './outbox/queue-deliveries.ts'
import { getWebhook } from './webhook-store.ts'

/**
 * Sends `webhook.test` like any other delivery, but only once, also while the webhook is disabled or held, and returns
 * the outcome. A success closes the breaker. Throws 403, 404.
 */
export async function sendTest(
  db: Queryable,
  dispatcher: Pick<Dispatcher, 'send'>,
  by: ChangeBy,
  id: number,
  now: Date,
): Promise<{ delivery_id: number; message_id: string; attempt: Attempt }> {
  const webhook = requireRole(by.reach, 'admin', 'Webhook', await getWebhook(db, by.reach, id, now))
  const data = { webhook_id: id, webhook_name: webhook.name, message: 'This is a test message from Tocsin' }
  const body = webhookBody(webhook.format, envelopeOf({ event: 'webhook.test', data }, now))!
  const claimed = await claimTest(db.inCell(0), id, { message_id: newMessageId(), event: 'webhook.test', body }, now)
  const subject = { type: 'webhook', id, name: webhook.name }
  const after = { delivery_id: claimed.id }
  await recordChange(db, by, { action: 'webhook.tested', subject, before: null, after }, now)
  const attempt = await dispatcher.send(claimed)
  return { delivery_id: claimed.id, message_id: claimed.message_id, attempt }
}
