import sql, { type Sql } from 'sql-template-tag'
import type { Database, Queryable } from '../platform/database.ts'
import type { Actor } from '../users/actor.ts'
import { queueDeliveries } from '../webhooks/queue-deliveries.ts'
import { incidentResolved, type ResolvedIncident } from './incident-announcements.ts'
import { appendTimeline } from './incident-store.ts'

const AT_ONCE = 200

export interface Resolution {
  resolution: string
  note: string | null
  /** Null: the service itself. */
  actor: Actor | null
}

/** Resolves the incidents whose alerts have all been resolved for long enough. Returns whether there may be more. */
export async function resolveDueIncidents(db: Database, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const due = sql`
      (device_id, incident_id) in (
        select due.device_id, due.incident_id
        from incidents as due
        where due.resolve_due_at <= ${now} and due.status <> 'resolved'
        order by due.device_id, due.incident_id
        limit ${AT_ONCE}
        for no key update skip locked
      )`
    const resolved = await resolveIncidents(tx, due, { resolution: 'auto', note: null, actor: null }, now)
    return resolved === AT_ONCE
  })
}

/** By compare-and-set, so that an incident resolves once and is told of once. Returns how many did. */
export async function resolveIncidents(tx: Queryable, which: Sql, how: Resolution, now: Date): Promise<number> {
  const resolved = await tx.query<ResolvedIncident>(sql`
    with resolved as (
      update incidents
      set
        status = 'resolved', resolved_at = ${now}, resolved_by = ${how.actor?.id ?? null}::integer,
        resolution = ${how.resolution}, note = coalesce(${how.note}::text, note), resolve_due_at = null
      where ${which} and status <> 'resolved'
      returning
        incident_id, device_id, severity, title, alert_id, lat, lng, resolution, note, created_at, resolved_at
    )
    select
      r.incident_id, r.device_id, d.name as device_name, d.module, d.tags, r.severity, r.title, r.alert_id, r.lat, r.lng,
      r.resolution, r.note, r.created_at, r.resolved_at,
      (
        select count(*)::integer from alerts as a where a.device_id = r.device_id and a.incident_id = r.incident_id
      ) as alert_count
    from resolved as r
    join devices as d on d.id = r.device_id
    order by r.incident_id`)
  const text = how.note ?? (how.actor === null ? 'All its alerts have resolved' : how.resolution)
  await appendTimeline(
    tx,
    resolved.map(({ device_id, incident_id }) => ({
      device_id,
      incident_id,
      kind: 'resolved',
      user_id: how.actor?.id ?? null,
      text,
    })),
    now,
  )
  await queueDeliveries(
    tx,
    resolved.map((incident) => incidentResolved(incident, how.actor)),
    now,
  )
  return resolved.length
}
