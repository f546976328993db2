import sql from 'sql-template-tag'
import type { Database } from '../../../platform/database/database.ts'
import { BY_SYSTEM, recordChanges } from '../../audit-log/record-change.ts'
import { inEachCell } from '../../cells/in-each-cell.ts'
import { isStale } from '../../conditions/kinds/stale.ts'
import { INSTALLATION } from '../../reach/reach.ts'
import { recheckStaleDevices, saveVersions } from '../editing/edit-rules.ts'
import type { RuleDefinition } from '../rule.ts'
import { listRules, RULES_CHANGED } from '../rule-store.ts'

/**
 * Stores the rules of the packs: new ones are added, changed ones get a new version. A person's version of a built-in
 * rule stays in force; the pack's is stored beside it for a reset.
 */
export async function savePackRules(db: Database, definitions: readonly RuleDefinition[], now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const known = new Map((await listRules(tx, INSTALLATION)).map((rule) => [rule.key, rule.definition]))
    const changed = await tx.query<{ key: string; version: number; definition: RuleDefinition }>(sql`
      insert into rules as r (key, version, origin, definition, pack_definition, updated_at)
      select
        p ->> 'key', 1 + coalesce((select max(v.version) from rule_versions as v where v.key = p ->> 'key'), 0), 'pack', p,
        p, ${now}
      from jsonb_array_elements(${JSON.stringify(definitions)}::jsonb) as p
      order by p ->> 'key'
      on conflict (key) do update
      set
        pack_definition = excluded.pack_definition,
        definition = case when r.definition = r.pack_definition then excluded.definition else r.definition end,
        version = case when r.definition = r.pack_definition then r.version + 1 else r.version end,
        updated_at = excluded.updated_at
      where r.origin = 'pack' and r.pack_definition <> excluded.pack_definition
      returning key, version, definition`)
    if (changed.length === 0) return
    await saveVersions(
      tx,
      changed.map((rule) => ({ ...rule, site_id: null })),
      null,
      now,
    )
    // Devices that have left the scope are released, as by an edit: otherwise their alerts stay open until they expire.
    const keys = changed.map(({ key }) => key)
    await inEachCell(tx, (cell) =>
      cell.query(sql`update rule_states set due_at = ${now} where rule_key = any (${keys}::text[])`),
    )
    if (changed.some(({ definition }) => isStale(definition.condition))) await recheckStaleDevices(tx, now)
    await tx.notify(RULES_CHANGED, '')
    const changes = changed.map(({ key, definition }) => ({
      action: known.has(key) ? 'rule.updated' : 'rule.created',
      subject: { type: 'rule', id: key, name: definition.name },
      before: known.get(key) ?? null,
      after: definition,
    }))
    await recordChanges(tx, BY_SYSTEM, changes, now)
  })
}
