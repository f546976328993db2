import sql, { type Sql } from 'sql-template-tag'
import { secondsAfter } from '../../platform/clock.ts'
import type { CellDatabase, InCell } from '../../platform/database/database.ts'
import { announce } from '../notifications/announce.ts'
import type { Doer } from '../people/actor.ts'
import { nameAtSite } from '../sites/former-sites.ts'
import { incidentResolved, type ResolvedIncident } from './announcing/incident-announcements.ts'
import { KEEP_READINGS_AFTER_S } from './evidence/keep-readings.ts'
import type { Resolution } from './incident.ts'
import { incidentChanged } from './timeline.ts'
import type { TimelineFact } from './timeline-texts.ts'

const AT_ONCE = 200

export interface ResolvedHow {
  resolution: Resolution
  note: string | null
  /** What the timeline says instead of the note or the resolution. */
  because?: TimelineFact
  /** Null: the service itself. */
  actor: Doer | null
}

/**
 * Resolves incidents whose alerts have all been resolved for long enough, or whose devices are all back. Returns
 * whether there may be more.
 */
export async function resolveDueIncidents(db: CellDatabase, now: Date): Promise<boolean> {
  const anyDue = await db.query(sql`
    select from incidents where resolve_due_at <= ${now} and status <> 'resolved' limit 1`)
  if (anyDue.length === 0) return false
  return db.transaction(async (tx) => {
    const due = sql`
      incident_id in (
        select due.incident_id
        from incidents as due
        where due.resolve_due_at <= ${now} and due.status <> 'resolved'
        order by due.incident_id
        limit ${AT_ONCE}
        for no key update skip locked
      )`
    const how: ResolvedHow = { resolution: 'auto', note: null, because: { code: 'nothing_wrong' }, actor: null }
    const resolved = await resolveIncidents(tx, due, how, now)
    return resolved === AT_ONCE
  })
}

/**
 * Resolves by compare-and-set, so that an incident resolves and is announced once. Returns the number of resolved
 * incidents.
 */
export async function resolveIncidents(tx: InCell, which: Sql, how: ResolvedHow, now: Date): Promise<number> {
  const respondedAt = how.actor === null ? null : now
  const resolved = await tx.query<ResolvedIncident>(sql`
    with resolved as (
      update incidents
      set
        status = 'resolved', resolved_at = ${now}, resolved_by = ${how.actor?.id ?? null}::integer,
        responded_at = coalesce(responded_at, ${respondedAt}::timestamptz), resolution = ${how.resolution},
        note = coalesce(${how.note}::text, note), resolve_due_at = null, cleared_since = null,
        keep_readings_at = ${secondsAfter(now, KEEP_READINGS_AFTER_S)}
      where ${which} and status <> 'resolved'
      returning
        incident_id, site_id, device_id, severity, title, alert_id, module, storm_tag, lat, lng, resolution, note, created_at, resolved_at
    )
    select
      r.incident_id, r.site_id, r.device_id, ${nameAtSite('r.site_id')} as device_name, coalesce(d.module, r.module) as module, d.tags, r.storm_tag,
      r.severity, r.title, r.alert_id, r.lat, r.lng, r.resolution, r.note, r.created_at, r.resolved_at,
      (select count(*)::integer from alerts as a where a.incident_id = r.incident_id) as alert_count
    from resolved as r
    left join devices as d on d.id = r.device_id
    order by r.incident_id`)
  const user_id = how.actor?.id ?? null
  const says = how.because ?? how.note ?? ({ code: 'resolution', resolution: how.resolution } as const)
  await incidentChanged(
    tx,
    resolved.map(({ incident_id }) => ({ incident_id, kind: 'resolved', user_id, says })),
    now,
  )
  await announce(
    tx,
    resolved.map((incident) => incidentResolved(incident, how.actor)),
    now,
  )
  return resolved.length
}
