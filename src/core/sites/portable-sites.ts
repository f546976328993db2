import Type from 'typebox'
import type { Queryable } from '../../platform/database/database.ts'
import type { Reach } from '../reach/reach.ts'
import { NewSiteBody, siteLimits } from './site-shapes.ts'
import { listSites, type SiteSettings } from './site-store.ts'

/** A site in a file: what is missing has its default. */
export type SiteInFile = Pick<SiteSettings, 'name'> & Partial<SiteSettings>

export const SiteInFile = NewSiteBody

/** A site in the export of the API. */
export const PortableSiteShape = Type.Object({ name: Type.String(), notes: Type.String(), ...siteLimits })

/** The sites in a file: none for a service with a single one, which needs no name. */
export async function listPortableSites(db: Queryable, reach: Reach): Promise<SiteInFile[]> {
  const sites = await listSites(db, reach)
  return sites.length === 1 ? [] : sites.map(portable)
}

/** Limits are missing where those of the installation hold. */
function portable(site: SiteSettings): SiteInFile {
  const { name, ...settings } = portableSettings(site)
  return { name, ...Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null)) }
}

/** Settings of a site in a file. */
export const portableSettings = (site: SiteSettings): SiteSettings => ({
  name: site.name,
  notes: site.notes,
  device_readings_per_minute: site.device_readings_per_minute,
  site_readings_per_minute: site.site_readings_per_minute,
  retention_days: site.retention_days,
})
