import sql from 'sql-template-tag'
import { BY_SYSTEM, recordChanges } from '../audit-log/record-change.ts'
import type { Database, Queryable } from '../platform/database.ts'
import { type Notifications, notify } from '../platform/notifications.ts'
import { type RuleDefinition, withDefaults } from './rule.ts'
import { type RuleSet, ruleSet } from './rule-set.ts'

/** Announces that rules changed, to the engines of every node. */
export const RULES_CHANGED = 'rules_changed'

export interface StoredRule {
  key: string
  version: number
  enabled: boolean
  origin: 'pack' | 'user'
  definition: RuleDefinition
  updated_at: Date
}

export function listRules(db: Queryable): Promise<StoredRule[]> {
  return db.query<StoredRule>(sql`
    select key, version, enabled, origin, definition, updated_at
    from rules
    order by key`)
}

/** Brings the rules of the packs in: new ones are added, changed ones get a new version; people's own are left alone. */
export async function savePackRules(db: Database, definitions: readonly RuleDefinition[], now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const known = new Map((await listRules(tx)).map((rule) => [rule.key, rule.definition]))
    const changed = await tx.query<{ key: string; definition: RuleDefinition }>(sql`
      insert into rules (key, version, enabled, origin, definition, updated_at)
      select r ->> 'key', 1, coalesce((r ->> 'enabled')::boolean, true), 'pack', r, ${now}
      from jsonb_array_elements(${JSON.stringify(definitions)}::jsonb) as r
      order by r ->> 'key'
      on conflict (key) do update
      set
        definition = excluded.definition,
        version = rules.version + 1,
        updated_at = excluded.updated_at
      where rules.origin = 'pack' and rules.definition <> excluded.definition
      returning key, definition`)
    if (changed.length === 0) return
    await notify(tx, RULES_CHANGED, '')
    const changes = changed.map(({ key, definition }) => ({
      action: known.has(key) ? 'rule.updated' : 'rule.created',
      subject: { type: 'rule', id: key, name: definition.name },
      before: known.get(key) ?? null,
      after: definition,
    }))
    await recordChanges(tx, BY_SYSTEM, changes, now)
  })
}

/** The rules in force, kept up to date; calling the result is free. */
export async function currentRules(
  db: Queryable,
  notifications: Notifications,
  onError: (error: unknown) => void,
): Promise<() => RuleSet> {
  let current = await load(db)
  const reload = () => {
    load(db).then((fresh) => {
      current = fresh
    }, onError)
  }
  notifications.on(RULES_CHANGED, reload)
  notifications.onGap(reload)
  return () => current
}

async function load(db: Queryable): Promise<RuleSet> {
  const rules = await listRules(db)
  return ruleSet(
    rules.filter((rule) => rule.enabled).map(({ definition, version }) => withDefaults(definition, version)),
  )
}
