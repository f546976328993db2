import { readdir, readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { ruleFaults } from './check-rule.ts'
import type { RuleDefinition } from './rule.ts'

const PACKS = new URL('./packs/', import.meta.url)

/** The rules that come with the service, from the files in packs/. Throws, naming each fault, when one is not sound. */
export async function readRulePacks(): Promise<RuleDefinition[]> {
  const files = (await readdir(PACKS)).filter((name) => name.endsWith('.yaml')).sort()
  const packs = await Promise.all(
    files.map(async (name) => readPack(name, await readFile(new URL(name, PACKS), 'utf8'))),
  )
  return packs.flat()
}

function readPack(name: string, text: string): RuleDefinition[] {
  const { rules } = parse(text) as { rules: unknown[] }
  for (const [place, rule] of rules.entries()) {
    const faults = ruleFaults(rule).map(({ field, message }) => `${field} ${message}`)
    if (faults.length > 0) throw new Error(`${name}, rule ${place + 1}: ${faults.join('; ')}`)
  }
  return rules as RuleDefinition[]
}
