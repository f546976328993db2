import type { Database } from '../../platform/database/database.ts'
import { encryptSecret } from '../../platform/secrets.ts'
import { type ChangeBy, recordChange } from '../audit-log/record-change.ts'
import { chooseSiteOrAll } from '../sites/site-choice.ts'
import { requireRoomFor } from '../sites/site-limits.ts'
import type { FormatOptions } from './formats/format.ts'
import { checkFormat } from './formats/formats.ts'
import { sealValues } from './sealed-values.ts'
import { changeHeaders, type HeaderChanges } from './sending/custom-headers.ts'
import { newWebhookSecret } from './sending/signature.ts'
import type { WebhookRecord, WebhookSettings } from './webhook.ts'
import { type AddressPolicy, checkWebhookUrl, type Lookup } from './webhook-address.ts'
import { insertWebhook } from './webhook-store.ts'

export type NewWebhook = Omit<WebhookSettings, 'site_id'> & {
  /** See `chooseSiteOrAll`. */
  site_id?: number | null | undefined
  headers?: HeaderChanges
  format_options?: FormatOptions
}

/** Policy for addresses, and key for the secrets of webhooks. */
export interface Protection {
  policy: AddressPolicy
  encryptionKey: Buffer
  resolver?: Lookup
}

/**
 * Creates a webhook and returns its secret, which is never shown again. Throws 400 if its address or settings are not
 * allowed, and 409 if there are too many.
 */
export async function createWebhook(
  db: Database,
  { headers = {}, format_options = {}, ...wanted }: NewWebhook,
  protection: Protection,
  by: ChangeBy,
  now: Date,
): Promise<WebhookRecord & { secret: string }> {
  const values = { headers: changeHeaders({}, headers), options: format_options }
  const url = await checkWebhookUrl(wanted.url, protection.policy, protection.resolver)
  checkFormat(wanted.format, url, format_options)
  const secret = newWebhookSecret()
  const sealed = {
    values,
    values_sealed: sealValues(protection.encryptionKey, values),
    secret_sealed: encryptSecret(protection.encryptionKey, secret),
  }
  return db.transaction(async (tx) => {
    const site_id = await chooseSiteOrAll(tx, by.reach, 'admin', wanted.site_id)
    await requireRoomFor(tx, 'webhooks', site_id, now)
    const settings: WebhookSettings = { ...wanted, site_id, url }
    const record = await insertWebhook(tx, { ...settings, ...sealed }, now)
    const subject = { type: 'webhook', id: record.id, name: record.name }
    await recordChange(tx, by, { action: 'webhook.created', subject, before: null, after: settings }, now)
    return { ...record, secret }
  })
}
