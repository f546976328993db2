import sql, { join } from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import { actorSql } from '../people/actor.ts'
import { inReach, type Reach } from '../reach/reach.ts'
import { SEVERITIES } from '../vocabulary/severities.ts'
import type { IncidentRecord } from './incident-shape.ts'
import { type EqualIncidents, type IncidentFilter, isWanted, selectIncidents } from './list-incidents.ts'

/** Fewer equal incidents are listed one by one. */
const FEWEST = 5
/** More groups than people read. */
const MOST_GROUPS = 20

/** Many incidents of one rule and severity. */
export interface IncidentGroup extends EqualIncidents {
  incidents: number
  acknowledged: number
  devices: number
  /** Everybody who has acknowledged one of them. */
  acknowledged_by: Record<string, unknown>[]
  /** When the oldest was opened. */
  oldest_at: Date
  site_ids: number[]
  newest: IncidentRecord
}

/** The groups of open and acknowledged incidents, the most severe first, then the largest. */
export async function groupOpenIncidents(
  db: Queryable,
  reach: Reach,
  filter: IncidentFilter,
): Promise<IncidentGroup[]> {
  const groups = await db.query<Omit<IncidentGroup, 'newest'> & { newest_id: number }>(sql`
    select
      i.rule_key, i.severity, count(*)::integer as incidents,
      count(*) filter (where i.status = 'acknowledged')::integer as acknowledged,
      count(distinct i.device_id)::integer as devices, max(i.incident_id) as newest_id, min(i.created_at) as oldest_at,
      coalesce(array_agg(distinct i.site_id) filter (where i.site_id is not null), '{}') as site_ids,
      coalesce(
        jsonb_agg(distinct ${actorSql('i.acknowledged_at', 'acknowledger')}) filter (where i.status = 'acknowledged'), '[]'
      ) as acknowledged_by
    from incidents as i
    left join users as acknowledger on acknowledger.id = i.acknowledged_by
    where ${join([...isWanted(filter), inReach(reach, 'viewer', sql`i.site_id`)], ' and ')} and i.rule_key is not null
    group by i.rule_key, i.severity
    having count(*) >= ${FEWEST}
    order by array_position(${SEVERITIES}::text[], i.severity) desc, count(*) desc, i.rule_key
    limit ${MOST_GROUPS}`)
  if (groups.length === 0) return []
  const ids = groups.map(({ newest_id }) => newest_id)
  const newest = await selectIncidents(db, reach, sql`i.incident_id = any (${ids}::bigint[])`)
  const byId = new Map<number, IncidentRecord>(newest.map((incident) => [incident.incident_id, incident]))
  return groups.flatMap(({ newest_id, ...group }) => {
    const incident = byId.get(newest_id)
    return incident === undefined ? [] : [{ ...group, newest: incident }]
  })
}
