import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { RequestError } from '../../../platform/errors.ts'
import { schemaCheck } from '../../../platform/http/schemas/schema-check.ts'
import { NotUnderstood } from '../messages/not-understood.ts'
import { type Mapping, MappingShape } from './mapping.ts'
import { compileMapping } from './read-mapped.ts'

const CONTEXT = { receivedAt: 1_795_263_622_000, settings: {}, timeZone: 'Europe/Ljubljana' }
const check = schemaCheck(MappingShape)

/** Fields and reasons of the faults of a mapping. */
function faultsOf(mapping: unknown): [field: string, message: string][] {
  try {
    compileMapping(check(mapping) as Mapping)
    return []
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    return error.errors!.map(({ field, reason }) => [field, reason])
  }
}

const FAULTS: [mapping: unknown, field: string, reason: string][] = [
  [{ colour: 1 }, '/colour', 'unknown_key'],
  [{ metrics: { temperature: { from: 'a', unit: 'mg/m³' } } }, '/metrics/temperature/unit', 'not_one_of'],
  [{ metrics: { temperature: { form: 'a' } } }, '/metrics/temperature/form', 'unknown_key_meant'],
  [{ metrics: { Temp: 'a' } }, '/metrics', 'key_not_allowed'],
  [{ metrics: { t: 7 } }, '/metrics/t', 'wrong_type'],
  [{ flags: { f: { from: 'a', true: 'wet' } } }, '/flags/f/true', 'wrong_type'],
  [{ rest: 'all' }, '/rest', 'wrong_form'],
  [{ module: 'kitchen' }, '/module', 'not_one_of'],
  [{ metrics: { t: { calc: '1 +' } } }, '/mapping/metrics/t/calc', 'calc_wrong'],
  [{ metrics: { t: { from: 'a', unless: '(' } } }, '/mapping/metrics/t/unless', 'calc_wrong'],
  [{ metrics: { t: { from: '/a~2' } } }, '/mapping/metrics/t/from', 'no_pointer'],
  [{ metrics: { t: { calc: '{/a~}' } } }, '/mapping/metrics/t/calc', 'no_pointer'],
  [{ metrics: { t: '/a~2' } }, '/mapping/metrics/t', 'no_pointer'],
  [{ metrics: { t: '/*/a/*' } }, '/mapping/metrics/t', 'no_pointer'],
  [{ metrics: { t: { unit: 'K' } } }, '/mapping/metrics/t', 'field_from'],
  [{ metrics: { t: { from: 'a', calc: '1' } } }, '/mapping/metrics/t', 'field_from'],
  [{ battery: { calc: 'max(' } }, '/mapping/battery/calc', 'calc_wrong'],
  [{ ts: { from: 'a', zone: 'Mars/Base' } }, '/mapping/ts/zone', 'no_time_zone'],
  [{ ts: { from: '/~' } }, '/mapping/ts/from', 'no_pointer'],
  [{ device: '{tag' }, '/mapping/device', 'no_pointer'],
  [{ each: '/list' }, '/mapping/each', 'no_pointer'],
  [{ each: '//list/*' }, '/mapping/each', 'no_pointer'],
  [{ each: '/*/*/*/*' }, '/mapping/each', 'no_pointer'],
  [{ each: '/*', values: '//all' }, '/mapping/values', 'no_pointer'],
  [{ values: { from: 'a', prefix: '{' } }, '/mapping/values/prefix', 'no_pointer'],
  [{ values: { from: 'a', unless: '>' } }, '/mapping/values/unless', 'calc_wrong'],
  [{ ignore: ['a', '/~'] }, '/mapping/ignore/1', 'no_pointer'],
]
for (const [mapping, field, reason] of FAULTS) {
  test(`${JSON.stringify(mapping)} is refused at ${field}`, () => {
    assert.deepEqual(faultsOf(mapping)[0], [field, reason])
  })
}

test('all faults of a mapping are said at once', () => {
  const faults = faultsOf({ device: '{', ts: { from: 'a', zone: 'x' }, lat: { calc: '+' }, flags: { f: '/~' } })
  assert.deepEqual(
    faults.map(([field]) => field),
    ['/mapping/device', '/mapping/ts/zone', '/mapping/lat/calc', '/mapping/flags/f'],
  )
})

test('any texts as pointers and calculations are refused with their place, or read without a fault', () => {
  const piece = fc.constantFrom(
    '/',
    '..',
    '*',
    '{',
    '}',
    'a',
    'tags',
    '~',
    '~0',
    '~1',
    '',
    '-1',
    '0',
    '__proto__',
    '+',
    'key',
  )
  const text = fc.oneof(
    fc.array(piece, { maxLength: 12 }).map((all) => all.join('')),
    fc.string({ maxLength: 20 }),
  )
  const mappings = fc.record(
    {
      each: text,
      device: text,
      ts: text,
      lat: text,
      values: fc.record({ from: text, prefix: text, name: text }),
      metrics: fc.record({ t: text, u: fc.record({ calc: text }), gas_type: text }),
      flags: fc.record({ f: text }),
    },
    { requiredKeys: [] },
  )
  const message = fc.oneof(
    fc.jsonValue(),
    fc.constant({ a: { tags: [{ a: 1, key: '2' }], a: '{"a":3}' }, tags: { a: 1 } }),
  )
  fc.assert(
    fc.property(mappings, message, (mapping, json) => {
      try {
        compileMapping(check(mapping) as Mapping).read(json, CONTEXT)
      } catch (error) {
        if (error instanceof NotUnderstood) return
        assert.ok(error instanceof RequestError, String(error))
        assert.ok(error.errors![0]!.field.startsWith('/'))
      }
    }),
    { numRuns: 1_500 },
  )
})
