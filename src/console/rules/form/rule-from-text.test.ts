import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ruleText } from '../../../core/rules/editing/rule-text.ts'
import { readRulePacks } from '../../../core/rules/packs/rule-packs.ts'
import { fieldError } from '../../../platform/errors.ts'
import { readRuleText } from './read-rule-text.ts'
import { ruleFromText } from './rule-from-text.ts'

test('a rule written as text is read back unchanged', async () => {
  for (const rule of await readRulePacks()) {
    assert.deepEqual(ruleFromText(ruleText(rule)), { definition: rule, faults: [] })
    assert.deepEqual(ruleFromText(JSON.stringify(rule)).definition, rule)
  }
})

test('errors in a text are reported with their line', () => {
  const text = `key: boiler.hot
name: Boiler hot
condition: { type: threshold, field: metrics.temperature, op: gt }
levels:
  - { severity: warning, value: 90 }
  - severity: critical
    value: 80
colour: red
title: Hot
`
  assert.deepEqual(ruleFromText(text).faults, [{ line: 8, ...fieldError('/colour', 'not_known') }])
  assert.deepEqual(ruleFromText(text.replace('colour: red\n', '')).faults, [
    { line: 5, ...fieldError('/levels', 'levels_order') },
  ])
  const noValue = text.replace('colour: red\n', '').replace('    value: 80\n', '')
  assert.deepEqual(ruleFromText(noValue).faults, [
    { line: 6, ...fieldError('/levels/1', 'level_lacks_value', 'threshold') },
  ])
  const [syntax] = ruleFromText('key: a\nname: [1, 2\ntitle: b\n').faults
  assert.equal(syntax!.field, '')
  assert.ok(syntax!.line >= 2)
  for (const odd of ['', '1', '[]', 'null', '- a', 'a: *b'])
    assert.equal(ruleFromText(odd).definition, null, JSON.stringify(odd))
})

test('a long text is read in a worker thread, with the same errors', async () => {
  const [rule] = await readRulePacks()
  const long = `${ruleText(rule!)}${'# What this rule is for.\n'.repeat(1_000)}`
  assert.deepEqual(await readRuleText(long, 1), { definition: rule, faults: [] })
  const keys = Array.from({ length: 5_000 }, (_, place) => `x${place}: 1`).join('\n')
  for (const text of [keys, `${keys}\nx0: 2`, '['.repeat(50_000), '- '.repeat(20_000)]) {
    const read = await readRuleText(text, 1)
    assert.equal(read.definition, null)
    assert.ok(read.faults.length >= 1 && read.faults.length <= 20, `${read.faults.length} faults`)
  }
})

test('a duplicate key is reported once per repetition', () => {
  assert.deepEqual(ruleFromText('key: a\nname: b\nkey: c\n').faults, [
    { line: 3, ...fieldError('', 'yaml', 'DUPLICATE_KEY', 'Map keys must be unique') },
  ])
})
