import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CELLS, cellAt } from '../ground-grid.ts'
import { cutLines, cutRings } from './cut-cells.ts'
import { areaOf } from './label-point.ts'
import type { Point } from './simplify.ts'

const pointsOf = (ring: readonly number[]): Point[] =>
  Array.from({ length: ring.length / 2 }, (_, at) => [ring[2 * at]!, ring[2 * at + 1]!])
const square = (west: number, south: number, east: number, north: number) => [
  ...[west, south, east, south],
  ...[east, north, west, north, west, south],
]

test('a ring is cut along the edges of its cells, and its parts are as large as it', () => {
  const cut = cutRings([square(3, 3, 12, 8)])
  assert.deepEqual(
    [...cut.keys()].sort((one, other) => one - other),
    [cellAt(4, 4), cellAt(6, 4), cellAt(11, 4), cellAt(4, 6), cellAt(6, 6), cellAt(11, 6)],
  )
  const areas = [...cut.values()].flat().map((ring) => areaOf(pointsOf(ring)))
  assert.equal(
    areas.reduce((sum, area) => sum + area, 0),
    45,
  )
  assert.deepEqual(cut.get(cellAt(6, 4)), [[5, 3, 10, 3, 10, 5, 5, 5, 5, 3]])
})

test('a ring over the date line is in the cells on both sides', () => {
  const cut = cutRings([square(177, 11, 184, 14)])
  assert.deepEqual([...cut.keys()], [cellAt(177, 11), cellAt(-179, 11)])
  assert.deepEqual(cut.get(cellAt(-179, 11)), [[-180, 11, -176, 11, -176, 14, -180, 14, -180, 11]])
})

test('a ring around the whole world is in each of its cells', () => {
  assert.equal(cutRings([square(-180, -90, 180, 90)]).size, CELLS)
})

test('a line is in all cells that it crosses, without a gap', () => {
  const cut = cutLines([[3, 1, 4, 1, 6, 1, 7, 1, 7, 2]])
  assert.deepEqual(cut.get(cellAt(4, 1)), [[3, 1, 4, 1, 6, 1]])
  assert.deepEqual(cut.get(cellAt(6, 1)), [[4, 1, 6, 1, 7, 1, 7, 2]])
  assert.deepEqual(cutLines([[179, 1, 181, 1]]).get(cellAt(-179, 1)), [[-181, 1, -179, 1]])
})
