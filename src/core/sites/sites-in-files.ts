import Type, { type Static } from 'typebox'
import { configurationSection, writtenEntry } from './configuration-section.ts'
import { changeSite, createSite } from './manage-sites.ts'
import { NewSiteBody, siteLimits } from './site-shapes.ts'
import { listSites, type SiteSettings } from './site-store.ts'

const DEFAULTS = { notes: '', device_readings_per_minute: null, site_readings_per_minute: null, retention_days: null }

/** Sites, by name. A service with a single one has none in files: it needs no name. */
export const sitesInFiles = configurationSection<Static<typeof NewSiteBody>, SiteSettings>({
  kind: 'site',
  section: 'sites',
  shape: NewSiteBody,
  exportShape: Type.Object({ name: Type.String(), notes: Type.String(), ...siteLimits }),
  async list({ db, reach }) {
    const sites = await listSites(db, reach)
    return sites.map((site) => {
      const { name, notes, device_readings_per_minute, site_readings_per_minute, retention_days } = site
      const fields = { name, notes, device_readings_per_minute, site_readings_per_minute, retention_days }
      // Limits are missing where those of the installation hold.
      const written = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
      return { id: site.id, name, site: null, fields, written, isCommon: sites.length === 1 }
    })
  },
  async exported(context, last) {
    if (last !== null) return []
    return (await this.list(context)).filter(({ isCommon }) => !isCommon).map(writtenEntry)
  },
  reader: () => (site) => {
    const body = { ...DEFAULTS, ...site, name: site.name.trim() }
    return { name: body.name, site_id: null, fields: body, body }
  },
  add: ({ body }, { db, by, now }) => createSite(db, body, by, now),
  change: ({ id }, { body }, { db, by, now }) => changeSite(db, id, body, null, by, now),
})
