import { stringify } from 'yaml'
import { type ListedSettings, listDeviceSettings } from '../../../core/devices/lists/list-devices.ts'
import { listPoliciesToKeep } from '../../../core/escalation/portable-policies.ts'
import { listPortableSchedules } from '../../../core/on-call/portable-schedules.ts'
import { INSTALLATION } from '../../../core/reach/reach.ts'
import type { SiteName } from '../../../core/reach/site-name.ts'
import { listGeofences } from '../../../core/rules/geofences/geofence-store.ts'
import { CONFIGURATION_FORMAT } from '../../../core/settings/configuration-format.ts'
import { listPortableSites } from '../../../core/sites/portable-sites.ts'
import type { WebhookRecord } from '../../../core/webhooks/webhook.ts'
import { listWebhooks } from '../../../core/webhooks/webhook-store.ts'
import { listMemberIds } from '../../../fleet/demo/demo-store.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { rulesToKeep } from './rules-as-files.ts'

import { portableStatusPages } from './status-pages-as-files.ts'

const HEADING = `# Configuration of Tocsin: devices without their tokens, rules of people, webhooks without their secrets.
# \`tocsin config diff\` compares it with a service, \`tocsin config import\` brings it in. docs/configuration.md has more.
`

/** High enough for all: there are at most a hundred. */
export const ALL = { afterId: 0, limit: 1_000 }

/**
 * Exports the configuration, without users and silences, as one document that stays the same until something changes.
 */
export async function exportConfiguration(db: Queryable, now: Date): Promise<string> {
  const sites = await listPortableSites(db, INSTALLATION)
  const isOne = sites.length === 0
  const pages = (await portableStatusPages(db)).map(({ site, ...page }) => ({ ...(isOne ? {} : { site }), ...page }))
  const geofences = (await listGeofences(db, INSTALLATION)).map(({ name, fence, site }) =>
    withSite({ name, fence }, site),
  )
  const document = {
    format: CONFIGURATION_FORMAT,
    ...(isOne ? {} : { sites }),
    devices: (await listRealDevices(db)).map((device) => withSite(deviceFields(device), isOne ? null : device.site)),
    ...(pages.length === 0 ? {} : { status_pages: pages }),
    ...(geofences.length === 0 ? {} : { geofences }),
    rules: await rulesToKeep(db, false),
    webhooks: (await listWebhooks(db, INSTALLATION, ALL, now)).map((one) => withSite(webhookFields(one), one.site)),
    schedules: await listPortableSchedules(db, INSTALLATION),
    policies: await listPoliciesToKeep(db, INSTALLATION),
  }
  return HEADING + stringify(document, { lineWidth: 120 })
}

/** The fields of a record, with the name of its site after its own. */
const withSite = <Fields extends { name: string }>({ name, ...fields }: Fields, site: SiteName | null) => ({
  name,
  ...(site === null ? {} : { site: site.name }),
  ...fields,
})

/** Demo devices are left out: they have a command of their own. */
export async function listRealDevices(db: Queryable): Promise<ListedSettings[]> {
  const ofDemo = await listMemberIds(db)
  return (await listDeviceSettings(db)).filter(({ id }) => !ofDemo.has(id))
}

/** The fields of a device in a file. */
export const deviceFields = ({ id: _, site: _site, ...settings }: ListedSettings) => settings

export const webhookFields = (webhook: WebhookRecord) => {
  const { name, url, format, events, min_severity, modules, tags, enabled } = webhook
  return { name, url, format, events, min_severity, modules, tags, enabled }
}
