import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blocksOf, read } from '../../../../test/documentation/markdown.ts'
import { yamlOf } from '../../../platform/files/yaml-text.ts'
import { schemaCheck } from '../../../platform/http/schemas/schema-check.ts'
import { READY_FORMATS } from '../formats/ready-formats.ts'
import { SOURCE_UNITS } from '../values/unit-conversions.ts'
import { type Mapping, MappingShape } from './mapping.ts'
import { compileMapping } from './read-mapped.ts'

const CONTEXT = { receivedAt: 1_795_263_622_000, settings: {}, timeZone: 'UTC' }
const guide = read('docs/mapping.md')
const blockNamed = (note: string) => blocksOf(guide).find(({ notes }) => notes.includes(note))!.text

test('the mapping in the guide makes the readings in the guide', () => {
  const mapping = schemaCheck(MappingShape)(yamlOf(blockNamed('the mapping'), 'the guide')) as Mapping
  const statements = compileMapping(mapping).read(JSON.parse(blockNamed('the message')), CONTEXT)
  const readings = statements.map(({ externalId, reading }) => ({ device: externalId, ...reading }))
  assert.deepEqual(readings, JSON.parse(blockNamed('the readings')))
})

const calculations = [...guide.matchAll(/^\| `(.+)` \| `(\{.+\})` \| (.+) \|$/gm)]

test('the calculations in the guide have the values in the guide', () => {
  assert.ok(calculations.length > 5)
  for (const [, calc, item, value] of calculations) {
    const mapping: Mapping = { metrics: { value: { calc: calc as string } }, rest: 'drop' }
    const base = { externalId: 'a', reading: { metrics: {}, flags: {} } }
    const [statement] = compileMapping(mapping).read(JSON.parse(item!), CONTEXT, base)
    assert.equal(statement?.reading?.metrics.value, value === 'none' ? undefined : Number(value), calc as string)
  }
})

test('the guide names every part of a mapping, every unit and every ready mapping', () => {
  const shape = MappingShape.properties
  const field = (shape.lat as unknown as { properties: object }).properties
  const values = (shape.values as unknown as { properties: object }).properties
  for (const name of [
    ...Object.keys({ ...shape, ...field, ...values }),
    ...SOURCE_UNITS,
    ...Object.keys(READY_FORMATS),
  ]) {
    assert.ok(guide.includes(`\`${name}\``), name)
  }
})
