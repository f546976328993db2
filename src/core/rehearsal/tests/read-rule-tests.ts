import { dirname, resolve } from 'node:path'
import { Compile } from 'typebox/compile'
import { sentenceOf } from '../../../platform/error-messages/reasons.ts'
import { readTextFile } from '../../../platform/files/utf8-file.ts'
import { yamlOf } from '../../../platform/files/yaml-text.ts'
import { isNestedDeeper } from '../../../platform/nesting.ts'
import { schemaFaults } from '../../../platform/schema-faults.ts'
import { parseRules, readRulePacks } from '../../rules/packs/rule-packs.ts'
import { type RuleDefinition, withDefaults } from '../../rules/rule.ts'
import { RuleTestFile } from './rule-test.ts'
import { type RuleTestResult, runRuleTest } from './run-rule-test.ts'

export interface RuleTestReport {
  file: string
  ok: boolean
  tests: RuleTestResult[]
}

const compiled = Compile(RuleTestFile)

/** Runs the tests of a file against the rules it names, or against the built-in ones. Throws for an invalid file. */
export async function runRuleTestFile(file: string): Promise<RuleTestReport> {
  const content = yamlOf(await readTextFile(file), file)
  if (isNestedDeeper(content)) throw new Error(`${file} is nested too deep`)
  if (!compiled.Check(content)) {
    const faults = schemaFaults(compiled, content).map((fault) => `${fault.field} ${sentenceOf(fault)}`)
    throw new Error(`${file} is not a file of rule tests.\n  ${faults.join('\n  ')}`)
  }
  const definitions = await definitionsFor(file, content.rules)
  const rules = definitions.filter(({ enabled }) => enabled !== false).map((definition) => withDefaults(definition, 1))
  const tests = content.tests.map((test) => {
    try {
      return runRuleTest(rules, test)
    } catch (error) {
      throw new Error(`${file}, "${test.name}": ${(error as Error).message}`)
    }
  })
  return { file, ok: tests.every(({ ok }) => ok), tests }
}

async function definitionsFor(file: string, rules: readonly string[] | undefined): Promise<RuleDefinition[]> {
  if (rules === undefined) return readRulePacks()
  const paths = rules.map((path) => resolve(dirname(file), path))
  const lists = await Promise.all(paths.map(async (path) => parseRules(await readTextFile(path), path)))
  return lists.flat()
}
