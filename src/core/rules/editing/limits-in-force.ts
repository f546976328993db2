import sql from 'sql-template-tag'
import type { Queryable } from '../../../platform/database/database.ts'
import type { Reach } from '../../reach/reach.ts'
import type { RuleDefinition } from '../rule.ts'
import { listVersionsAt, type RuleVersion } from '../rule-store.ts'

/** A rule as it was at some time. */
export interface RuleInForce extends RuleVersion {
  key: string
  enabled: boolean
  /** Its definition in the pack, as it is now; null: it is in none. */
  pack_definition: RuleDefinition | null
}

interface Switched {
  key: string
  pack_definition: RuleDefinition | null
  enabled: boolean | null
  deleted_at: Date | null
}

/**
 * The rules that were there at a time, with the version in force then. Whether one was on is known from the audit log, and,
 * where that no longer reaches back so far, from the definition alone.
 */
export async function listRulesInForce(db: Queryable, reach: Reach, at: Date): Promise<RuleInForce[]> {
  const versions = await listVersionsAt(db, reach, at)
  const switched = await db.query<Switched>(sql`
    select k.key, r.pack_definition, last.enabled, gone.at as deleted_at
    from unnest(${versions.map(({ key }) => key)}::text[]) as k (key)
    left join rules as r on r.key = k.key
    left join lateral (
      select (e.after ->> 'enabled')::boolean as enabled
      from audit_entries as e
      where e.subject_type = 'rule' and e.subject_id = k.key and e.at <= ${at} and e.after ? 'enabled'
      order by e.id desc
      limit 1
    ) as last on true
    left join lateral (
      select e.at
      from audit_entries as e
      where e.subject_type = 'rule' and e.subject_id = k.key and e.at <= ${at} and e.action = 'rule.deleted'
      order by e.id desc
      limit 1
    ) as gone on true`)
  const stateOf = new Map(switched.map((state) => [state.key, state]))
  return versions.flatMap((version) => {
    const { enabled = null, deleted_at = null, pack_definition = null } = stateOf.get(version.key) ?? {}
    if (deleted_at !== null && deleted_at >= version.saved_at) return []
    return [{ ...version, pack_definition, enabled: enabled ?? version.definition.enabled ?? true }]
  })
}
