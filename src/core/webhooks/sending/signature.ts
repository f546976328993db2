import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'

/** A secret of Standard Webhooks: `whsec_` and 32 random bytes in base64. */
export const newWebhookSecret = (): string => PREFIX + randomBytes(32).toString('base64')

/**
 * The `webhook-signature` of Standard Webhooks 1.0 (standardwebhooks.com): HMAC-SHA256 over `id.timestamp.body`.
 * `timestampS` is in seconds.
 */
export function sign(secret: string, messageId: string, timestampS: number, body: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  const digest = createHmac('sha256', key).update(`${messageId}.${timestampS}.${body}`).digest('base64')
  return `v1,${digest}`
}
