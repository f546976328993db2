import sql, { raw, type Sql } from 'sql-template-tag'
import type { InCell, Queryable } from '../../platform/database/database.ts'
import type { ReachedId } from '../reach/reached-id.ts'
import { nameAtSite } from '../sites/former-sites.ts'
import type { Module } from '../vocabulary/modules.ts'
import type { Severity } from '../vocabulary/severities.ts'
import type { TitleFacts } from '../vocabulary/titles.ts'
import type { FollowedIncident, Run, RunPlace, RunState } from './run.ts'

/** An incident as notifications tell it, and as policies choose by it. */
export interface EscalatedIncident extends FollowedIncident {
  incident_id: number
  site_id: number | null
  title: string
  title_of: TitleFacts | null
  device_id: number | null
  device_name: string | null
  module: Module | null
  tags: string[]
  rule_key: string | null
  created_at: Date
  acknowledged_by: number | null
  snoozed_until: Date | null
  resolved_by: number | null
  resolved_at: Date | null
}

const INCIDENT = sql`
  i.incident_id, i.site_id, i.status, i.severity, i.resolution, i.title, i.title_of, i.device_id, ${nameAtSite('i.site_id')} as device_name, coalesce(d.module, i.module) as module,
  coalesce(d.tags, array_remove(array[i.storm_tag], null)) as tags, i.rule_key, i.created_at, i.acknowledged_by,
  i.snoozed_until, i.resolved_by, i.resolved_at`

const RUN = raw(`
  r.id, r.incident_id, r.policy, r.severity, r.state, r.round, r.step, r.next_at, r.round_started_at, r.nobody_told_at,
  r.is_asked`)

/** An event older than this when its incident opens is history, not an emergency. */
const OLD_AFTER_S = 3_600

/**
 * Those of these incidents whose first run may begin: open, of no demo device, and not of history alone. An alert that began
 * in history counts while it fires, once the readings of its device have reached the present. Locked, so that an answer
 * comes before or after the run begins, never in between.
 */
export function lockIncidentsToEscalate(tx: InCell, ids: readonly number[], now: Date): Promise<EscalatedIncident[]> {
  return tx.query<EscalatedIncident>(sql`
    select ${INCIDENT}
    from incidents as i
    left join devices as d on d.id = i.device_id
    where i.incident_id = any (${[...ids]}::bigint[]) and i.status = 'open'
      and not exists (select from escalation_runs as r where r.incident_id = i.incident_id)
      and (
        i.alert_id is null
        or exists (
          select
          from alerts as a
          join device_states as s on s.device_id = a.device_id
          where a.incident_id = i.incident_id and (
            a.triggered_at > i.created_at - make_interval(secs => ${OLD_AFTER_S})
            or a.status = 'firing' and not a.late and s.evaluated_at > ${now}::timestamptz - make_interval(secs => ${OLD_AFTER_S})
          )
        )
      )
      and not exists (
        select
        from demo_devices as demo
        where not exists (select from demo as trial where trial.notifies)
          and (
            demo.device_id = i.device_id
            or exists (select from storm_devices as s where s.incident_id = i.incident_id and s.device_id = demo.device_id)
          )
      )
    order by i.incident_id
    for no key update of i`)
}

/** An incident as its notifications tell it, locked. Undefined if there is none. */
export const lockEscalatedIncident = (tx: InCell, id: number): Promise<EscalatedIncident | undefined> =>
  selectIncident(tx, id, sql`for no key update of i`)

/** The same without a lock, for pages. */
export const findEscalatedIncident = async (db: Queryable, id: ReachedId<'incident'>): Promise<EscalatedIncident> =>
  (await selectIncident(db, id, sql``))!

async function selectIncident(tx: Queryable, id: number, lock: Sql): Promise<EscalatedIncident | undefined> {
  const [incident] = await tx.query<EscalatedIncident>(sql`
    select ${INCIDENT}
    from incidents as i
    left join devices as d on d.id = i.device_id
    where i.incident_id = ${id}::bigint
    ${lock}`)
  return incident
}

/** Those of these incidents that were opened before, and not held by a silence since. */
export async function listAnnounced(tx: Queryable, ids: readonly number[], now: Date): Promise<number[]> {
  const incidents = await tx.query<{ incident_id: number }>(sql`
    select i.incident_id
    from incidents as i
    where i.incident_id = any (${[...ids]}::bigint[]) and i.created_at < ${now} and not exists (
      select from held_notifications as h where h.subject = 'incident:' || i.incident_id and h.status = 'held'
    )`)
  return incidents.map(({ incident_id }) => incident_id)
}

/** Starts these runs. Writes nothing for an incident whose run is under way. */
export async function insertRuns(
  tx: InCell,
  runs: readonly (Pick<Run, 'incident_id' | 'policy' | 'severity'> & { policy_id: number; place: RunPlace | null })[],
  now: Date,
): Promise<Run[]> {
  if (runs.length === 0) return []
  return tx.query<Run>(sql`
    insert into escalation_runs as r (
      incident_id, policy_id, policy, severity, state, round, step, next_at, started_at, round_started_at, ended_at
    )
    select
      n.incident_id, n.policy_id, n.policy, n.severity, case when n.place is null then 'exhausted' else 'active' end,
      coalesce((n.place ->> 'round')::smallint, 0), coalesce((n.place ->> 'step')::smallint, 0),
      (n.place ->> 'next_at')::timestamptz, ${now}, ${now}, case when n.place is null then ${now}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(runs)}::jsonb) as n (
      incident_id bigint, policy_id integer, policy jsonb, severity text, place jsonb
    )
    on conflict (incident_id) where state in ('active', 'paused') do nothing
    returning ${RUN}`)
}

/** The last run of each of these incidents, locked, with the incident as it is now. */
export function lockRuns(
  tx: InCell,
  incidentIds: readonly number[],
): Promise<{ run: Run; incident: EscalatedIncident }[]> {
  return selectRuns(
    tx,
    sql`
      join lateral (
        select last.id
        from escalation_runs as last
        where last.incident_id = i.incident_id
        order by last.id desc
        limit 1
      ) as newest on newest.id = r.id
      where i.incident_id = any (${[...incidentIds]}::bigint[])
      order by i.incident_id
      for no key update of r`,
  )
}

export async function isAnyRunDue(db: Queryable, now: Date): Promise<boolean> {
  return (await db.query(sql`select from escalation_runs where next_at <= ${now} limit 1`)).length > 0
}

/** Runs with a step to take, each locked with its incident, in the order in which people lock them. */
export function lockDueRuns(
  tx: InCell,
  limit: number,
  now: Date,
): Promise<{ run: Run; incident: EscalatedIncident }[]> {
  return selectRuns(
    tx,
    sql`
      where r.next_at <= ${now}
      order by r.next_at
      limit ${limit}
      for no key update of i, r skip locked`,
  )
}

async function selectRuns(tx: Queryable, rest: ReturnType<typeof sql>) {
  const rows = await tx.query<Omit<Run, 'severity'> & EscalatedIncident & { run_severity: Severity }>(sql`
    select ${RUN}, ${INCIDENT}, r.severity as run_severity
    from escalation_runs as r
    join incidents as i on i.incident_id = r.incident_id
    left join devices as d on d.id = i.device_id
    ${rest}`)
  return rows.map(({ run_severity, ...row }) => ({
    run: { ...row, severity: run_severity } as Run,
    incident: row as EscalatedIncident,
  }))
}

/** Saves where runs go on after a step. A round begins with its first one. */
export async function moveRuns(tx: InCell, moves: readonly { run: Run; place: RunPlace }[], now: Date): Promise<void> {
  if (moves.length === 0) return
  const rows = moves.map(({ run, place }) => ({ id: run.id, ...place }))
  await tx.query(sql`
    update escalation_runs as r
    set
      state = 'active', round = m.round, step = m.step, next_at = m.next_at, is_asked = false,
      round_started_at = case when r.step = 0 then ${now} else r.round_started_at end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as m (
      id bigint, round smallint, step smallint, next_at timestamptz
    )
    where r.id = m.id`)
}

export async function pauseRun(tx: InCell, id: number, until: Date): Promise<void> {
  await tx.query(sql`update escalation_runs set state = 'paused', next_at = ${until} where id = ${id}`)
}

/** Its next step stays due. */
export async function holdRun(tx: InCell, id: number, until: Date): Promise<void> {
  await tx.query(sql`update escalation_runs set state = 'active', next_at = ${until} where id = ${id}`)
}

export async function endRun(tx: InCell, id: number, state: RunState, now: Date): Promise<void> {
  await tx.query(sql`
    update escalation_runs set state = ${state}, next_at = null, ended_at = ${now} where id = ${id}`)
}

export async function raiseRun(tx: InCell, id: number, severity: Severity): Promise<void> {
  await tx.query(sql`update escalation_runs set severity = ${severity} where id = ${id}`)
}

export async function noteNobodyTold(tx: InCell, id: number, now: Date): Promise<void> {
  await tx.query(sql`update escalation_runs set nobody_told_at = ${now} where id = ${id}`)
}

/** Whether the current round has reached anybody, or still may. */
export async function hasReachedAnybody(tx: Queryable, run: Run): Promise<boolean> {
  const rows = await tx.query(sql`
    select
    from notifications
    where run_id = ${run.id} and created_at >= ${run.round_started_at} and reason in ('step', 'digest')
      and state not in ('failed', 'cancelled', 'expired')
    limit 1`)
  return rows.length > 0
}
