import sql from 'sql-template-tag'
import type { CellDatabase, InCell, Queryable } from '../../../platform/database/database.ts'
import { lockDeviceStates } from '../../telemetry/latest/latest-store.ts'
import { type FormerAlert, worstKnown } from '../engine/worst-known.ts'

/** Few, so that a transaction is short: the devices of those that are open are locked. */
const AT_ONCE = 500

/**
 * Gives alerts of versions before 0.3.0 the severity, title and limit of the worst level that they reached, as far as that
 * is known, and their incidents the title of their worst alert. Newest first, some at a time; alerts_to_recompute says
 * where it stands. Returns whether there may be more.
 */
export async function recomputeWorst(db: CellDatabase): Promise<boolean> {
  const anyLeft = await db.query(sql`select from alerts_to_recompute limit 1`)
  if (anyLeft.length === 0) return false
  return db.transaction(async (tx) => {
    const [left] = await tx.query<{ below_id: number }>(sql`
      select below_id from alerts_to_recompute for update skip locked`)
    if (left === undefined) return false
    const ids = await tx.query<{ alert_id: number }>(sql`
      select alert_id from alerts where alert_id < ${left.below_id} order by alert_id desc limit ${AT_ONCE}`)
    if (ids.length === 0) await tx.query(sql`delete from alerts_to_recompute`)
    else
      await recompute(
        tx,
        ids.map(({ alert_id }) => alert_id),
      )
    return ids.length > 0
  })
}

async function recompute(tx: InCell, ids: readonly number[]): Promise<void> {
  await lockEvaluated(tx, ids)
  const alerts = await listFormerAlerts(tx, ids)
  const corrected = alerts.flatMap((alert) => {
    const worst = worstKnown(alert)
    return worst === null
      ? []
      : [{ device_id: alert.device_id, alert_id: alert.alert_id, was: alert.severity, ...worst }]
  })
  if (corrected.length > 0) await correct(tx, corrected)
  await nameIncidents(tx, ids)
  await tx.query(sql`update alerts_to_recompute set below_id = ${Math.min(...ids)}`)
}

/** The engine knows those that are open, and those that a cooldown may reopen: nothing may evaluate them meanwhile. */
async function lockEvaluated(tx: InCell, ids: readonly number[]): Promise<void> {
  const devices = await tx.query<{ device_id: number }>(sql`
    select distinct s.device_id
    from alerts as a
    join rule_states as s on s.device_id = a.device_id and s.rule_key = a.rule_key
    where a.alert_id = any (${[...ids]}::bigint[])
    order by s.device_id`)
  await lockDeviceStates(
    tx,
    devices.map(({ device_id }) => device_id),
  )
}

/**
 * Only of rules with several levels. What is told of an alert in the timeline of its incident, or of one that was merged
 * into it, is known for certain, unless there are alerts of two devices with the same name.
 */
function listFormerAlerts(tx: Queryable, ids: readonly number[]): Promise<FormerAlert[]> {
  return tx.query<FormerAlert>(sql`
    select
      a.device_id, a.alert_id, a.rule_version, a.severity, a.title, a.title_of, a.threshold, a.peak_value,
      d.name as device_name, v.definition,
      not exists (
        select from rule_versions as other
        where other.key = a.rule_key and other.version > a.rule_version
          and other.saved_at <= coalesce(a.resolved_at, 'infinity')
      ) as of_one_version,
      array(
        with recursive told_in as (
          select a.incident_id
          union
          select (m.facts ->> 'incident_id')::bigint
          from incident_timeline as m
          join told_in as here on here.incident_id = m.incident_id
          where m.kind = 'merged'
        )
        select t.facts
        from incident_timeline as t
        where t.incident_id in (select incident_id from told_in) and t.at >= a.raised_at
          and t.kind in ('created', 'alert_added', 'severity_changed', 'reopened', 'alert_reopened')
          and t.facts -> 'title_of' ->> 'key' = a.rule_key and t.facts -> 'title_of' ->> 'device' = d.name
          and not exists (
            select from alerts as next
            where next.device_id = a.device_id and next.rule_key = a.rule_key
              and next.raised_at > a.raised_at and next.raised_at <= t.at
          )
          and not exists (
            select from alerts as twin
            join devices as namesake on namesake.id = twin.device_id
            where twin.incident_id = a.incident_id and twin.rule_key = a.rule_key and twin.device_id <> a.device_id
              and namesake.name = d.name
          )
      ) as told
    from alerts as a
    join devices as d on d.id = a.device_id
    join rule_versions as v on v.key = a.rule_key and v.version = a.rule_version
    where a.alert_id = any (${[...ids]}::bigint[]) and jsonb_array_length(v.definition -> 'levels') > 1`)
}

/** An alert that has changed since it was read stays as it is. The engine goes on from the present severity, and knows the worst. */
async function correct(tx: InCell, corrected: readonly object[]): Promise<void> {
  const rows = JSON.stringify(corrected)
  await tx.query(sql`
    update alerts as a
    set
      current_severity = case when a.status <> 'resolved' then coalesce(a.current_severity, a.severity) end,
      severity = c.severity, title = c.title, title_of = c.title_of, threshold = c.threshold
    from jsonb_to_recordset(${rows}::jsonb) as c (
      device_id integer, alert_id bigint, was text, severity text, title text, title_of jsonb, threshold float8
    )
    where a.device_id = c.device_id and a.alert_id = c.alert_id and a.severity = c.was`)
  for (const part of ['open', 'resolved'] as const) {
    await tx.query(sql`
      update rule_states as s
      set state = jsonb_set(s.state, array[${part}::text, 'worst'], to_jsonb(c.severity))
      from alerts as a, jsonb_to_recordset(${rows}::jsonb) as c (device_id integer, alert_id bigint, severity text)
      where a.device_id = c.device_id and a.alert_id = c.alert_id
        and s.device_id = a.device_id and s.rule_key = a.rule_key
        and (s.state -> ${part}::text ->> 'alert_id')::bigint = a.alert_id
        and s.state -> ${part}::text ->> 'severity' <> c.severity`)
  }
}

/** Before 0.2.0, incidents kept the title of their first alert. One whose severity is that of no alert was set by a person. */
async function nameIncidents(tx: InCell, ids: readonly number[]): Promise<void> {
  await tx.query(sql`
    update incidents as i
    set title = worst.title, title_of = worst.title_of
    from (
      select distinct on (a.incident_id) a.incident_id, a.severity, a.title, a.title_of
      from alerts as a
      join incidents as of on of.incident_id = a.incident_id and of.severity = a.severity
      where a.incident_id in (select m.incident_id from alerts as m where m.alert_id = any (${[...ids]}::bigint[]))
      order by a.incident_id, a.alert_id
    ) as worst
    where i.incident_id = worst.incident_id and i.origin = 'alert' and i.title <> worst.title
      and not exists (
        select from alerts as a
        where a.incident_id = i.incident_id and a.severity = i.severity and a.title = i.title
      )`)
}
