import sql from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import type { Notifications } from '../../platform/database/notifications.ts'
import { timeSlices } from '../../platform/long-work/time-slices.ts'
import { compiledForAll, type RuleSet, ruleSet } from './engine/rule-set.ts'
import { type Rule, type RuleDefinition, withDefaults } from './rule.ts'
import { RULES_CHANGED } from './rule-store.ts'

/** Definitions read at once. */
const PAGE_ROWS = 200

/** Returns the cached rules. */
export interface CurrentRules {
  (): RuleSet
  /** Resolves when this node has read everything committed before the call; other nodes follow by notification. */
  reload(): Promise<void>
}

/** The rules in force, kept up to date. After a change, only rules with a new version are read and compiled again. */
export async function currentRules(
  db: Queryable,
  notifications: Notifications,
  onError: (error: unknown) => void,
  offlineAfterS?: number,
): Promise<CurrentRules> {
  let known: readonly Rule[] = []
  let current = ruleSet(known, offlineAfterS)
  let mayBeStale = false
  let last = Promise.resolve()
  let next: Promise<void> | null = null

  async function load(): Promise<void> {
    // Requests from here on are answered by a later read.
    next = null
    const trusted = mayBeStale ? [] : known
    mayBeStale = false
    known = await readRules(db, trusted)
    current = ruleSet(known, offlineAfterS)
  }
  function reload(): Promise<void> {
    if (next === null) {
      // Serialized, even after a failed read, so that rules never go back to an older state.
      next = last.then(load, load)
      last = next
    }
    return next
  }
  const reloadSoon = () => void reload().catch(onError)
  await reload()
  notifications.on(RULES_CHANGED, reloadSoon)
  notifications.onGap(() => {
    mayBeStale = true
    reloadSoon()
  })
  return Object.assign(() => current, { reload })
}

/** The enabled rules by key; unchanged ones are reused from `known`. */
async function readRules(db: Queryable, known: readonly Rule[]): Promise<Rule[]> {
  const rules = new Map(known.map((rule) => [rule.key, rule]))
  const inForce = await listVersionsInForce(db)
  const changed = inForce.filter(({ key, version }) => rules.get(key)?.version !== version).map(({ key }) => key)
  const giveWay = timeSlices()
  for (let start = 0; start < changed.length; start += PAGE_ROWS) {
    for (const { version, site_id, definition } of await readDefinitions(db, changed.slice(start, start + PAGE_ROWS))) {
      await giveWay()
      const rule = withDefaults(definition, version, site_id)
      compiledForAll(rule)
      rules.set(rule.key, rule)
    }
  }
  return inForce.map(({ key }) => rules.get(key)).filter((rule) => rule !== undefined)
}

const listVersionsInForce = (db: Queryable) =>
  db.query<{ key: string; version: number }>(sql`
    select key, version
    from rules
    where coalesce(enabled_override, (definition ->> 'enabled')::boolean, true)
    order by key`)

const readDefinitions = (db: Queryable, keys: readonly string[]) =>
  db.query<{ version: number; site_id: number | null; definition: RuleDefinition }>(sql`
    select version, site_id, definition from rules where key = any (${keys}::text[])`)
