import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { parse } from 'yaml'
import { RuleTestFile } from '../../rehearsal/tests/rule-test.ts'
import { PACKS } from '../packs/rule-packs.ts'
import { ruleFaults } from './check-rule.ts'
import { plain, ruleFileSchema } from './rule-schema.ts'

const DOCS = join(import.meta.dirname, '../../../../docs')
const asIs = { serializers: [(text: string) => text] }
const ruleTests = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Tests of rules of Tocsin',
  ...(plain(RuleTestFile) as object),
}

test('the committed schemas for editors are those of the code; npm run schemas renews them', (t) => {
  t.assert.fileSnapshot(`${JSON.stringify(ruleFileSchema(), null, 2)}\n`, join(DOCS, 'rules.schema.json'), asIs)
  t.assert.fileSnapshot(`${JSON.stringify(ruleTests, null, 2)}\n`, join(DOCS, 'rule-tests.schema.json'), asIs)
})

test('packs and tests match the schemas', () => {
  const ajv = new Ajv2020({ allowUnionTypes: true, strictTuples: false })
  const validators = { rules: ajv.compile(ruleFileSchema()), tests: ajv.compile(ruleTests) }
  const kinds = new URL('../../rehearsal/tests/kinds/', import.meta.url)
  for (const folder of [PACKS, kinds]) {
    for (const name of readdirSync(folder).filter((file) => file.endsWith('.yaml'))) {
      const content: unknown = parse(readFileSync(new URL(name, folder), 'utf8'))
      const validate = name.endsWith('.test.yaml') ? validators.tests : validators.rules
      assert.ok(validate(content), `${name}: ${JSON.stringify(validate.errors)}`)
    }
  }
})

test('rules refused by the schema are refused by the validation too', () => {
  const validate = new Ajv2020({ allowUnionTypes: true, strictTuples: false }).compile(ruleFileSchema())
  const rule = {
    key: 'a',
    name: 'A',
    condition: { type: 'threshold', field: 'battery', op: 'gt' },
    levels: [{ severity: 'info', value: 1 }],
    title: 'A',
  }
  assert.ok(validate([rule]))
  for (const wrong of [
    { ...rule, condition: { type: 'threshold', field: 'battery', op: 'over' } },
    { ...rule, condition: { type: 'all', of: [{ type: 'flag', field: 'x' }] } },
    { ...rule, cooldown: 1 },
  ]) {
    assert.ok(!validate([wrong]))
    assert.notDeepEqual(ruleFaults(wrong), [])
  }
})
