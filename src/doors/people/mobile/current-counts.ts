import sql from 'sql-template-tag'
import Type, { type Static } from 'typebox'
import { inReach, ofDevicesInReach, type Reach } from '../../../core/reach/reach.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { Count } from '../../../platform/http/schemas/shapes.ts'

export const CurrentCountsShape = Type.Object({
  devices: Type.Object({
    total: Count,
    online: Type.Integer({ description: 'Enabled devices' }),
    offline: Count,
    never_seen: Count,
    disabled: Count,
  }),
  open_alerts: Type.Object({ info: Count, warning: Count, critical: Count }),
  open_incidents: Type.Object({
    open: Type.Integer({ description: 'Not acknowledged yet' }),
    acknowledged: Count,
  }),
})

/** Counts of the current state. Only open alerts and incidents are counted, since the past may be long. */
export async function readCurrentCounts(db: Queryable, reach: Reach): Promise<Static<typeof CurrentCountsShape>> {
  const [standing] = await db.query<Static<typeof CurrentCountsShape>>(sql`
    select
      (
        select json_build_object(
          'total', count(*),
          'online', count(*) filter (where d.enabled and s.status = 'online'),
          'offline', count(*) filter (where d.enabled and s.status = 'offline'),
          'never_seen', count(*) filter (where d.enabled and s.status = 'never_seen'),
          'disabled', count(*) filter (where not d.enabled)
        )
        from devices as d
        join device_states as s on s.device_id = d.id
        where d.deleted_at is null and ${inReach(reach, 'viewer', sql`d.site_id`)}
      ) as devices,
      (
        select json_build_object(
          'info', count(*) filter (where severity = 'info'),
          'warning', count(*) filter (where severity = 'warning'),
          'critical', count(*) filter (where severity = 'critical')
        )
        from alerts
        where status <> 'resolved' and ${ofDevicesInReach(reach, sql`device_id`)}
      ) as open_alerts,
      (
        select json_build_object(
          'open', count(*) filter (where status = 'open'),
          'acknowledged', count(*) filter (where status = 'acknowledged')
        )
        from incidents
        where status <> 'resolved' and ${inReach(reach, 'viewer', sql`site_id`)}
      ) as open_incidents`)
  return standing!
}
