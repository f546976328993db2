import type { Database } from '../../platform/database/database.ts'
import { within } from '../../platform/database/within.ts'
import type { Reach } from '../reach/reach.ts'
import { type FileSites, fileSites, type ImportContext, type RecordChange } from '../sites/configuration-section.ts'
import { listSites } from '../sites/site-store.ts'
import type { Protection } from '../webhooks/create-webhook.ts'
import type { ConfigurationDocument } from './document.ts'
import { CONFIGURATION_SECTIONS } from './sections.ts'

type ImportOptions = Pick<ImportContext, 'by' | 'hiddenDevices' | 'dryRun' | 'protection' | 'now'>

/** A comparison encrypts nothing. */
export const NO_PROTECTION: Protection = {
  policy: { allowHttp: false, allowedNetworks: [] },
  encryptionKey: Buffer.alloc(0),
}

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
    const { reach } = options.by
    const changes: RecordChange[] = []
    for (const { section, importAll } of CONFIGURATION_SECTIONS) {
      const sites = await sitesOf(inOne, reach, options.dryRun ? changes : [])
      changes.push(...(await importAll(file[section] ?? [], { ...options, db: inOne, reach, sites, changes })))
    }
    return changes
  })
}

/** The sites that records can name. A dry run counts new ones as if they were there. */
async function sitesOf(db: Database, reach: Reach, changes: readonly RecordChange[]): Promise<FileSites> {
  const added = changes.filter(({ kind, change }) => kind === 'site' && change === 'added')
  return fileSites([...(await listSites(db, reach)), ...added.map(({ name }, place) => ({ id: -1 - place, name }))])
}

interface ConfigurationDifference {
  changes: RecordChange[]
  /** Records of the service that the file does not name. */
  only_here: Pick<RecordChange, 'kind' | 'name'>[]
}

export async function compareConfiguration(
  db: Database,
  file: ConfigurationDocument,
  { by, hiddenDevices, now }: Pick<ImportContext, 'by' | 'hiddenDevices' | 'now'>,
): Promise<ConfigurationDifference> {
  const changes = await importConfiguration(db, file, {
    by,
    hiddenDevices,
    dryRun: true,
    protection: NO_PROTECTION,
    now,
  })
  const sites = await sitesOf(db, by.reach, changes)
  const only_here: ConfigurationDifference['only_here'] = []
  for (const { kind, list } of CONFIGURATION_SECTIONS) {
    const named = new Set(changes.filter((change) => change.kind === kind).map(({ name }) => name))
    for (const { name, site, isCommon } of await list({ db, reach: by.reach, sites, hiddenDevices, now })) {
      const called = sites.called(name, site?.id ?? null)
      if (!isCommon && !named.has(called)) only_here.push({ kind, name: called })
    }
  }
  return { changes, only_here }
}
