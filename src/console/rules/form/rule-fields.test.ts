import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseRules, readRulePacks } from '../../../core/rules/packs/rule-packs.ts'
import type { RuleDefinition } from '../../../core/rules/rule.ts'
import { exactDurationText } from '../../../platform/duration.ts'
import { sentenceOf } from '../../../platform/error-messages/reasons.ts'
import { limitFieldText, parseDuration, parseLimit, parseNumberField } from './field-texts.ts'
import { fieldsIn } from './fields.ts'
import { ruleFields, ruleOf } from './rule-fields.ts'

const KINDS = new URL('../../../core/rehearsal/tests/kinds/rules.yaml', import.meta.url)
const kinds = async () => parseRules(await readFile(KINDS, 'utf8'), 'rules.yaml')

/** Submits the form as a browser would, and reads it again. */
function throughTheForm(rule: RuleDefinition): RuleDefinition | null {
  const fields = ruleFields(rule)
  if (fields === null) return null
  const query = new URLSearchParams(Object.entries(fields).flatMap(([name, all]) => all.map((text) => [name, text])))
  const body: Record<string, string[]> = {}
  for (const [name, text] of query) body[name] = [...(body[name] ?? []), text]
  return ruleOf(fieldsIn(body)).definition
}

/** A count in a group is nested too deeply. */
const EDITED_AS_TEXT = ['health.systolic.stage2', 'health.diastolic.stage2']

test('the form saves an unedited rule unchanged: every built-in rule but two, and one of each kind of condition', async () => {
  const rules = [...(await readRulePacks()), ...(await kinds())]
  for (const rule of rules)
    assert.deepEqual(throughTheForm(rule), EDITED_AS_TEXT.includes(rule.key) ? null : rule, rule.key)
})

test('the form shows a rule completely or, if it cannot, not at all', async () => {
  const bases = [...(await readRulePacks()), ...(await kinds())]
  const duration = fc.oneof(fc.nat({ max: 1_000_000 }), fc.double({ min: 0, max: 1e6, noNaN: true }))
  const words = fc.array(fc.string({ minLength: 1, maxLength: 20 }), { maxLength: 3 })
  const ids = fc.array(fc.integer({ min: 1, max: 1e9 }), { maxLength: 3 })
  const more = fc.record(
    {
      name: fc.string({ minLength: 1, maxLength: 30 }),
      enabled: fc.boolean(),
      latch: fc.boolean(),
      cooldown_s: duration,
      clear_for_s: duration,
      ack_timeout_s: duration,
      scope: fc.record({ tags: words, device_ids: ids, exclude_tags: words }, { requiredKeys: [] }),
      incident: fc.record({ mode: fc.constantFrom('auto', 'never'), own: fc.boolean() }, { requiredKeys: [] }),
      labels: fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), fc.string({ maxLength: 10 }), { noNullPrototype: true }),
      unit: fc.string({ maxLength: 5 }),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(fc.constantFrom(...bases), more, (base, added) => {
      const rule = JSON.parse(JSON.stringify({ ...base, ...added })) as RuleDefinition
      const saved = throughTheForm(rule)
      if (saved !== null) assert.deepEqual(saved, rule)
    }),
    { numRuns: 500 },
  )
})

test('a condition nested too deeply for the form is edited as text', () => {
  const flag = { type: 'flag', field: 'flags.door_open' } as const
  const base = { key: 'a', name: 'A', levels: [{ severity: 'warning' }], title: 'A' } as const
  const group = (of: object[]) => ({ ...base, condition: { type: 'all', of } }) as unknown as RuleDefinition
  assert.notEqual(ruleFields(group([flag, { type: 'not', of: [flag] }])), null)
  assert.equal(ruleFields(group([flag, { type: 'any', of: [flag, flag] }])), null)
  assert.equal(ruleFields({ ...group([]), condition: { type: 'not', of: [{ type: 'any', of: [flag, flag] }] } }), null)
})

test('numbers, limits and durations are read in the notation of the form and in that of people', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      assert.equal(parseNumberField(String(number)), number === 0 ? Number(String(number)) : number)
      assert.deepEqual(parseLimit(limitFieldText({ attr: 'max', default: number || 0 })), {
        attr: 'max',
        default: number || 0,
      })
    }),
  )
  fc.assert(fc.property(fc.nat(), (seconds) => assert.equal(parseDuration(exactDurationText(seconds)), seconds)))
  assert.deepEqual(['90', '1 min 30 s', '1,5min', '2 h', '1 d', 'x', '5 parsecs'].map(parseDuration), [
    90,
    90,
    90,
    7_200,
    86_400,
    null,
    null,
  ])
  assert.deepEqual(
    [parseLimit('140,5'), parseLimit('max_systolic: 140'), parseLimit('high')],
    [140.5, { attr: 'max_systolic', default: 140 }, null],
  )
})

test('invalid values and errors of the rule are reported at their field', () => {
  const read = ruleOf(
    fieldsIn({
      name: 'A',
      key: 'a',
      p0_kind: 'threshold',
      p0_field: 'metrics.pressure',
      p0_op: 'gt',
      warning_on: 'yes',
      warning_value: '3',
      warning_clear: '4',
      critical_on: 'yes',
      critical_value: 'much',
      cooldown_s: 'long',
    }),
  )
  assert.deepEqual(
    [...read.unreadable],
    [
      ['cooldown_s', 'duration'],
      ['critical_value', 'limit'],
    ],
  )
  assert.deepEqual(
    read.faults.map((fault) => [read.fieldFor(fault.field), sentenceOf(fault)]),
    [
      ['warning_clear', 'is on the wrong side of value'],
      ['critical_value', 'a threshold needs a value'],
    ],
  )
})
