import sql, { type Sql } from 'sql-template-tag'
import type { Static } from 'typebox'
import type { Queryable } from '../../../platform/database/database.ts'
import { inReachOrShared, type Reach } from '../../reach/reach.ts'
import { siteNameSql } from '../../reach/site-name.ts'
import type { GeofenceShape } from './geofence-shapes.ts'

/** A geofence that rules name. */
export type NamedGeofence = Static<typeof GeofenceShape> & {
  /** Null: of the whole installation, for the rules of all sites. */
  site_id: number | null
  version: number
}

/** Those of the sites in reach, and those of the whole installation, by name. */
export const listGeofences = (db: Queryable, reach: Reach): Promise<NamedGeofence[]> => select(db, reach, sql`true`)

export async function findGeofence(db: Queryable, reach: Reach, id: number): Promise<NamedGeofence | null> {
  const [geofence] = await select(db, reach, sql`g.id = ${id}::bigint`)
  return geofence ?? null
}

/** The shapes of these names that a rule of a site may use; null: a rule of the whole installation. */
export const listFencesNamed = (
  db: Queryable,
  reach: Reach,
  siteId: number | null,
  names: readonly string[],
): Promise<Pick<NamedGeofence, 'name' | 'fence'>[]> =>
  db.query(sql`
    select g.name, g.fence
    from geofences as g
    where g.name = any (${names}::text[]) and (g.site_id is null or g.site_id = ${siteId}::integer)
      and ${inReachOrShared(reach, 'viewer', sql`g.site_id`)}`)

/** Rules are read once for all geofences, of which there may be very many. */
const select = (db: Queryable, reach: Reach, where: Sql): Promise<NamedGeofence[]> =>
  db.query<NamedGeofence>(sql`
    with uses as materialized (
      select distinct r.key, r.site_id, named.geofence #>> '{}' as name
      from rules as r
      cross join lateral jsonb_path_query(r.definition, '$.condition.**.geofence') as named (geofence)
      where ${inReachOrShared(reach, 'viewer', sql`r.site_id`)}
    )
    select
      g.id, g.site_id, ${siteNameSql('g.site_id')} as site, g.name, g.fence, g.version, g.created_at, g.updated_at,
      array(
        select u.key from uses as u where u.name = g.name and (g.site_id is null or u.site_id = g.site_id) order by u.key
      ) as rules
    from geofences as g
    where ${inReachOrShared(reach, 'viewer', sql`g.site_id`)} and ${where}
    order by lower(g.name), g.id`)

/** Whether the name is taken where a rule could not tell the two apart: in one site, or in it and everywhere. */
export async function isNameTaken(tx: Queryable, name: string, siteId: number | null, ownId: number): Promise<boolean> {
  const rows = await tx.query(sql`
    select from geofences
    where name = ${name} and id <> ${ownId}
      and (site_id is null or ${siteId}::integer is null or site_id = ${siteId}::integer)`)
  return rows.length > 0
}

export async function insertGeofence(
  tx: Queryable,
  { site_id, name, fence }: Pick<NamedGeofence, 'site_id' | 'name' | 'fence'>,
  now: Date,
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(sql`
    insert into geofences (site_id, name, fence, created_at, updated_at)
    values (${site_id}, ${name}, ${JSON.stringify(fence)}::jsonb, ${now}, ${now})
    returning id`)
  return row!.id
}

export async function updateGeofence(
  tx: Queryable,
  id: number,
  { name, fence }: Pick<NamedGeofence, 'name' | 'fence'>,
  now: Date,
): Promise<void> {
  await tx.query(sql`
    update geofences
    set name = ${name}, fence = ${JSON.stringify(fence)}::jsonb, version = version + 1, updated_at = ${now}
    where id = ${id}`)
}

export async function deleteGeofence(tx: Queryable, id: number): Promise<void> {
  await tx.query(sql`delete from geofences where id = ${id}`)
}
