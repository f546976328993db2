import sql from 'sql-template-tag'
import type { Database, Queryable } from '../../../platform/database/database.ts'
import { notify } from '../../../platform/database/notifications.ts'
import { badRequest, conflict, notFound } from '../../../platform/errors.ts'
import { type ChangeBy, recordChange } from '../../audit-log/record-change.ts'
import type { RuleDefinition } from '../rule.ts'
import { findRule, RULES_CHANGED, type StoredRule } from '../rule-store.ts'
import { ruleFaults } from './check-rule.ts'

/** Beside the built-in ones. Every device is judged by all that look at it, and every change goes through the list. */
const MOST_OWN_RULES = 2_000

export interface RuleEdit {
  /** What the editor has seen; 0 for a rule that is not to exist yet, null to save whatever there is. */
  version: number | null
  by: ChangeBy
}

/** A rule from outside, or 400 with all that is wrong with it. */
export function checkedRule(definition: unknown): RuleDefinition {
  const faults = ruleFaults(definition)
  if (faults.length > 0) throw badRequest(`${faults[0]!.field}: ${faults[0]!.message}`, faults)
  return definition as RuleDefinition
}

/** Adds a rule, or a new version of it. A definition that says the same is no change. Throws 409. */
export async function saveRule(
  db: Database,
  definition: RuleDefinition,
  edit: RuleEdit,
  now: Date,
): Promise<StoredRule> {
  return db.transaction((tx) => saveRuleIn(tx, definition, edit, now))
}

/** The same within a transaction of its caller. */
export async function saveRuleIn(
  tx: Queryable,
  definition: RuleDefinition,
  { version, by }: RuleEdit,
  now: Date,
): Promise<StoredRule> {
  const { key } = definition
  const before = await lockRule(tx, key)
  checkVersion(before, version)
  if (before === null) await refuseTooMany(tx)
  const [saved] = await tx.query<{ version: number; definition: RuleDefinition }>(sql`
    insert into rules as r (key, version, origin, definition, updated_at)
    values (
      ${key}, 1 + coalesce((select max(v.version) from rule_versions as v where v.key = ${key}), 0), 'user',
      ${JSON.stringify(definition)}::jsonb, ${now}
    )
    on conflict (key) do update
    set
      definition = excluded.definition,
      version = r.version + 1,
      -- What the new definition says of it counts again.
      switched = case when excluded.definition ? 'enabled' then null else r.switched end,
      updated_at = excluded.updated_at
    where r.definition <> excluded.definition
    returning version, definition`)
  const after = (await findRule(tx, key))!
  if (saved === undefined) return after
  await saveVersions(tx, [{ key, ...saved }], by.actor?.id ?? null, now)
  // Whom it does not look at any more, it lets go.
  await tx.query(sql`update rule_states set due_at = ${now} where rule_key = ${key}`)
  if ([definition, before?.definition].some((rule) => rule?.condition.type === 'stale'))
    await recheckStaleDevices(tx, now)
  await announce(tx, before === null ? 'rule.created' : 'rule.updated', before, after, by, now)
  return after
}

/** Switches a rule on or off, whatever its definition says. Throws 404, 409. */
export async function switchRule(
  db: Database,
  key: string,
  enabled: boolean,
  edit: RuleEdit,
  now: Date,
): Promise<StoredRule> {
  return db.transaction((tx) => switchRuleIn(tx, key, enabled, edit, now))
}

export async function switchRuleIn(
  tx: Queryable,
  key: string,
  enabled: boolean,
  { version, by }: RuleEdit,
  now: Date,
): Promise<StoredRule> {
  const before = await lockRule(tx, key)
  if (before === null) throw notFound('Rule')
  checkVersion(before, version)
  await tx.query(sql`update rules set switched = ${enabled}, updated_at = ${now} where key = ${key}`)
  const after = (await findRule(tx, key))!
  if (after.definition.condition.type === 'stale') await recheckStaleDevices(tx, now)
  await announce(tx, enabled ? 'rule.enabled' : 'rule.disabled', before, after, by, now)
  return after
}

/**
 * Removes a rule of people, or takes a built-in one back to what its pack says: null, or the rule as it is then. A
 * built-in rule that nobody has changed cannot be removed, only switched off. Throws 404, 409.
 */
export async function removeRule(
  db: Database,
  key: string,
  { version, by }: RuleEdit,
  now: Date,
): Promise<StoredRule | null> {
  return db.transaction(async (tx) => {
    const before = await lockRule(tx, key)
    if (before === null) throw notFound('Rule')
    checkVersion(before, version)
    if (before.pack_definition === null) {
      await tx.query(sql`delete from rules where key = ${key}`)
      await announce(tx, 'rule.deleted', before, null, by, now)
      return null
    }
    if (!before.edited) throw conflict('A built-in rule can be switched off, but not removed')
    await tx.query(sql`
      update rules
      set definition = pack_definition, version = version + 1, switched = null, updated_at = ${now}
      where key = ${key}`)
    const after = (await findRule(tx, key))!
    await saveVersions(tx, [after], by.actor?.id ?? null, now)
    if (after.definition.condition.type === 'stale') await recheckStaleDevices(tx, now)
    await announce(tx, 'rule.reverted', before, after, by, now)
    return after
  })
}

async function lockRule(tx: Queryable, key: string): Promise<StoredRule | null> {
  // One person at a time, so that two cannot add the same key at once, or one rule too many.
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('rules', 0))`)
  return findRule(tx, key)
}

async function refuseTooMany(tx: Queryable): Promise<void> {
  const [{ count }] = (await tx.query(sql`select count(*)::integer as count from rules where origin = 'user'`)) as [
    { count: number },
  ]
  if (count >= MOST_OWN_RULES)
    throw conflict(`There are already ${MOST_OWN_RULES} rules beside the built-in ones; remove some first`)
}

function checkVersion(before: StoredRule | null, version: number | null): void {
  if (version === null || version === (before?.version ?? 0)) return
  throw conflict(
    before === null
      ? 'There is no such rule any more'
      : `The rule is at version ${before.version} by now; look at it again`,
  )
}

export async function saveVersions(
  tx: Queryable,
  versions: readonly { key: string; version: number; definition: RuleDefinition }[],
  userId: number | null,
  now: Date,
): Promise<void> {
  await tx.query(sql`
    insert into rule_versions (key, version, definition, saved_at, saved_by)
    select v.key, v.version, v.definition, ${now}, ${userId}::integer
    from jsonb_to_recordset(${JSON.stringify(versions)}::jsonb) as v (key text, version integer, definition jsonb)
    on conflict do nothing`)
}

/** A rule on silence is new or has changed: every device that ever spoke is looked at. */
export async function recheckStaleDevices(tx: Queryable, now: Date): Promise<void> {
  await tx.query(sql`update device_states set stale_check_at = ${now} where stale_check_at > ${now}`)
}

async function announce(
  tx: Queryable,
  action: string,
  before: StoredRule | null,
  after: StoredRule | null,
  by: ChangeBy,
  now: Date,
): Promise<void> {
  await notify(tx, RULES_CHANGED, '')
  const told = (rule: StoredRule | null) => rule && { ...rule.definition, enabled: rule.enabled }
  const rule = (after ?? before)!
  const subject = { type: 'rule', id: rule.key, name: rule.definition.name }
  await recordChange(tx, by, { action, subject, before: told(before), after: told(after) }, now)
}
