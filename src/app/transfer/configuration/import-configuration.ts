import { BY_COMMAND } from '../../../core/audit-log/record-change.ts'
import { changeDevice } from '../../../core/devices/change-device.ts'
import { saveAttributes } from '../../../core/devices/device-attributes.ts'
import { newDeviceOf } from '../../../core/devices/device-bodies.ts'
import { createDevice } from '../../../core/devices/device-tokens.ts'
import { listPoliciesToKeep } from '../../../core/escalation/portable-policies.ts'
import { listSchedules } from '../../../core/on-call/schedule-store.ts'
import { INSTALLATION } from '../../../core/reach/reach.ts'
import { listGeofences } from '../../../core/rules/geofences/geofence-store.ts'
import { listPortableSites } from '../../../core/sites/portable-sites.ts'
import { listSites } from '../../../core/sites/site-store.ts'
import { changeWebhook } from '../../../core/webhooks/change-webhook.ts'
import { createWebhook, type Protection } from '../../../core/webhooks/create-webhook.ts'
import { DEFAULT_EVENTS } from '../../../core/webhooks/events/webhook-events.ts'
import { normalizedUrl } from '../../../core/webhooks/webhook-address.ts'
import { listWebhooks } from '../../../core/webhooks/webhook-store.ts'
import type { Database } from '../../../platform/database/database.ts'
import { within } from '../../../platform/database/within.ts'
import { OperatorError } from '../../../platform/errors.ts'
import type { ConfigurationDocument, DeviceInFile, WebhookInFile } from './document.ts'
import { ALL, deviceFields, listRealDevices, webhookFields } from './export-configuration.ts'
import { changesOf, type FieldChange } from './field-changes.ts'
import { importGeofences } from './geofences-as-files.ts'
import { byName } from './match-by-name.ts'
import { importPolicies, portableName } from './policies-as-files.ts'
import { importRuleDefinitions, rulesToKeep } from './rules-as-files.ts'
import { importSchedules } from './schedules-as-files.ts'
import { type FileSites, fileSites, importSites } from './sites-as-files.ts'
import { importStatusPages, portableStatusPages } from './status-pages-as-files.ts'

/** One record of the file compared with the service. */
export interface RecordChange {
  kind: 'site' | 'device' | 'status_page' | 'geofence' | 'rule' | 'webhook' | 'schedule' | 'policy'
  name: string
  change: 'added' | 'changed' | 'same'
  fields: FieldChange[]
  /** Secret of a new record: the token of a device, the secret of a webhook or of a status page's address. Shown only once. */
  secret?: string
}

interface ImportOptions {
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
    const { changes: siteChanges, sites } = await importSites(inOne, file.sites, options)
    const devices = await importDevices(inOne, file.devices, sites, options)
    const added = options.dryRun ? devices.filter(({ change }) => change === 'added') : []
    const shown = [
      ...(await listRealDevices(inOne)).map(({ id, name, site }) => ({ id, name: sites.called(name, site.id) })),
      ...added.map(({ name }) => ({ id: null, name })),
    ]
    const pages = await importStatusPages(inOne, file.status_pages, sites, { ...options, devices: shown })
    const geofences = await importGeofences(inOne, file.geofences, sites, options)
    const inRules = await importRuleDefinitions(tx, file.rules, options.dryRun, sites)
    const rule = (change: RecordChange['change'], name: string, fields: FieldChange[] = []): RecordChange => ({
      kind: 'rule',
      name,
      change,
      fields,
    })
    const rules = [
      ...inRules.added.map((key) => rule('added', key)),
      ...inRules.changed.map(({ key, fields }) => rule('changed', key, fields)),
      ...inRules.same.map((key) => rule('same', key)),
    ]
    const webhooks = await importWebhooks(inOne, file.webhooks, sites, options)
    const schedules = await importSchedules(inOne, file.schedules, sites, options)
    const newSchedules = schedules.map(({ name }) => name)
    const policies = await importPolicies(inOne, file.policies, sites, { ...options, newSchedules })
    return [
      ...siteChanges.map((one) => ({ kind: 'site' as const, ...one })),
      ...devices,
      ...pages.map((one) => ({ kind: 'status_page' as const, ...one })),
      ...geofences.map((one) => ({ kind: 'geofence' as const, ...one })),
      ...[...rules, ...webhooks],
      ...schedules.map((one) => ({ kind: 'schedule' as const, ...one })),
      ...policies.map((one) => ({ kind: 'policy' as const, ...one })),
    ]
  })
}

async function importDevices(
  db: Database,
  devices: readonly DeviceInFile[],
  sites: FileSites,
  { dryRun, now }: ImportOptions,
): Promise<RecordChange[]> {
  const calledOf = (device: DeviceInFile) =>
    sites.called(device.name.trim(), sites.idOfOwned(device, `The device "${device.name.trim()}"`))
  const stored = (await listRealDevices(db)).map((device) => ({
    device,
    name: sites.called(device.name, device.site.id),
  }))
  const known = byName('devices', stored, devices.map(calledOf))
  const changes: RecordChange[] = []
  for (const one of devices) {
    const { enabled = true, attributes = {}, site: _site, ...body } = one
    const { site_id: _, ...device } = newDeviceOf(body)
    const wanted = { ...device, enabled, attributes }
    const name = calledOf(one)
    const stored = known(name)?.device ?? null
    const fields = stored === null ? [] : changesOf(deviceFields(stored), wanted)
    const change = changeOf(stored, fields)
    if (fields.some(({ field }) => field === 'module')) {
      throw new OperatorError(`The device "${wanted.name}" is of module ${stored!.module}; that cannot be changed`)
    }
    changes.push({ kind: 'device', name, change, fields })
    if (dryRun || change === 'same') continue
    const { module, attributes: _attributes, ...settings } = wanted
    let id = stored?.id
    if (id === undefined) {
      const site_id = sites.idOfOwned(one, `The device "${wanted.name}"`)
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
  sites: FileSites,
  { dryRun, protection, now }: ImportOptions,
): Promise<RecordChange[]> {
  const calledOf = (webhook: WebhookInFile) =>
    sites.called(webhook.name.trim(), sites.idOf(webhook, webhook.name.trim()))
  const stored = (await listWebhooks(db, INSTALLATION, ALL, now)).map((webhook) => ({
    webhook,
    name: sites.called(webhook.name, webhook.site_id),
  }))
  const known = byName('webhooks', stored, webhooks.map(calledOf))
  const changes: RecordChange[] = []
  for (const one of webhooks) {
    const { enabled = true, headers, format_options, site: _, ...body } = one
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
    const name = calledOf(one)
    const stored = known(name)?.webhook ?? null
    const fields = stored === null ? [] : changesOf(webhookFields(stored), { ...settings, enabled })
    const change = changeOf(stored, fields)
    changes.push({ kind: 'webhook', name, change, fields })
    if (dryRun || change === 'same') continue
    const sealed = { ...(headers && { headers }), ...(format_options && { format_options }) }
    const by = { by: BY_COMMAND, versions: null, now }
    if (stored === null) {
      const created = await createWebhook(
        db,
        { ...settings, ...sealed, site_id: sites.idOf(one, settings.name) },
        protection,
        BY_COMMAND,
        now,
      )
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

interface ConfigurationDifference {
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
  const { called } = fileSites(await listSites(db, INSTALLATION))
  const named = (one: { name: string; site_id: number | null }) => called(one.name, one.site_id)
  const here = [
    ...(await listPortableSites(db, INSTALLATION)).map(({ name }) => ({ kind: 'site', name }) as const),
    ...(await listRealDevices(db)).map((one) => ({ kind: 'device', name: called(one.name, one.site.id) }) as const),
    ...(await portableStatusPages(db)).map(({ site }) => ({ kind: 'status_page', name: site }) as const),
    ...(await listGeofences(db, INSTALLATION)).map((one) => ({ kind: 'geofence', name: named(one) }) as const),
    ...(await rulesToKeep(db, false)).map(({ key }) => ({ kind: 'rule', name: key }) as const),
    ...(await listWebhooks(db, INSTALLATION, ALL, now)).map((one) => ({ kind: 'webhook', name: named(one) }) as const),
    ...(await listSchedules(db, INSTALLATION)).map((one) => ({ kind: 'schedule', name: named(one) }) as const),
    ...(await listPoliciesToKeep(db, INSTALLATION)).map(
      (one) => ({ kind: 'policy', name: portableName(one) }) as const,
    ),
  ]
  return { changes, only_here: here.filter(({ kind, name }) => !isNamed(kind, name)) }
}
