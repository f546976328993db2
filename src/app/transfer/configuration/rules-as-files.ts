import { writeFile } from 'node:fs/promises'
import { BY_COMMAND } from '../../../core/audit-log/record-change.ts'
import { INSTALLATION } from '../../../core/reach/reach.ts'
import { saveRuleIn, switchRuleIn } from '../../../core/rules/editing/edit-rules.ts'
import { ruleInOrder, ruleText } from '../../../core/rules/editing/rule-text.ts'
import { withoutNamedFences } from '../../../core/rules/geofences/named-fences.ts'
import { parseRules } from '../../../core/rules/packs/rule-packs.ts'
import type { RuleDefinition } from '../../../core/rules/rule.ts'
import { listRules } from '../../../core/rules/rule-store.ts'
import { listSites } from '../../../core/sites/site-store.ts'
import { systemClock } from '../../../platform/clock.ts'
import { counted } from '../../../platform/counted.ts'
import type { Database, Queryable } from '../../../platform/database/database.ts'
import { OperatorError } from '../../../platform/errors.ts'
import { readTextFile } from '../../../platform/files/utf8-file.ts'
import { yamlOf } from '../../../platform/files/yaml-text.ts'
import { changesOf, type FieldChange } from './field-changes.ts'
import { type FileSites, fileSites } from './sites-as-files.ts'

const HEADING = '# Rules of Tocsin. docs/rules.md describes them; `tocsin rules import` brings them in.\n'

/** Exports custom and changed rules, or all rules, as YAML that `importRules` reads. */
export async function exportRules(
  db: Database,
  file: string | null,
  { all = false }: { all?: boolean },
): Promise<void> {
  const rules = await rulesToKeep(db, all)
  const text = HEADING + ruleText({ rules })
  if (file === null) process.stdout.write(text)
  else {
    await writeFile(file, text)
    process.stdout.write(`Wrote ${counted(rules.length, 'rule')} to ${file}.\n`)
  }
}

/** Rules as written in a file. Unchanged built-in rules come with the service and are left out. */
export async function rulesToKeep(db: Queryable, all: boolean): Promise<(RuleDefinition & { site?: string })[]> {
  const stored = await listRules(db, INSTALLATION)
  return stored
    .filter(
      ({ origin, edited, enabled, definition }) =>
        all || origin === 'user' || edited || enabled !== (definition.enabled ?? true),
    )
    .map(({ site, definition, enabled }) => {
      const { key, name, ...rest } = ruleInOrder(enabled ? withoutSwitch(definition) : { ...definition, enabled })
      return { key, name, ...(site === null ? {} : { site: site.name }), ...rest }
    })
}

/** A rule, with the name of its site. */
export interface RuleInFile {
  definition: RuleDefinition
  site?: string | null | undefined
}

/** Parses the rules of a file. The API shows a rule's definition together with its state. Throws with all faults. */
export function rulesIn(rules: readonly Record<string, unknown>[], name: string): RuleInFile[] {
  const sites = rules.map(({ site }) => (typeof site === 'string' ? site : null))
  const definitions = rules.map(({ site: _, ...rule }) =>
    typeof rule.definition === 'object' && 'origin' in rule ? { ...rule.definition, enabled: rule.enabled } : rule,
  )
  try {
    const parsed = parseRules(JSON.stringify(definitions), name)
    return parsed.map((definition, place) => ({ definition, site: sites[place] }))
  } catch (error) {
    throw new OperatorError((error as Error).message)
  }
}

/** A list of rules, or a list under `rules`. */
function readRules(text: string, name: string): RuleInFile[] {
  const content = yamlOf(text, name) as { rules?: unknown } | unknown[] | null
  const rules = Array.isArray(content) ? content : content?.rules
  const areRecords = Array.isArray(rules) && rules.every((rule) => typeof rule === 'object' && rule !== null)
  return areRecords ? rulesIn(rules, name) : parseRules(text, name).map((definition) => ({ definition }))
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
  const rules = readRules(await readTextFile(file), file)
  return db.transaction(async (tx) =>
    importRuleDefinitions(tx, rules, dryRun, fileSites(await listSites(tx, INSTALLATION))),
  )
}

export async function importRuleDefinitions(
  tx: Queryable,
  rules: readonly RuleInFile[],
  dryRun: boolean,
  sites: FileSites,
): Promise<RuleImport> {
  const known = new Map((await listRules(tx, INSTALLATION)).map((rule) => [rule.key, rule]))
  const done: RuleImport = { added: [], changed: [], same: [] }
  for (const { definition: rule, site } of rules) {
    const site_id = sites.idOf({ site }, rule.key)
    const stored = known.get(rule.key)
    if (site != null && stored !== undefined && stored.site_id !== site_id) {
      throw new OperatorError(`The rule "${rule.key}" belongs to another site; that cannot be changed`)
    }
    const fields = stored === undefined ? [] : changesOf(inForce(stored), inForce({ definition: rule }))
    if (stored === undefined) done.added.push(rule.key)
    else if (fields.length === 0) done.same.push(rule.key)
    else done.changed.push({ key: rule.key, fields })
    if (dryRun || (stored !== undefined && fields.length === 0)) continue
    const edit = { version: null, ...(site == null && stored !== undefined ? {} : { site_id }), by: BY_COMMAND }
    const saved = await saveRuleIn(tx, rule, edit, systemClock())
    // The file decides, also over a switch made by a person since.
    const isOn = rule.enabled ?? true
    if (saved.enabled !== isOn) await switchRuleIn(tx, rule.key, isOn, edit, systemClock())
  }
  return done
}

/** The definition with every default filled in, without the shapes of geofences, which are compared by themselves. */
const inForce = ({ definition, enabled }: { definition: RuleDefinition; enabled?: boolean }): object => ({
  ...withoutNamedFences(definition),
  enabled: enabled ?? definition.enabled ?? true,
})

function withoutSwitch({ enabled: _, ...definition }: RuleDefinition): RuleDefinition {
  return definition
}
