import sql, { raw, type Sql } from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'

/** Keeps the name that a device has as it leaves a site: there, it keeps that name. */
export async function noteDeparture(
  tx: Queryable,
  device: { id: number; site_id: number; name: string },
  now: Date,
): Promise<void> {
  await tx.query(sql`
    insert into former_sites (device_id, site_id, name, left_at)
    values (${device.id}, ${device.site_id}, ${device.name}, ${now})
    on conflict (device_id, site_id) do update set name = excluded.name, left_at = excluded.left_at`)
}

/*
 * A condition: what a site knows of the joined device `d`. `site` is a column; null in it is the
 * whole installation, which knows all. A departure can be missing if it was long ago.
 */

/** Selects its name: of a device that has moved away, the one on that day, or its id. */
export const nameAtSite = (site: string): Sql => ofFormer(site, 'd.name', 'name', `'#' || d.id`)

/** Selects when it moved away: the site sees nothing that it sent from then on. Null for one that is there. */
export const leftSiteAt = (site: string): Sql => ofFormer(site, 'null', 'left_at', 'to_timestamp(0)')

const ofFormer = (site: string, present: string, column: string, unknown: string): Sql =>
  raw(`case
    when ${site} is null or d.site_id = ${site} then ${present}
    else coalesce((select f.${column} from former_sites as f where f.device_id = d.id and f.site_id = ${site}), ${unknown})
  end`)
