import { readdir, readFile } from 'node:fs/promises'
import { sentenceOf } from '../../../platform/error-messages/reasons.ts'
import { yamlOf } from '../../../platform/files/yaml-text.ts'
import { ruleFaults } from '../editing/check-rule.ts'
import type { RuleDefinition } from '../rule.ts'

export const PACKS = new URL('.//', import.meta.url)

let packRules: Promise<readonly RuleDefinition[]> | null = null

/** The built-in rules from the files in packs/, read once per process. Throws with all faults if one is invalid. */
export async function readRulePacks(): Promise<RuleDefinition[]> {
  packRules ??= readPacks()
  return structuredClone(await packRules) as RuleDefinition[]
}

async function readPacks(): Promise<RuleDefinition[]> {
  const files = (await readdir(PACKS)).filter((name) => name.endsWith('.yaml') && !name.endsWith('.test.yaml')).sort()
  const packs = await Promise.all(
    files.map(async (name) => parseRules(await readFile(new URL(name, PACKS), 'utf8'), name)),
  )
  return packs.flat()
}

/** Parses a file of rules, YAML or JSON: a list, or a list under `rules`. Throws with all faults. */
export function parseRules(text: string, name: string): RuleDefinition[] {
  const content = yamlOf(text, name)
  const rules = Array.isArray(content) ? content : (content as { rules?: unknown } | null)?.rules
  if (!Array.isArray(rules)) throw new Error(`${name} holds no list of rules`)
  const faults = rules.flatMap((rule: unknown, place) =>
    ruleFaults(rule).map((fault) => `${nameOf(rule) ?? `rule ${place + 1}`}: ${fault.field} ${sentenceOf(fault)}`),
  )
  const keys = rules.map(nameOf)
  const seen = new Set<string>()
  for (const key of keys) {
    if (key !== null && seen.has(key)) faults.push(`${key}: appears twice`)
    else if (key !== null) seen.add(key)
  }
  if (faults.length > 0) throw new Error(`${name} is invalid.\n  ${faults.join('\n  ')}`)
  return rules as RuleDefinition[]
}

function nameOf(rule: unknown): string | null {
  const key = typeof rule === 'object' && rule !== null ? (rule as { key?: unknown }).key : null
  return typeof key === 'string' ? key : null
}
