import sql, { raw, type Sql } from 'sql-template-tag'
import type { InCell, Queryable } from '../../../platform/database/database.ts'

/**
 * Locks the states of these sources (a list of ids, or a query for them) until the transaction ends. Everybody who changes a
 * quarantine does so first.
 */
export const lockSourceStates = (
  tx: Queryable,
  sourceIds: Sql,
): Promise<{ source_id: number; quarantined_bytes: number }[]> =>
  tx.query(sql`
    select source_id, quarantined_bytes
    from source_states
    where source_id in (${sourceIds})
    order by source_id
    for no key update`)

/**
 * Adds messages to quarantine, or drops them, and corrects the counts of their sources and devices. `messages` is the
 * statement that inserts or deletes them and returns source_id, external_id and bytes. Returns how many there were.
 */
export async function changeQuarantine(tx: InCell, change: 'add' | 'drop', messages: Sql): Promise<number> {
  const sign = raw(change === 'add' ? '+' : '-')
  const [{ count }] = (await tx.query<{ count: number }>(sql`
    with message as (${messages}), device as (
      update external_ids as e
      set quarantined = e.quarantined ${sign} m.count
      from (
        select source_id, external_id, count(*)::integer as count
        from message
        where external_id is not null
        group by source_id, external_id
      ) as m
      where e.source_id = m.source_id and e.external_id = m.external_id
    ), state as (
      update source_states as s
      set quarantined = s.quarantined ${sign} m.count, quarantined_bytes = s.quarantined_bytes ${sign} m.bytes
      from (
        select source_id, count(*)::integer as count, sum(bytes)::bigint as bytes from message group by source_id
      ) as m
      where s.source_id = m.source_id
    )
    select count(*)::integer as count from message`)) as [{ count: number }]
  return count
}
