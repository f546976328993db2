import sql from 'sql-template-tag'
import type { InCell, Queryable } from '../../../platform/database/database.ts'
import type { Severity } from '../../vocabulary/severities.ts'
import type { Titled } from '../../vocabulary/titles.ts'
import type { AlertChange } from '../engine/fold-effects.ts'
import { worstOf } from '../engine/rule-state.ts'
import type { Rule } from '../rule.ts'

export async function newAlertIds(tx: Queryable, count: number): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(sql`
    select nextval('alert_ids') as id from generate_series(1, ${count}::integer)`)
  return rows.map((row) => row.id)
}

/** An existing alert as it is listed, with its incident; null if that has stayed in the former site of the device. */
export interface IncidentLink extends Titled {
  severity: Severity
  alert_id: number
  incident_id: number | null
  incident_status: 'open' | 'acknowledged' | 'resolved' | null
  incident_resolved_at: Date | null
}

export function findIncidentLinks(tx: Queryable, changes: readonly AlertChange[]): Promise<IncidentLink[]> {
  return tx.query<IncidentLink>(sql`
    select a.alert_id, a.severity, a.title, a.title_of, i.incident_id, i.status as incident_status, i.resolved_at as incident_resolved_at
    from unnest(
      ${changes.map((change) => change.device.id)}::integer[],
      ${changes.map((change) => change.alert.alert_id)}::bigint[]
    ) as c (device_id, alert_id)
    join alerts as a on a.device_id = c.device_id and a.alert_id = c.alert_id
    join devices as d on d.id = a.device_id
    left join incidents as i on i.incident_id = a.incident_id and i.site_id = d.site_id`)
}

/** Inserts raised alerts and updates existing ones, each with its incident. */
export async function saveAlerts(
  tx: InCell,
  changes: readonly AlertChange[],
  incidentOf: ReadonlyMap<number, number>,
  now: Date,
): Promise<void> {
  const rows = changes.map((change) => ({
    ...alertRow(change),
    incident_id: incidentOf.get(change.alert.alert_id) ?? null,
  }))
  const raised = JSON.stringify(rows.filter((_, place) => changes[place]!.raised !== null))
  const known = JSON.stringify(rows.filter((_, place) => changes[place]!.raised === null))
  // Updates first: an alert that resolves here makes room for the next one of its rule and device.
  if (known !== '[]') {
    await wakeAlerts(
      tx,
      changes.filter(({ rose, resolvedAt }) => rose && resolvedAt === null),
    )
    await tx.query(sql`
      update alerts as a
      set
        -- Null: the alert has been at least as severe before, and keeps what that level gave it.
        severity = coalesce(c.severity, a.severity),
        title = case when c.severity is null then a.title else c.title end,
        title_of = case when c.severity is null then a.title_of else c.title_of end,
        threshold = case when c.severity is null then a.threshold else c.threshold end,
        current_severity = c.current_severity,
        last_value = c.last_value,
        peak_value = c.peak_value,
        occurrences = c.occurrences,
        recovering = c.recovering,
        flapping = c.flapping,
        has_flapped = a.has_flapped or c.flapping,
        ack_timeout_s = c.ack_timeout_s,
        incident_id = coalesce(c.incident_id, a.incident_id),
        status = case
          when c.resolved_at is not null then 'resolved'
          when a.status = 'resolved' then 'firing'
          else a.status
        end,
        resolved_at = to_timestamp(c.resolved_at / 1000),
        resolve_reason = c.resolve_reason,
        resolved_by = null,
        acknowledged_at = case when a.status = 'resolved' then null else a.acknowledged_at end,
        acknowledged_by = case when a.status = 'resolved' then null else a.acknowledged_by end,
        snoozed_until = case when a.status = 'resolved' then null else a.snoozed_until end
      from jsonb_to_recordset(${known}::jsonb) as c (
        device_id integer, alert_id bigint, severity text, title text, title_of jsonb, threshold float8,
        current_severity text, last_value float8, peak_value float8, occurrences integer, recovering boolean, flapping boolean, ack_timeout_s integer, incident_id bigint,
        resolved_at float8, resolve_reason text
      )
      where a.device_id = c.device_id and a.alert_id = c.alert_id`)
  }
  if (raised !== '[]') {
    await tx.query(sql`
      insert into alerts (
        device_id, alert_id, rule_key, rule_version, module, severity, current_severity, status, title, title_of, field, threshold,
        triggered_value, last_value, peak_value, occurrences, late, latched, recovering, ack_timeout_s, triggered_at,
        raised_at, resolved_at, resolve_reason, incident_id
      )
      select
        c.device_id, c.alert_id, c.rule_key, c.rule_version, c.module, c.severity, c.current_severity,
        case when c.resolved_at is null then 'firing' else 'resolved' end,
        c.title, c.title_of, c.field, c.threshold, c.triggered_value, c.last_value, c.peak_value, c.occurrences, c.late, c.latched,
        c.recovering, c.ack_timeout_s, to_timestamp(c.triggered_at / 1000), ${now},
        to_timestamp(c.resolved_at / 1000), c.resolve_reason, c.incident_id
      from jsonb_to_recordset(${raised}::jsonb) as c (
        device_id integer, alert_id bigint, rule_key text, rule_version integer, module text, severity text,
        current_severity text, title text, title_of jsonb, field text, threshold float8, triggered_value float8, last_value float8, peak_value float8,
        occurrences integer, late boolean, latched boolean, recovering boolean, ack_timeout_s integer,
        triggered_at float8, resolved_at float8, resolve_reason text, incident_id bigint
      )`)
  }
}

/** A snoozed alert that becomes more severe fires again. */
async function wakeAlerts(tx: InCell, risen: readonly AlertChange[]): Promise<void> {
  if (risen.length === 0) return
  await tx.query(sql`
    update alerts as a
    set status = 'firing', acknowledged_at = null, acknowledged_by = null, snoozed_until = null
    from unnest(
      ${risen.map(({ device }) => device.id)}::integer[],
      ${risen.map(({ alert }) => alert.alert_id)}::bigint[]
    ) as r (device_id, alert_id)
    where a.device_id = r.device_id and a.alert_id = r.alert_id and a.status = 'acknowledged'
      and a.snoozed_until is not null`)
}

function alertRow(change: AlertChange) {
  const { device, rule, alert, raised, worst } = change
  return {
    device_id: device.id,
    alert_id: alert.alert_id,
    rule_key: rule.key,
    rule_version: rule.version,
    module: change.module,
    severity: worst?.severity ?? null,
    title: worst?.title ?? null,
    title_of: worst?.title_of ?? null,
    field: rule.field,
    threshold: worst?.threshold ?? null,
    current_severity: change.resolvedAt === null ? alert.severity : null,
    triggered_value: raised?.value ?? null,
    last_value: change.last_value,
    peak_value: alert.peak_value,
    occurrences: alert.occurrences,
    late: raised?.late ?? false,
    latched: rule.latch,
    recovering: alert.recovering ?? false,
    flapping: alert.flapping ?? false,
    ack_timeout_s: ackTimeoutS(rule, worstOf(alert)),
    triggered_at: raised?.at ?? null,
    resolved_at: change.resolvedAt,
    resolve_reason: change.resolveReason,
  }
}

const CRITICAL_ACK_TIMEOUT_S = 8 * 3_600

/** Seconds after which an acknowledged alert fires again; null is never. */
function ackTimeoutS(rule: Rule, severity: Severity): number | null {
  return (rule.ack_timeout_s ?? (severity === 'critical' ? CRITICAL_ACK_TIMEOUT_S : 0)) || null
}
