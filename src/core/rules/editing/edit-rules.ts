import sql from 'sql-template-tag'
import type { Database, Queryable } from '../../../platform/database/database.ts'
import { conflict, invalidField, invalidFields, mustExist } from '../../../platform/errors.ts'
import { type ChangeBy, recordChange } from '../../audit-log/record-change.ts'
import { inEachCell } from '../../cells/in-each-cell.ts'
import { isStale } from '../../conditions/kinds/stale.ts'
import { inReachOrShared, type Reach } from '../../reach/reach.ts'
import { requireRoleIfShared } from '../../reach/require-role.ts'
import { chooseSiteOrAll, refuseMove } from '../../sites/site-choice.ts'
import { requireRoomFor } from '../../sites/site-limits.ts'
import { withNamedFences } from '../geofences/named-fences.ts'
import type { RuleDefinition } from '../rule.ts'
import { findRule, findWholeRule, RULES_CHANGED, type StoredRule } from '../rule-store.ts'
import { ruleFaults } from './check-rule.ts'
import { isSafetyRule, withOwnSource } from './safety-rules.ts'

interface RuleEdit {
  /** The site of a new rule, as `chooseSiteOrAll` takes it; that of an existing rule cannot be changed. */
  site_id?: number | null | undefined
  /** The version that the editor has seen; 0 for a new rule, null to overwrite any version. */
  version: number | null
  by: ChangeBy
  /** Why, in the words of the person; a person who changes a safety rule must say it. */
  reason?: string | undefined
  /**
   * Whether what the rule names has changed, and nobody changed the rule: it stays on or off as a person switched it, also
   * if its definition says otherwise, and needs no reason.
   */
  follows?: boolean
}

/** Validates a rule from outside. Throws 400 with all faults. */
export function checkedRule(definition: unknown): RuleDefinition {
  const faults = ruleFaults(definition)
  if (faults.length > 0) throw invalidFields(faults)
  return definition as RuleDefinition
}

/** Creates a rule, or a new version of it. An equal definition is no change. Throws 400, 403, 409. */
export async function saveRule(
  db: Database,
  definition: RuleDefinition,
  edit: RuleEdit,
  now: Date,
): Promise<StoredRule> {
  return db.transaction((tx) => saveRuleIn(tx, definition, edit, now))
}

/** The versions of a rule that has its key again go on. */
async function findNextVersion(tx: Queryable, key: string): Promise<number> {
  const [next] = await tx.query<{ version: number }>(sql`
    select coalesce(max(version), 0) + 1 as version from rule_versions where key = ${key}`)
  return next!.version
}

/** The same within the caller's transaction. */
export async function saveRuleIn(
  tx: Queryable,
  written: RuleDefinition,
  { site_id, version, by, reason, follows = false }: RuleEdit,
  now: Date,
): Promise<StoredRule> {
  const { key } = written
  const before = await lockRule(tx, by, key)
  // The same for a rule that another site has or had: its version is not told.
  if (before === null ? await isTaken(tx, by.reach, key) : version === 0) throw conflict('rule_key_taken')
  if (before !== null) refuseMove(before, site_id)
  checkVersion(before, version)
  const site = before === null ? await chooseSiteOrAll(tx, by.reach, 'operator', site_id) : before.site_id
  if (before === null) await requireRoomFor(tx, 'rules', site, now)
  const fenced = await withNamedFences(tx, by.reach, site, written)
  const definition = follows ? fenced : withOwnSource(fenced, before)
  const first = await findNextVersion(tx, key)
  const [saved] = await tx.query<{ version: number; definition: RuleDefinition }>(sql`
    insert into rules as r (key, site_id, version, origin, definition, updated_at)
    values (
      ${key}, ${site}, ${first}, 'user', ${JSON.stringify(definition)}::jsonb, ${now}
    )
    on conflict (key) do update
    set
      definition = excluded.definition,
      version = r.version + 1,
      -- The new definition decides again whether it is on.
      enabled_override = case
        when excluded.definition ? 'enabled' and not ${follows}::boolean then null
        else r.enabled_override
      end,
      updated_at = excluded.updated_at
    where r.definition <> excluded.definition
    returning version, definition`)
  const after = (await findWholeRule(tx, key))!
  if (saved === undefined) return after
  if (before !== null && !follows) requireReason(before, by, reason)
  await saveVersions(tx, [{ key, site_id: site, ...saved }], by.actor?.id ?? null, now, reason)
  // Devices that have left the scope are released.
  await inEachCell(tx, (cell) => cell.query(sql`update rule_states set due_at = ${now} where rule_key = ${key}`))
  if ([definition, before?.definition].some((rule) => rule && isStale(rule.condition)))
    await recheckStaleDevices(tx, now)
  await announce(tx, before === null ? 'rule.created' : 'rule.updated', before, after, { by, reason }, now)
  return after
}

/** Throws 400, also for spaces. Commands act for whoever operates the machine. */
function requireReason(rule: StoredRule, { actor }: ChangeBy, reason = ''): void {
  if (actor !== null && !SAYS_SOMETHING.test(reason) && isSafetyRule(rule))
    throw invalidField('/reason', 'reason_missing')
}

const SAYS_SOMETHING = /[\p{L}\p{N}]/u

/** Enables or disables a rule, whatever its definition says. Throws 404, 409. */
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
  { version, by, reason }: RuleEdit,
  now: Date,
): Promise<StoredRule> {
  const before = mustExist('Rule', await lockRule(tx, by, key))
  checkVersion(before, version)
  if (!enabled && before.enabled) requireReason(before, by, reason)
  await tx.query(sql`update rules set enabled_override = ${enabled}, updated_at = ${now} where key = ${key}`)
  const after = (await findWholeRule(tx, key))!
  if (isStale(after.definition.condition)) await recheckStaleDevices(tx, now)
  await announce(tx, enabled ? 'rule.enabled' : 'rule.disabled', before, after, { by, reason }, now)
  return after
}

/**
 * Deletes a custom rule, or resets a built-in one to its pack; returns the rule after that, or null. An unchanged
 * built-in rule cannot be deleted, only disabled. Throws 400, 404, 409.
 */
export async function deleteRule(
  db: Database,
  key: string,
  { version, by, reason }: RuleEdit,
  now: Date,
): Promise<StoredRule | null> {
  return db.transaction(async (tx) => {
    const before = mustExist('Rule', await lockRule(tx, by, key))
    checkVersion(before, version)
    if (before.pack_definition === null) {
      await tx.query(sql`delete from rules where key = ${key}`)
      await announce(tx, 'rule.deleted', before, null, { by, reason }, now)
      return null
    }
    if (!before.edited) throw conflict('rule_built_in')
    requireReason(before, by, reason)
    await tx.query(sql`
      update rules
      set definition = pack_definition, version = version + 1, enabled_override = null, updated_at = ${now}
      where key = ${key}`)
    const after = (await findWholeRule(tx, key))!
    await saveVersions(tx, [after], by.actor?.id ?? null, now, reason)
    if (isStale(after.definition.condition)) await recheckStaleDevices(tx, now)
    await announce(tx, 'rule.reverted', before, after, { by, reason }, now)
    return after
  })
}

/**
 * Serializes changes of rules, so that two people cannot create the same key at once, exceed the limit of rules, or use
 * a geofence that is being deleted.
 */
export async function lockRules(tx: Queryable): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('rules', 0))`)
}

/** Null if there is none in reach. Throws 403 for a role that is too low. */
async function lockRule(tx: Queryable, { reach }: ChangeBy, key: string): Promise<StoredRule | null> {
  await lockRules(tx)
  if ((await findRule(tx, reach, key)) === null) return null
  // Whole, with what the person may not see of its scope.
  return requireRoleIfShared(reach, 'operator', 'Rule', await findWholeRule(tx, key))
}

/** Whether a rule has the key, or one out of reach had it: who has it again goes on with its versions, and would see how many. */
async function isTaken(tx: Queryable, reach: Reach, key: string): Promise<boolean> {
  const taken = await tx.query(sql`
    select from rules where key = ${key}
    union all
    select from rule_versions where key = ${key} and not ${inReachOrShared(reach, 'viewer', sql`site_id`)}
    limit 1`)
  return taken.length > 0
}

function checkVersion(before: StoredRule | null, version: number | null): void {
  if (version === null || version === (before?.version ?? 0)) return
  throw before === null ? conflict('rule_gone') : conflict('rule_behind', before.version)
}

export async function saveVersions(
  tx: Queryable,
  versions: readonly { key: string; site_id: number | null; version: number; definition: RuleDefinition }[],
  userId: number | null,
  now: Date,
  reason?: string,
): Promise<void> {
  await tx.query(sql`
    insert into rule_versions (key, site_id, version, definition, saved_at, saved_by, reason)
    select v.key, v.site_id, v.version, v.definition, ${now}, ${userId}::integer, ${reason ?? null}::text
    from jsonb_to_recordset(${JSON.stringify(versions)}::jsonb) as v (
      key text, site_id integer, version integer, definition jsonb
    )
    on conflict do nothing`)
}

/** A stale rule is new or has changed: every device that ever sent a reading is checked. */
export async function recheckStaleDevices(tx: Queryable, now: Date): Promise<void> {
  await inEachCell(tx, (cell) =>
    cell.query(sql`update device_states set stale_check_at = ${now} where stale_check_at > ${now}`),
  )
}

async function announce(
  tx: Queryable,
  action: string,
  before: StoredRule | null,
  after: StoredRule | null,
  { by, reason }: Pick<RuleEdit, 'by' | 'reason'>,
  now: Date,
): Promise<void> {
  await tx.notify(RULES_CHANGED, '')
  const recorded = (rule: StoredRule | null) => rule && { ...rule.definition, enabled: rule.enabled }
  const rule = (after ?? before)!
  const subject = { type: 'rule', id: rule.key, name: rule.definition.name, site_id: rule.site_id }
  const said = after === null ? null : { ...recorded(after), ...(reason === undefined ? {} : { reason }) }
  await recordChange(tx, by, { action, subject, before: recorded(before), after: said }, now)
}
