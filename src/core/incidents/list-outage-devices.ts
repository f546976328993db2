import sql from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import { inReach, type Reach } from '../reach/reach.ts'

/** Ids of the devices whose silence an open incident is about: those of a storm, and those that went offline alone. */
export async function listOutageDevices(db: Queryable, reach: Reach): Promise<number[]> {
  const devices = await db.query<{ id: number }>(sql`
    select coalesce(m.device_id, i.device_id) as id
    from incidents as i
    left join storm_devices as m on m.incident_id = i.incident_id
    where i.status = 'open' and i.origin in ('storm', 'offline')
      and coalesce(m.device_id, i.device_id) is not null and ${inReach(reach, 'viewer', sql`i.site_id`)}
    group by id`)
  return devices.map(({ id }) => id)
}
