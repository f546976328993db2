import { secondsAfter } from '../../platform/clock.ts'
import type { Database, Queryable } from '../../platform/database/database.ts'
import { conflict, invalidField } from '../../platform/errors.ts'
import { changedMeanwhile } from '../../platform/http/etags.ts'
import { encryptSecret } from '../../platform/secrets.ts'
import { type ChangeBy, recordChange } from '../audit-log/record-change.ts'
import type { Protection } from './create-webhook.ts'
import type { FormatOptions } from './formats/format.ts'
import { checkFormat } from './formats/formats.ts'
import { openValues, sealValues } from './sealed-values.ts'
import { changeHeaders, type HeaderChanges } from './sending/custom-headers.ts'
import { newWebhookSecret } from './sending/signature.ts'
import type { WebhookRecord, WebhookSettings } from './webhook.ts'
import { checkWebhookUrl } from './webhook-address.ts'
import {
  disableWebhook,
  enableWebhook,
  getWebhook,
  type LockedWebhook,
  lockWebhook,
  markDeleted,
  updateSecret,
  updateSettings,
} from './webhook-store.ts'

export const DISABLED_BY_PERSON = 'Disabled by a person'

export type WebhookChanges = Partial<Omit<WebhookSettings, 'site_id'>> & {
  headers?: HeaderChanges | string[]
  format_options?: FormatOptions | string[]
  enabled?: boolean
}

export interface Changing {
  by: ChangeBy
  /** Versions that the change applies to; null means any. */
  versions: number[] | null
  /** The version that the body was read from, if it has one. */
  version?: number
  now: Date
}

/** Throws 404, 412 if another person changed it first, 400 if its new address or settings are not allowed. */
export async function changeWebhook(
  db: Database,
  id: number,
  { headers = {}, format_options, enabled, ...wanted }: WebhookChanges,
  protection: Protection,
  changing: Changing,
): Promise<WebhookRecord> {
  // Resolved before anything is locked.
  const { policy, resolver } = protection
  const url = wanted.url === undefined ? {} : { url: await checkWebhookUrl(wanted.url, policy, resolver) }
  const changes = { ...wanted, ...url }
  return withWebhook(db, id, changing, async (tx, webhook) => {
    const settings = { ...settingsOf(webhook), ...changes }
    const former = openValues(protection.encryptionKey, webhook.values_sealed)
    const isNewFormat = settings.format !== webhook.format
    const unchanged = isNewFormat ? {} : former.options
    const options = Array.isArray(format_options)
      ? kept(unchanged, format_options, 'format_options')
      : (format_options ?? unchanged)
    checkFormat(settings.format, settings.url, options)
    if (new URL(settings.url).origin !== new URL(webhook.url).origin) {
      refuseKept(former.headers, headers, 'headers')
      refuseKept(unchanged, format_options ?? Object.keys(unchanged), 'format_options')
    }
    const values = {
      headers: Array.isArray(headers)
        ? kept(former.headers, headers, 'headers')
        : changeHeaders(former.headers, headers),
      options,
    }
    const values_sealed = sealValues(protection.encryptionKey, values)
    await updateSettings(tx, id, { ...settings, values, values_sealed })
    if (enabled === true) await enableWebhook(tx, id)
    if (enabled === false) await disableWebhook(tx, id, DISABLED_BY_PERSON, changing.now)
    const after = await getWebhook(tx, changing.by.reach, id, changing.now)
    const action = auditAction(webhook.enabled, after.enabled)
    await recordChange(
      tx,
      changing.by,
      { action, subject: subjectOf(after), before: auditable(webhook), after: auditable(after) },
      changing.now,
    )
    return after
  })
}

/** Creates a new secret. The old one also signs for this many seconds. Throws 404. */
export async function rotateWebhookSecret(
  db: Database,
  id: number,
  overlapS: number,
  encryptionKey: Buffer,
  changing: Changing,
): Promise<WebhookRecord & { secret: string }> {
  return withWebhook(db, id, changing, async (tx, webhook) => {
    const secret = newWebhookSecret()
    await updateSecret(tx, id, {
      secret_sealed: encryptSecret(encryptionKey, secret),
      old_secret_sealed: webhook.secret_sealed,
      old_secret_until: secondsAfter(changing.now, overlapS),
    })
    const change = { before: null, after: { overlap_s: overlapS } }
    await recordChange(
      tx,
      changing.by,
      { action: 'webhook.secret_rotated', subject: subjectOf(webhook), ...change },
      changing.now,
    )
    return { ...(await getWebhook(tx, changing.by.reach, id, changing.now)), secret }
  })
}

/** Deletes a webhook. It gets no further events; its log is deleted little by little. Throws 404. */
export async function deleteWebhook(db: Database, id: number, changing: Changing): Promise<void> {
  await withWebhook(db, id, changing, async (tx, webhook) => {
    await disableWebhook(tx, id, null, changing.now)
    await markDeleted(tx, id, changing.now)
    const change = { before: settingsOf(webhook), after: null }
    await recordChange(
      tx,
      changing.by,
      { action: 'webhook.deleted', subject: subjectOf(webhook), ...change },
      changing.now,
    )
  })
}

function withWebhook<Result>(
  db: Database,
  id: number,
  { by, versions, version, now }: Changing,
  work: (tx: Queryable, webhook: LockedWebhook) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    const webhook = await lockWebhook(tx, by.reach, id, now)
    if (versions !== null && !versions.includes(webhook.version)) throw changedMeanwhile()
    if (version !== undefined && version !== webhook.version) {
      throw conflict('webhook_behind', webhook.version)
    }
    return work(tx, webhook)
  })
}

/** Throws 400 for a value that was meant for the old host: it must be given again or removed. */
function refuseKept(
  values: Readonly<Record<string, string>>,
  sent: Readonly<Record<string, string | null>> | string[],
  field: string,
): void {
  const names = new Set((Array.isArray(sent) ? sent : Object.keys(sent)).map((name) => name.toLowerCase()))
  const left = Object.keys(values).find((name) => names.has(name.toLowerCase()) === Array.isArray(sent))
  if (left !== undefined) throw invalidField(`/${field}/${left}`, 'value_again')
}

/** The stored values of these names, since clients cannot read the values. Throws 400 for an unknown name. */
function kept(values: Readonly<Record<string, string>>, names: readonly string[], field: string) {
  const unknown = names.find((name) => !Object.hasOwn(values, name))
  if (unknown !== undefined) throw invalidField(`/${field}/${unknown}`, 'value_missing')
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))
}

const subjectOf = ({ id, name }: WebhookRecord) => ({ type: 'webhook', id, name })

function auditAction(was: boolean, is: boolean): string {
  if (was === is) return 'webhook.changed'
  return is ? 'webhook.enabled' : 'webhook.disabled'
}

const settingsOf = ({
  site_id,
  name,
  url,
  format,
  events,
  min_severity,
  modules,
  tags,
}: WebhookSettings): WebhookSettings => ({
  site_id,
  name,
  url,
  format,
  events,
  min_severity,
  modules,
  tags,
})

const auditable = (webhook: WebhookRecord) => ({
  ...settingsOf(webhook),
  enabled: webhook.enabled,
  header_names: webhook.headers,
})
