import sql, { type Sql } from 'sql-template-tag'
import type { InCell } from '../../platform/database/database.ts'
import { reachesSql } from '../reach/reach.ts'
import { lockDeviceStates } from '../telemetry/latest/latest-store.ts'

/** Conditions on alerts, `a`, and incidents, `i`. */
interface Which {
  alerts: Sql
  incidents: Sql
}

/**
 * Unassigns these of the open alerts and incidents of a site whose assignee may not act there any more. Alerts must be of
 * devices that are locked already, or none may be.
 */
export async function dropAssignments(tx: InCell, siteId: number, { alerts, incidents }: Which): Promise<void> {
  const mayAct = reachesSql('u', 'operator', sql`${siteId}::integer`)
  const dropped = sql`
    select a.device_id, a.alert_id
    from alerts as a
    join devices as d on d.id = a.device_id and d.site_id = ${siteId}
    join users as u on u.id = a.assigned_to
    where a.status <> 'resolved' and ${alerts} and not ${mayAct}`
  const devices = await tx.query<{ device_id: number }>(sql`
    select distinct device_id from (${dropped}) as dropped order by device_id`)
  await lockDeviceStates(
    tx,
    devices.map(({ device_id }) => device_id),
  )
  await tx.query(sql`update alerts set assigned_to = null where (device_id, alert_id) in (${dropped})`)
  await tx.query(sql`
    update incidents as i
    set assigned_to = null
    from users as u
    where u.id = i.assigned_to and i.site_id = ${siteId} and i.status <> 'resolved' and ${incidents}
      and not ${mayAct}`)
}
