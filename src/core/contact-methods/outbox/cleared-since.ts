import sql from 'sql-template-tag'
import type { Queryable } from '../../../platform/database/database.ts'
import type { ReachedId } from '../../reach/reached-id.ts'

/**
 * Since when everything that was wrong with an incident `i` is clear; null while anything is wrong. Its alerts are resolved,
 * or will be unless they fire again; its devices are back. A latched alert is not clear before somebody resolves it, nor one
 * that flaps, nor what a person has declared or reopened.
 */
const clearedSince = sql`
  coalesce(i.cleared_since, case when i.origin = 'alert' then (
    select case when bool_and(c.at is not null) then max(c.at) end
    from (
      select case when (o.open ->> 'recovering')::boolean and not o.open ? 'flapping' then
          to_timestamp((o.cleared_since ->> (o.open ->> 'severity'))::float8 / 1000)
        end as at
      from alerts as a
      left join lateral (
        select s.state -> 'open' as open, s.state -> 'cleared_since' as cleared_since
        from rule_states as s
        where s.device_id = a.device_id and s.rule_key = a.rule_key
          and (s.state -> 'open' ->> 'alert_id')::bigint = a.alert_id
      ) as o on true
      where a.incident_id = i.incident_id and a.status <> 'resolved'
    ) as c
  ) end)`

/** Those of these incidents that are clear, and since when. */
export async function listCleared(db: Queryable, incidentIds: readonly number[]): Promise<Map<number, Date>> {
  if (incidentIds.length === 0) return new Map()
  const rows = await db.query<{ incident_id: number; cleared_since: Date | null }>(sql`
    select i.incident_id, ${clearedSince} as cleared_since
    from incidents as i
    where i.incident_id = any (${[...incidentIds]}::bigint[]) and i.status <> 'resolved'`)
  return new Map(
    rows.flatMap(({ incident_id, cleared_since }) => (cleared_since === null ? [] : [[incident_id, cleared_since]])),
  )
}

export async function findClearedSince(db: Queryable, incidentId: ReachedId<'incident'>): Promise<Date | null> {
  return (await listCleared(db, [incidentId])).get(incidentId) ?? null
}

/**
 * Whether a notification `n` of a step waits, although it is due: a silence has paused its run, or everything is clear and
 * its reader knows of the incident. What a person has asked for does not wait.
 */
export const isHeld = sql`
  (n.reason = 'step' and (
    exists (select from escalation_runs as r where r.id = n.run_id and r.state = 'paused')
    or not n.facts @> '{"asked": true}'
    and (
      n.facts @> '{"repeated": true}'
      or exists (
        select
        from notifications as known
        where known.run_id = n.run_id and known.user_id = n.user_id and known.state in ('accepted', 'acted', 'merged')
      )
    )
    and exists (select from incidents as i where i.incident_id = n.incident_id and ${clearedSince} is not null)
  ))`
