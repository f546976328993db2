import { readFile, writeFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { saveRuleIn } from '../alerts/edit-rules.ts'
import type { RuleDefinition } from '../alerts/rule.ts'
import { parseRules } from '../alerts/rule-packs.ts'
import { listRules } from '../alerts/rule-store.ts'
import { ruleText } from '../alerts/rule-text.ts'
import { BY_COMMAND } from '../audit-log/record-change.ts'
import { systemClock } from '../platform/clock.ts'
import type { Database } from '../platform/database.ts'

const HEADING = '# Rules of Tocsin. docs/rules.md describes them; `tocsin rules import` brings them in.\n'

/** Those of people and those that people have changed, or all of them, as YAML that `importRules` reads. */
export async function exportRules(
  db: Database,
  file: string | null,
  { all = false }: { all?: boolean },
): Promise<void> {
  const stored = await listRules(db)
  const rules = stored
    .filter(
      ({ origin, edited, enabled, definition }) =>
        all || origin === 'user' || edited || enabled !== (definition.enabled ?? true),
    )
    .map(({ definition, enabled }) => (enabled ? withoutSwitch(definition) : { ...definition, enabled }))
  const text = HEADING + ruleText({ rules })
  if (file === null) process.stdout.write(text)
  else await writeFile(file, text)
}

export interface RuleImport {
  added: string[]
  changed: { key: string; fields: { field: string; before: unknown; after: unknown }[] }[]
  same: string[]
}

/** All of them or, when one is not sound, none. Rules that the file does not name are left alone. */
export async function importRules(
  db: Database,
  file: string,
  { dryRun = false }: { dryRun?: boolean },
): Promise<RuleImport> {
  const rules = parseRules(await readFile(file, 'utf8'), file)
  return db.transaction(async (tx) => {
    const known = new Map((await listRules(tx)).map((rule) => [rule.key, rule.definition]))
    const done: RuleImport = { added: [], changed: [], same: [] }
    for (const rule of rules) {
      const before = known.get(rule.key)
      const fields = before === undefined ? [] : differences(before, rule)
      if (before === undefined) done.added.push(rule.key)
      else if (fields.length === 0) done.same.push(rule.key)
      else done.changed.push({ key: rule.key, fields })
      if (!dryRun) await saveRuleIn(tx, rule, { version: null, by: BY_COMMAND }, systemClock())
    }
    return done
  })
}

function differences(before: RuleDefinition, after: RuleDefinition): RuleImport['changed'][number]['fields'] {
  const [old, fresh] = [before, after] as unknown as Record<string, unknown>[]
  return [...new Set([...Object.keys(old!), ...Object.keys(fresh!)])]
    .filter((field) => !isDeepStrictEqual(old![field], fresh![field]))
    .map((field) => ({ field, before: old![field], after: fresh![field] }))
}

function withoutSwitch({ enabled: _, ...definition }: RuleDefinition): RuleDefinition {
  return definition
}
