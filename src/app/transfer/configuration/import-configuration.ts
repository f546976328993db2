import { BY_COMMAND } from '../../../core/audit-log/record-change.ts'
import { changeDevice } from '../../../core/devices/change-device.ts'
import { saveAttributes } from '../../../core/devices/device-attributes.ts'
import { newDeviceOf } from '../../../core/devices/device-bodies.ts'
import { createDevice } from '../../../core/devices/device-tokens.ts'
import { listPoliciesToKeep } from '../../../core/escalation/portable-policies.ts'
import { listPortableSchedules } from '../../../core/on-call/portable-schedules.ts'
import { INSTALLATION } from '../../../core/reach/reach.ts'
import { changeWebhook } from '../../../core/webhooks/change-webhook.ts'
import { createWebhook, type Protection } from '../../../core/webhooks/create-webhook.ts'
import { DEFAULT_EVENTS } from '../../../core/webhooks/events/webhook-events.ts'
import { normalizedUrl } from '../../../core/webhooks/webhook-address.ts'
import { listWebhooks } from '../../../core/webhooks/webhook-store.ts'
import { type Database, within } from '../../../platform/database/database.ts'
import { OperatorError } from '../../../platform/errors.ts'
import type { ConfigurationDocument, DeviceInFile, WebhookInFile } from './document.ts'
import { ALL, deviceFields, listRealDevices, webhookFields } from './export-configuration.ts'
import { changesOf, type FieldChange } from './field-changes.ts'
import { byName } from './match-by-name.ts'
import { importPolicies } from './policies-as-files.ts'
import { importRuleDefinitions, rulesToKeep } from './rules-as-files.ts'
import { importSchedules } from './schedules-as-files.ts'

/** One record of the file compared with the service. */
export interface RecordChange {
  kind: 'device' | 'rule' | 'webhook' | 'schedule' | 'policy'
  name: string
  change: 'added' | 'changed' | 'same'
  fields: FieldChange[]
  /** Secret of a new record: the token of a device or the secret of a webhook. Shown only once. */
  secret?: string
}

export interface ImportOptions {
  /** Reports the changes without making them. */
  dryRun: boolean
  protection: Protection
  now: Date
}

/** A comparison encrypts nothing. */
const NO_PROTECTION: Protection = { policy: { allowHttp: false, allowedNetworks: [] }, encryptionKey: Buffer.alloc(0) }

/**
 * Applies a file to the service, all of it or nothing. Records that the file does not name stay as they are: a file
 * that lost half of its lines must not delete the devices of a hospital.
 */
export async function importConfiguration(
  db: Database,
  file: ConfigurationDocument,
  options: ImportOptions,
): Promise<RecordChange[]> {
  return db.transaction(async (tx) => {
    const inOne = within(tx, db)
    const devices = await importDevices(inOne, file.devices, options)
    const { added, changed, same } = await importRuleDefinitions(tx, file.rules, options.dryRun)
    const rule = (change: RecordChange['change'], name: string, fields: FieldChange[] = []): RecordChange => ({
      kind: 'rule',
      name,
      change,
      fields,
    })
    const rules = [
      ...added.map((key) => rule('added', key)),
      ...changed.map(({ key, fields }) => rule('changed', key, fields)),
      ...same.map((key) => rule('same', key)),
    ]
    const webhooks = await importWebhooks(inOne, file.webhooks, options)
    const schedules = await importSchedules(inOne, file.schedules, options)
    const newSchedules = schedules.map(({ name }) => name)
    const policies = await importPolicies(inOne, file.policies, { ...options, newSchedules })
    return [
      ...[...devices, ...rules, ...webhooks],
      ...schedules.map((one) => ({ kind: 'schedule' as const, ...one })),
      ...policies.map((one) => ({ kind: 'policy' as const, ...one })),
    ]
  })
}

async function importDevices(
  db: Database,
  devices: readonly DeviceInFile[],
  { dryRun, now }: ImportOptions,
): Promise<RecordChange[]> {
  const names = devices.map(({ name }) => name.trim())
  const known = byName('devices', await listRealDevices(db), names)
  const changes: RecordChange[] = []
  for (const { enabled = true, attributes = {}, ...body } of devices) {
    const { site_id, ...device } = newDeviceOf(body)
    const wanted = { ...device, enabled, attributes }
    const stored = known(wanted.name)
    const fields = stored === null ? [] : changesOf(deviceFields(stored), wanted)
    const change = changeOf(stored, fields)
    if (fields.some(({ field }) => field === 'module')) {
      throw new OperatorError(`The device "${wanted.name}" is of module ${stored!.module}; that cannot be changed`)
    }
    changes.push({ kind: 'device', name: wanted.name, change, fields })
    if (dryRun || change === 'same') continue
    const { module, attributes: _, ...settings } = wanted
    let id = stored?.id
    if (id === undefined) {
      const created = await createDevice(db, { ...settings, module, site_id }, BY_COMMAND, now)
      id = created.id
      changes.at(-1)!.secret = created.token
      if (!enabled) await changeDevice(db, id, { enabled }, null, BY_COMMAND, now)
      if (Object.keys(attributes).length > 0) await saveAttributes(db, id, attributes, BY_COMMAND, now)
      continue
    }
    if (fields.some(({ field }) => field !== 'attributes')) await changeDevice(db, id, settings, null, BY_COMMAND, now)
    if (fields.some(({ field }) => field === 'attributes')) await saveAttributes(db, id, attributes, BY_COMMAND, now)
  }
  return changes
}

async function importWebhooks(
  db: Database,
  webhooks: readonly WebhookInFile[],
  { dryRun, protection, now }: ImportOptions,
): Promise<RecordChange[]> {
  const names = webhooks.map(({ name }) => name.trim())
  const known = byName('webhooks', await listWebhooks(db, INSTALLATION, ALL, now), names)
  const changes: RecordChange[] = []
  for (const { enabled = true, headers, format_options, ...body } of webhooks) {
    const defaults = { format: 'envelope', min_severity: 'info', modules: [], tags: [] } as const
    const settings = {
      ...defaults,
      modules: [],
      tags: [],
      events: [...DEFAULT_EVENTS],
      ...body,
      name: body.name.trim(),
      url: normalizedUrl(body.url),
    }
    const stored = known(settings.name)
    const fields = stored === null ? [] : changesOf(webhookFields(stored), { ...settings, enabled })
    const change = changeOf(stored, fields)
    changes.push({ kind: 'webhook', name: settings.name, change, fields })
    if (dryRun || change === 'same') continue
    const sealed = { ...(headers && { headers }), ...(format_options && { format_options }) }
    const by = { by: BY_COMMAND, versions: null, now }
    if (stored === null) {
      const created = await createWebhook(db, { ...settings, ...sealed }, protection, BY_COMMAND, now)
      changes.at(-1)!.secret = created.secret
      if (!enabled) await changeWebhook(db, created.id, { enabled }, protection, by)
    } else {
      await changeWebhook(db, stored.id, { ...settings, ...sealed, enabled }, protection, by)
    }
  }
  return changes
}

const changeOf = (stored: object | null, fields: readonly FieldChange[]): RecordChange['change'] =>
  stored === null ? 'added' : fields.length > 0 ? 'changed' : 'same'

export interface ConfigurationDifference {
  changes: RecordChange[]
  /** Records of the service that the file does not name. */
  only_here: Pick<RecordChange, 'kind' | 'name'>[]
}

export async function compareConfiguration(
  db: Database,
  file: ConfigurationDocument,
  now: Date,
): Promise<ConfigurationDifference> {
  const changes = await importConfiguration(db, file, { dryRun: true, protection: NO_PROTECTION, now })
  const isNamed = (kind: RecordChange['kind'], name: string) =>
    changes.some((change) => change.kind === kind && change.name === name)
  const here = [
    ...(await listRealDevices(db)).map(({ name }) => ({ kind: 'device', name }) as const),
    ...(await rulesToKeep(db, false)).map(({ key }) => ({ kind: 'rule', name: key }) as const),
    ...(await listWebhooks(db, INSTALLATION, ALL, now)).map(({ name }) => ({ kind: 'webhook', name }) as const),
    ...(await listPortableSchedules(db, INSTALLATION)).map(({ name }) => ({ kind: 'schedule', name }) as const),
    ...(await listPoliciesToKeep(db, INSTALLATION)).map(({ name }) => ({ kind: 'policy', name }) as const),
  ]
  return { changes, only_here: here.filter(({ kind, name }) => !isNamed(kind, name)) }
}
