import sql from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import { inReach, type Reach } from '../reach/reach.ts'

/** Ids of the devices that these alerts are about. */
export const listDevicesOfAlerts = (db: Queryable, reach: Reach, alertIds: readonly number[]): Promise<number[]> =>
  idsIn(db, reach, sql`select a.device_id from alerts as a where a.alert_id = any (${alertIds}::bigint[])`)

/** The same for incidents, with the devices of their alerts and those of a storm. */
export const listDevicesOfIncidents = (
  db: Queryable,
  reach: Reach,
  incidentIds: readonly number[],
): Promise<number[]> =>
  idsIn(
    db,
    reach,
    sql`
      select i.device_id from incidents as i where i.incident_id = any (${incidentIds}::bigint[])
      union
      select a.device_id from alerts as a where a.incident_id = any (${incidentIds}::bigint[])
      union
      select s.device_id from storm_devices as s where s.incident_id = any (${incidentIds}::bigint[])`,
  )

async function idsIn(db: Queryable, reach: Reach, affected: ReturnType<typeof sql>): Promise<number[]> {
  const devices = await db.query<{ id: number }>(sql`
    select d.id
    from devices as d
    where d.id in (${affected}) and d.deleted_at is null and ${inReach(reach, 'viewer', sql`d.site_id`)}
    order by d.id`)
  return devices.map(({ id }) => id)
}
