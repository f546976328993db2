import { writeFile } from 'node:fs/promises'
import { BY_COMMAND } from '../../core/audit-log/record-change.ts'
import { fileContext } from '../../core/configuration/export-configuration.ts'
import { NO_PROTECTION } from '../../core/configuration/import-configuration.ts'
import { INSTALLATION } from '../../core/reach/reach.ts'
import { ruleText } from '../../core/rules/editing/rule-text.ts'
import { parseRules } from '../../core/rules/packs/rule-packs.ts'
import type { RuleDefinition } from '../../core/rules/rule.ts'
import { type RuleInFile, rulesIn, rulesInFiles } from '../../core/rules/rules-in-files.ts'
import type { FieldChange } from '../../core/sites/configuration-section.ts'
import { systemClock } from '../../platform/clock.ts'
import { counted } from '../../platform/counted.ts'
import type { Database } from '../../platform/database/database.ts'
import { within } from '../../platform/database/within.ts'
import { readTextFile } from '../../platform/files/utf8-file.ts'
import { yamlOf } from '../../platform/files/yaml-text.ts'

const HEADING = '# Rules of Tocsin. docs/rules.md describes them; `tocsin rules import` brings them in.\n'

const readsAll = () => ({ reach: INSTALLATION, hiddenDevices: new Set<number>(), now: systemClock() })

/** Exports custom and changed rules, or all rules, as YAML that `importRules` reads. */
export async function exportRules(
  db: Database,
  file: string | null,
  { all = false }: { all?: boolean },
): Promise<void> {
  const stored = await rulesInFiles.list(await fileContext(db, readsAll()))
  const rules = stored.flatMap(({ written, isCommon }) => (all || !isCommon ? [written as RuleDefinition] : []))
  const text = HEADING + ruleText({ rules })
  if (file === null) process.stdout.write(text)
  else {
    await writeFile(file, text)
    process.stdout.write(`Wrote ${counted(rules.length, 'rule')} to ${file}.\n`)
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
  const changes = await db.transaction(async (tx) => {
    const context = await fileContext(within(tx, db), readsAll())
    return rulesInFiles.importAll(rules, { ...context, by: BY_COMMAND, dryRun, protection: NO_PROTECTION, changes: [] })
  })
  const named = (wanted: string) => changes.filter(({ change }) => change === wanted)
  return {
    added: named('added').map(({ name }) => name),
    changed: named('changed').map(({ name: key, fields }) => ({ key, fields })),
    same: named('same').map(({ name }) => name),
  }
}
