import sql from 'sql-template-tag'
import type { InCell, Queryable } from '../../../platform/database/database.ts'
import { integers } from '../../../platform/database/sql-arrays.ts'
import type { DeviceRuleStates, RuleStateChange } from '../engine/evaluate-readings.ts'
import { notAhead, type RuleState } from '../engine/rule-state.ts'

/**
 * Must run after the devices are locked: then the states are the latest, and nobody else changes them. A state that was
 * stored by a clock ahead of this one is corrected here, before it is used.
 */
export async function findRuleStates(
  tx: Queryable,
  deviceIds: readonly number[],
  now: Date,
): Promise<Map<number, DeviceRuleStates>> {
  const rows = await tx.query<{ device_id: number; rule_key: string; state: RuleState }>(
    sql`
      select device_id, rule_key, state
      from rule_states
      where device_id = any (${integers(deviceIds)}::integer[])`,
    'find_rule_states',
  )
  const byDevice = new Map<number, DeviceRuleStates>()
  for (const { device_id, rule_key, state } of rows) {
    const states = byDevice.get(device_id) ?? new Map<string, RuleState>()
    byDevice.set(device_id, states.set(rule_key, notAhead(state, now.getTime())))
  }
  return byDevice
}

export async function saveRuleStates(tx: InCell, changes: readonly RuleStateChange[]): Promise<void> {
  const kept = changes.filter((change) => change.state !== null)
  const idle = changes.filter((change) => change.state === null)
  if (kept.length > 0) {
    await tx.query(sql`
      insert into rule_states (device_id, rule_key, state, due_at)
      select c.device_id, c.rule_key, c.state, to_timestamp(c.due_at / 1000)
      from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as c (
        device_id integer, rule_key text, state jsonb, due_at float8
      )
      on conflict (device_id, rule_key) do update set state = excluded.state, due_at = excluded.due_at`)
  }
  if (idle.length > 0) {
    await tx.query(sql`
      delete from rule_states
      where (device_id, rule_key) in (
        select * from unnest(
          ${idle.map((change) => change.device_id)}::integer[],
          ${idle.map((change) => change.rule_key)}::text[]
        )
      )`)
  }
}

/** Devices with a rule state that is due by now, of one rule or of any, in ascending order. */
export async function listDevicesDue(
  tx: Queryable,
  now: Date,
  limit: number,
  key: string | null = null,
): Promise<number[]> {
  const rows = await tx.query<{ device_id: number }>(sql`
    select distinct device_id
    from rule_states
    where due_at <= ${now} and (${key}::text is null or rule_key = ${key}::text)
    order by device_id
    limit ${limit}`)
  return rows.map((row) => row.device_id)
}
