import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withGaps } from './lines.ts'

const LEAST = 60
const every = (seconds: number, count: number, from = 0) =>
  Array.from({ length: count }, (_, place) => from + place * seconds)
const gapsOf = (times: number[]) => {
  const { t, columns } = withGaps(times, [times], LEAST)
  return t.filter((_, place) => columns[0]![place] === null)
}

test('a pause between regular values is drawn as a gap, in its middle', () => {
  assert.deepEqual(gapsOf([...every(5, 20), ...every(5, 20, 1_095)]), [595])
})

test('a device with varying intervals has no gaps', () => {
  assert.deepEqual(gapsOf([...every(120, 20), ...every(5, 20, 2_400)]), [])
})

test('a single value between two gaps is not drawn as a line', () => {
  assert.deepEqual(gapsOf([...every(5, 10), 1_000, ...every(5, 10, 2_000)]), [522.5, 1_500])
})

test('a pause shorter than the offline threshold is not a gap', () => {
  assert.deepEqual(gapsOf([...every(5, 10), ...every(5, 10, 100)]), [])
})
