import sql, { empty, type Sql } from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import type { RuleDefinition } from './rule.ts'

/** Channel that announces changed rules to the engines of every node. */
export const RULES_CHANGED = 'rules_changed'

export interface StoredRule {
  key: string
  version: number
  enabled: boolean
  origin: 'pack' | 'user'
  /** A built-in rule with a person's version in force. */
  edited: boolean
  definition: RuleDefinition
  /** The version of the pack; null for custom rules. */
  pack_definition: RuleDefinition | null
  updated_at: Date
}

export const listRules = (db: Queryable): Promise<StoredRule[]> => selectRules(db, empty)

/** By key, starting after `key`. */
export const listRulesBehind = (db: Queryable, key: string, limit: number): Promise<StoredRule[]> =>
  selectRules(db, sql`where key > ${key}`, sql`limit ${limit}`)

export const listRulesWithKeys = (db: Queryable, keys: readonly string[]): Promise<StoredRule[]> =>
  selectRules(db, sql`where key = any (${keys}::text[])`)

export async function findRule(db: Queryable, key: string): Promise<StoredRule | null> {
  const [rule] = await selectRules(db, sql`where key = ${key}`)
  return rule ?? null
}

/** Whether a rule is enabled is decided by the last person who turned it on or off, or else by its definition. */
function selectRules(db: Queryable, where: Sql, limit = empty): Promise<StoredRule[]> {
  return db.query<StoredRule>(sql`
    select
      key, version, coalesce(enabled_override, (definition ->> 'enabled')::boolean, true) as enabled, origin,
      coalesce(pack_definition <> definition, false) as edited, definition, pack_definition, updated_at
    from rules
    ${where}
    order by key
    ${limit}`)
}

export interface RuleVersion {
  version: number
  definition: RuleDefinition
  saved_at: Date
  saved_by: number | null
}

/** All versions under this key, newest first, also of a deleted rule. */
export function listRuleVersions(db: Queryable, key: string): Promise<RuleVersion[]> {
  return db.query<RuleVersion>(sql`
    select version, definition, saved_at, saved_by from rule_versions where key = ${key} order by version desc`)
}

/** A version that raised an alert, and when another version replaced it. */
export interface RaisingRule extends RuleVersion {
  replaced_by: number | null
  replaced_at: Date | null
}

/** The rule that raised an alert, as it was then; null if it is no longer known. */
export async function findRaisingRule(
  db: Queryable,
  { rule_key, rule_version }: { rule_key: string; rule_version: number },
): Promise<RaisingRule | null> {
  const [raising, next] = await db.query<RuleVersion>(sql`
    select version, definition, saved_at, saved_by
    from rule_versions
    where key = ${rule_key} and version >= ${rule_version}
    order by version
    limit 2`)
  if (raising?.version !== rule_version) return null
  return { ...raising, replaced_by: next?.version ?? null, replaced_at: next?.saved_at ?? null }
}
