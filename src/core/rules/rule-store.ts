import sql, { empty, type Sql } from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import { visiblePeople } from '../people/known-people.ts'
import type { Reach } from '../reach/reach.ts'
import { type SiteName, siteNameSql } from '../reach/site-name.ts'
import { hideForeignScope, isVisibleTo } from '../sites/shared-scope.ts'
import type { RuleDefinition } from './rule.ts'

/** Channel that announces changed rules to the engines of every node. */
export const RULES_CHANGED = 'rules_changed'

export interface StoredRule {
  key: string
  site_id: number | null
  site: SiteName | null
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

/** The rules that apply in the sites in reach. */
export const listRules = (db: Queryable, reach: Reach): Promise<StoredRule[]> => selectRules(db, reach, sql`true`)

export interface RuleName {
  key: string
  name: string
  enabled: boolean
}

/** The same without their definitions, named in this language. */
export const listRuleNames = (db: Queryable, reach: Reach, language: string): Promise<RuleName[]> =>
  db.query<RuleName>(sql`
    select
      key, ${ENABLED} as enabled,
      coalesce(definition #>> array['translations', ${language}, 'name'], definition ->> 'name') as name
    from rules
    where ${areSeen(reach)}
    order by key`)

/** By key, starting after `key`. */
export const listRulesBehind = (db: Queryable, reach: Reach, key: string, limit: number): Promise<StoredRule[]> =>
  selectRules(db, reach, sql`key > ${key}`, sql`limit ${limit}`)

export const listRulesWithKeys = (db: Queryable, reach: Reach, keys: readonly string[]): Promise<StoredRule[]> =>
  selectRules(db, reach, sql`key = any (${keys}::text[])`)

export async function findRule(db: Queryable, reach: Reach, key: string): Promise<StoredRule | null> {
  const [rule] = await selectRules(db, reach, sql`key = ${key}`)
  return rule ?? null
}

/** The rule as it is stored, with its whole scope. */
export async function findWholeRule(db: Queryable, key: string): Promise<StoredRule | null> {
  const [rule] = await storedRules(db, sql`key = ${key}`)
  return rule ?? null
}

async function selectRules(db: Queryable, reach: Reach, where: Sql, limit = empty): Promise<StoredRule[]> {
  return limitedTo(db, reach, await storedRules(db, sql`${areSeen(reach)} and ${where}`, limit))
}

/** The last person who turned a rule on or off decides, or else its definition. */
const ENABLED = sql`coalesce(enabled_override, (definition ->> 'enabled')::boolean, true)`

function storedRules(db: Queryable, where: Sql, limit = empty): Promise<StoredRule[]> {
  return db.query<StoredRule>(sql`
    select
      key, site_id, ${siteNameSql('rules.site_id')} as site, version,
      ${ENABLED} as enabled, origin,
      coalesce(pack_definition <> definition, false) as edited, definition, pack_definition, updated_at
    from rules
    where ${where}
    order by key
    ${limit}`)
}

const DEVICES = sql`coalesce(definition #> '{scope,device_ids}', '[]')`
const TAGS = sql`coalesce(definition #> '{scope,tags}', '[]')`

/** A condition on rules and their versions. */
const areSeen = (reach: Reach): Sql =>
  isVisibleTo(
    reach,
    sql`${DEVICES} = '[]' and ${TAGS} = '[]'`,
    sql`(${DEVICES} = '[]' or ${DEVICES} @> to_jsonb(d.id)) and (${TAGS} = '[]' or ${TAGS} ?| d.tags)`,
  )

/** Without the devices and tags of others in their scopes. */
const limitedTo = <Row extends { site_id: number | null; definition: RuleDefinition }>(
  db: Queryable,
  reach: Reach,
  rules: Row[],
): Promise<Row[]> =>
  hideForeignScope(
    db,
    reach,
    rules,
    ({ definition }) => definition.scope,
    (rule, scope) => ({ ...rule, definition: { ...rule.definition, scope: scope as RuleDefinition['scope'] } }),
  )

export interface RuleVersion {
  version: number
  definition: RuleDefinition
  saved_at: Date
  /** Null also for a person of other sites. */
  saved_by: number | null
  /** Why it was saved; null if nothing was said. */
  reason: string | null
}

const versionSql = (reach: Reach): Sql => sql`
  site_id, version, definition, saved_at, case when ${visiblePeople(reach, sql`saved_by`)} then saved_by end as saved_by,
  reason`

/** All versions under this key, newest first, also of a deleted rule. */
export async function listRuleVersions(db: Queryable, reach: Reach, key: string): Promise<RuleVersion[]> {
  const versions = await db.query<RuleVersion & { site_id: number | null }>(sql`
    select ${versionSql(reach)} from rule_versions where key = ${key} and ${areSeen(reach)} order by version desc`)
  return limitedTo(db, reach, versions)
}

/** The newest version of each rule that had been saved by then, also of rules that are gone; by key. */
export async function listVersionsAt(
  db: Queryable,
  reach: Reach,
  at: Date,
): Promise<(RuleVersion & { key: string })[]> {
  const versions = await db.query<RuleVersion & { key: string; site_id: number | null }>(sql`
    select distinct on (key) key, ${versionSql(reach)}
    from rule_versions
    where saved_at <= ${at} and ${areSeen(reach)}
    order by key, version desc`)
  return limitedTo(db, reach, versions)
}

/** When the first version of a rule that is known was saved; null: there is none. */
export async function findFirstVersionTime(db: Queryable, reach: Reach): Promise<Date | null> {
  const [first] = await db.query<{ at: Date | null }>(sql`
    select min(saved_at) as at from rule_versions where ${areSeen(reach)}`)
  return first?.at ?? null
}

/** A version that raised an alert, and when another version replaced it. */
export interface RaisingRule extends RuleVersion {
  replaced_by: number | null
  replaced_at: Date | null
}

/** The rule that raised an alert, as it was then; null if it is no longer known, or out of reach. */
export async function findRaisingRule(
  db: Queryable,
  reach: Reach,
  { rule_key, rule_version }: { rule_key: string; rule_version: number },
): Promise<RaisingRule | null> {
  const versions = await db.query<RuleVersion & { site_id: number | null }>(sql`
    select ${versionSql(reach)}
    from rule_versions
    where key = ${rule_key} and version >= ${rule_version} and ${areSeen(reach)}
    order by version
    limit 2`)
  const [raising, next] = await limitedTo(db, reach, versions)
  if (raising?.version !== rule_version) return null
  return { ...raising, replaced_by: next?.version ?? null, replaced_at: next?.saved_at ?? null }
}
