import sql, { raw, type Sql } from 'sql-template-tag'
import type { InCell } from '../../platform/database/database.ts'
import { secondsLater } from '../../platform/database/sql-times.ts'
import { SEVERITIES, type Severity } from '../vocabulary/severities.ts'

/** When an acknowledged alert (`a`) fires again unless it is resolved: as a person chose, or by its timeout. Null: never. */
export const FIRES_AGAIN_AT = sql`
  coalesce(a.snoozed_until, ${secondsLater(sql`a.acknowledged_at`, sql`a.ack_timeout_s`)})`

/** A time of an acknowledgement; null for alerts (`a`) and incidents (`i`) that are not acknowledged. */
export const whileAcknowledged = (of: 'a' | 'i', time: Sql): Sql =>
  sql`case when ${raw(of)}.status = 'acknowledged' then ${time} end`

/** Opens those of these incidents that are snoozed and about to become more severe. Returns their ids. */
export async function wakeRising(
  tx: InCell,
  rises: readonly { incident_id: number; severity: Severity }[],
): Promise<number[]> {
  const woken = await tx.query<{ incident_id: number }>(sql`
    update incidents as i
    set status = 'open', acknowledged_at = null, acknowledged_by = null, snoozed_until = null
    from jsonb_to_recordset(${JSON.stringify(rises)}::jsonb) as r (incident_id bigint, severity text)
    where i.incident_id = r.incident_id and i.status = 'acknowledged' and i.snoozed_until is not null
      and array_position(${SEVERITIES}::text[], r.severity) > array_position(${SEVERITIES}::text[], i.severity)
    returning i.incident_id`)
  return woken.map(({ incident_id }) => incident_id)
}

/**
 * Snoozes an acknowledged incident until the first of its alerts fires again, after one of them has been snoozed or moved
 * here. The time of an incident that has not begun with an alert is only brought forward: it is not about them alone.
 */
export async function snoozeAsItsAlerts(tx: InCell, incidentId: number): Promise<void> {
  await tx.query(sql`
    update incidents as i
    set snoozed_until = case
      when i.alert_id is null then least(i.snoozed_until, s.first)
      else coalesce(s.first, i.snoozed_until)
    end
    from (
      select min(a.snoozed_until) as first
      from alerts as a
      where a.incident_id = ${incidentId} and a.status = 'acknowledged'
    ) as s
    where i.incident_id = ${incidentId} and i.status = 'acknowledged'`)
}
