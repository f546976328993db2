import sql, { type Sql } from 'sql-template-tag'
import { inReach, type Reach } from '../../reach/reach.ts'
import { QUARANTINE_FULL_FROM, QUARANTINE_LIMIT_BYTES } from './quarantine-store.ts'

/** A source whose messages will soon be refused, because its quarantine has no more room. */
export interface FullQuarantine {
  source_id: number
  name: string
  /** From 0 to 1. */
  share: number
}

/** Part of another statement: the fullest quarantine that this person can empty, as jsonb; null if none is nearly full. */
export const fullQuarantineSql = (reach: Reach): Sql => sql`
  (
    select jsonb_build_object(
      'source_id', s.id,
      'name', s.name,
      'share', least(1, state.quarantined_bytes::float8 / ${QUARANTINE_LIMIT_BYTES}::float8)
    )
    from source_states as state
    join sources as s on s.id = state.source_id
    where
      state.quarantined_bytes >= ${Math.floor(QUARANTINE_FULL_FROM * QUARANTINE_LIMIT_BYTES)}
      and s.enabled and ${inReach(reach, 'operator', sql`s.site_id`)}
    order by state.quarantined_bytes desc
    limit 1
  )`
