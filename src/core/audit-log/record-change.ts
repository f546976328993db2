import sql from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import type { Change, ChangeBy } from './change.ts'
import { changedFields, storable } from './changed-fields.ts'

export { BY_COMMAND, BY_SYSTEM, type Change, type ChangeBy, changeBy } from './change.ts'

/**
 * Records who changed what, in the transaction of the change, so that neither exists without the other. Secrets are
 * left out. Records nothing if both states are given and equal.
 */
export function recordChange(tx: Queryable, by: ChangeBy, change: Change, now: Date): Promise<void> {
  return recordChanges(tx, by, [change], now)
}

export async function recordChanges(tx: Queryable, by: ChangeBy, changes: readonly Change[], now: Date): Promise<void> {
  const entries = changes.flatMap(({ action, subject, before, after }) => {
    const changed = changedFields(before, after)
    if (changed === null) return []
    const name = subject.name == null ? null : storable(subject.name)
    return [{ action, type: subject.type, id: storable(String(subject.id)), name, ...changed }]
  })
  if (entries.length === 0) return
  await tx.query(sql`
    insert into audit_entries (
      at, actor_id, actor_email, via, address, action, subject_type, subject_id, subject_name, before, after
    )
    select
      ${now}, ${by.actor?.id ?? null}, ${by.actor?.email ?? null}, ${by.via}, ${by.address}, e.action, e.type, e.id, e.name,
      e.before, e.after
    from rows from (
      jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
        as (action text, type text, id text, name text, before jsonb, after jsonb)
    ) with ordinality as e (action, type, id, name, before, after, place)
    order by e.place`)
}
