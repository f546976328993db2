import { BY_COMMAND } from '../../../core/audit-log/record-change.ts'
import { INSTALLATION } from '../../../core/reach/reach.ts'
import type { SiteName } from '../../../core/reach/site-name.ts'
import { changeSite, createSite } from '../../../core/sites/manage-sites.ts'
import { portableSettings, type SiteInFile } from '../../../core/sites/portable-sites.ts'
import { listSites } from '../../../core/sites/site-store.ts'
import type { Database } from '../../../platform/database/database.ts'
import { OperatorError } from '../../../platform/errors.ts'
import { changesOf, type FieldChange } from './field-changes.ts'

interface SiteImport {
  name: string
  change: 'added' | 'changed' | 'same'
  fields: FieldChange[]
}

/** The sites that records of a file name. */
export interface FileSites {
  /** Id of the site that a record names; null for the whole installation. Throws for an unknown one. */
  idOf(record: { site?: string | null | undefined }, called: string): number | null
  /** The same for what is in a site always: in the only one, unless it says otherwise. `what`: `The device "Pump"`. */
  idOfOwned(record: { site?: string | null | undefined }, what: string): number
  nameOf(siteId: number): string
  /** The name of a record; where there are several sites, with its site, since others may have the same name. */
  called(name: string, siteId: number | null): string
}

const DEFAULTS = { notes: '', device_readings_per_minute: null, site_readings_per_minute: null, retention_days: null }

/** Brings sites in, by name. A dry run counts new ones as if they were there. */
export async function importSites(
  db: Database,
  sites: readonly SiteInFile[],
  { dryRun, now }: { dryRun: boolean; now: Date },
): Promise<{ changes: SiteImport[]; sites: FileSites }> {
  const stored = await listSites(db, INSTALLATION)
  const changes: SiteImport[] = []
  for (const { name: given, ...settings } of sites) {
    const name = given.trim()
    const known = stored.find((site) => site.name === name)
    const wanted = { name, ...DEFAULTS, ...settings }
    const fields = known === undefined ? [] : changesOf(portableSettings(known), wanted)
    changes.push({ name, change: known === undefined ? 'added' : fields.length > 0 ? 'changed' : 'same', fields })
    if (dryRun) continue
    if (known === undefined) await createSite(db, wanted, BY_COMMAND, now)
    else if (fields.length > 0) await changeSite(db, known.id, wanted, null, BY_COMMAND, now)
  }
  const added = changes.filter(({ change }) => change === 'added').map(({ name }, place) => ({ id: -1 - place, name }))
  return { changes, sites: fileSites(dryRun ? [...stored, ...added] : await listSites(db, INSTALLATION)) }
}

export function fileSites(sites: readonly SiteName[]): FileSites {
  const ids = new Map(sites.map(({ id, name }) => [name, id]))
  const names = new Map(sites.map(({ id, name }) => [id, name]))
  const idIn = ({ site }: { site?: string | null | undefined }, what: string) => {
    if (site == null) return null
    const id = ids.get(site.trim())
    if (id === undefined) throw new OperatorError(`${what} names the site "${site}", which does not exist`)
    return id
  }
  return {
    idOf: (record, called) => idIn(record, `"${called}"`),
    idOfOwned(record, what) {
      const id = idIn(record, what) ?? (sites.length === 1 ? sites[0]!.id : null)
      if (id === null) throw new OperatorError(`${what} must name its site: there are several`)
      return id
    },
    nameOf: (siteId) => names.get(siteId)!,
    called: (name, siteId) => (sites.length === 1 || siteId === null ? name : `${name} (${names.get(siteId)})`),
  }
}
