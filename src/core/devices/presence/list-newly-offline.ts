import sql from 'sql-template-tag'
import type { Queryable } from '../../../platform/database/database.ts'
import { integers } from '../../../platform/database/sql-arrays.ts'
import { inReach, type Reach } from '../../reach/reach.ts'
import type { Module } from '../../vocabulary/modules.ts'

interface NewlyOffline {
  id: number
  name: string
  module: Module
  last_seen: Date
  offline_at: Date
}

/** Devices but for `without` that went offline since then and are still offline, latest first. */
export function listNewlyOffline(
  db: Queryable,
  reach: Reach,
  { since, without }: { since: Date; without: readonly number[] },
  limit: number,
): Promise<NewlyOffline[]> {
  return db.query<NewlyOffline>(sql`
    select d.id, d.name, d.module, s.last_seen, s.offline_at
    from device_states as s
    join devices as d on d.id = s.device_id
    where s.status = 'offline' and s.offline_at > ${since} and d.enabled and d.deleted_at is null
      and d.id <> all (${integers(without)}::integer[]) and ${inReach(reach, 'viewer', sql`d.site_id`)}
    order by s.offline_at desc, d.id
    limit ${limit}`)
}
