import sql, { type Sql } from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import { inReach } from '../reach/reach.ts'
import type { ReachedId } from '../reach/reached-id.ts'
import type { ReportScope } from './report.ts'

export interface ReportDevice {
  id: ReachedId<'device'>
  site_id: number
  name: string
}

/** A condition on the devices `d` of a report. */
export const inScope = ({ reach, tag }: ReportScope): Sql =>
  sql`d.deleted_at is null and ${inReach(reach, 'viewer', sql`d.site_id`)} and (${tag}::text is null or ${tag}::text = any (d.tags))`

/** Up to `most` devices of a report by name, with a condition on them (`d`) and on their states (`s`). */
export async function listReportDevices(
  db: Queryable,
  scope: ReportScope,
  wanted: Sql,
  most: number,
): Promise<{ devices: ReportDevice[]; isCut: boolean }> {
  const devices = await db.query<ReportDevice>(sql`
    select d.id, d.site_id, d.name
    from devices as d
    join device_states as s on s.device_id = d.id
    where ${inScope(scope)} and ${wanted}
    order by lower(d.name), d.id
    limit ${most + 1}`)
  return { devices: devices.slice(0, most), isCut: devices.length > most }
}

/** The part of a row that says of which device it is. */
export const rowOfDevice = ({ id, name, site_id }: ReportDevice) => ({
  name,
  device: { id, name, site_id },
  rule: null,
})
