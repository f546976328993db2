import { readFile, writeFile } from 'node:fs/promises'
import { BY_COMMAND } from '../../../core/audit-log/record-change.ts'
import { INSTALLATION } from '../../../core/reach/reach.ts'
import { saveRuleIn, switchRuleIn } from '../../../core/rules/editing/edit-rules.ts'
import { ruleInOrder, ruleText } from '../../../core/rules/editing/rule-text.ts'
import { parseRules } from '../../../core/rules/packs/rule-packs.ts'
import type { RuleDefinition } from '../../../core/rules/rule.ts'
import { listRules } from '../../../core/rules/rule-store.ts'
import { systemClock } from '../../../platform/clock.ts'
import type { Database, Queryable } from '../../../platform/database/database.ts'
import { changesOf, type FieldChange } from './field-changes.ts'

const HEADING = '# Rules of Tocsin. docs/rules.md describes them; `tocsin rules import` brings them in.\n'

/** Exports custom and changed rules, or all rules, as YAML that `importRules` reads. */
export async function exportRules(
  db: Database,
  file: string | null,
  { all = false }: { all?: boolean },
): Promise<void> {
  const text = HEADING + ruleText({ rules: await rulesToKeep(db, all) })
  if (file === null) process.stdout.write(text)
  else await writeFile(file, text)
}

/** Rules as written in a file. Unchanged built-in rules come with the service and are left out. */
export async function rulesToKeep(db: Queryable, all: boolean): Promise<RuleDefinition[]> {
  const stored = await listRules(db, INSTALLATION)
  return stored
    .filter(
      ({ origin, edited, enabled, definition }) =>
        all || origin === 'user' || edited || enabled !== (definition.enabled ?? true),
    )
    .map(({ definition, enabled }) => ruleInOrder(enabled ? withoutSwitch(definition) : { ...definition, enabled }))
}

export interface RuleImport {
  added: string[]
  changed: { key: string; fields: FieldChange[] }[]
  same: string[]
}

/** Imports all rules or, if one is invalid, none. Rules that the file does not name are left alone. */
export async function importRules(
  db: Database,
  file: string,
  { dryRun = false }: { dryRun?: boolean },
): Promise<RuleImport> {
  const rules = parseRules(await readFile(file, 'utf8'), file)
  return db.transaction((tx) => importRuleDefinitions(tx, rules, dryRun))
}

export async function importRuleDefinitions(
  tx: Queryable,
  rules: readonly RuleDefinition[],
  dryRun: boolean,
): Promise<RuleImport> {
  const known = new Map((await listRules(tx, INSTALLATION)).map((rule) => [rule.key, rule]))
  const done: RuleImport = { added: [], changed: [], same: [] }
  for (const rule of rules) {
    const stored = known.get(rule.key)
    const fields = stored === undefined ? [] : changesOf(inForce(stored), inForce({ definition: rule }))
    if (stored === undefined) done.added.push(rule.key)
    else if (fields.length === 0) done.same.push(rule.key)
    else done.changed.push({ key: rule.key, fields })
    if (dryRun || (stored !== undefined && fields.length === 0)) continue
    const edit = { version: null, by: BY_COMMAND }
    const saved = await saveRuleIn(tx, rule, edit, systemClock())
    // The file decides, also over a switch made by a person since.
    const isOn = rule.enabled ?? true
    if (saved.enabled !== isOn) await switchRuleIn(tx, rule.key, isOn, edit, systemClock())
  }
  return done
}

/** The definition with every default filled in. */
const inForce = ({ definition, enabled }: { definition: RuleDefinition; enabled?: boolean }): object => ({
  ...definition,
  enabled: enabled ?? definition.enabled ?? true,
})

function withoutSwitch({ enabled: _, ...definition }: RuleDefinition): RuleDefinition {
  return definition
}
