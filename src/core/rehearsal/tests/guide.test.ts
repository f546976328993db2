import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { parseRules, readRulePacks } from '../../rules/packs/rule-packs.ts'
import { withDefaults } from '../../rules/rule.ts'
import { runRuleTest } from './run-rule-test.ts'

const docs = join(import.meta.dirname, '../../../../docs')
const guide = readFileSync(join(docs, 'rules.md'), 'utf8')
const blocks = [...guide.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text]) => text!)

test('the rule in the guide is valid', () => {
  const [rule] = blocks.filter((text) => text.startsWith('- key:'))
  assert.equal(parseRules(rule!, 'the guide').length, 1)
})

test('the test in the guide matches its request, and passes', () => {
  const [, body] = /boiler\.pressure\.high" -H[^\n]*-d '([\s\S]*?)'/.exec(guide)!
  const [rule] = parseRules(JSON.stringify([{ key: 'boiler.pressure.high', ...JSON.parse(body!) }]), 'the request')
  const { tests } = parse(blocks.find((text) => text.includes('\ntests:'))!)
  for (const each of tests) assert.deepEqual(runRuleTest([withDefaults(rule!, 1)], each).differences, [])
})

test('every built-in rule is listed in the guide', async () => {
  const list = readFileSync(join(docs, 'built-in-rules.md'), 'utf8')
  const rules = await readRulePacks()
  assert.deepEqual(
    [...list.matchAll(/^\| `([\w.]+)` \|/gm)].map(([, key]) => key).toSorted(),
    rules.map(({ key }) => key).toSorted(),
  )
})
