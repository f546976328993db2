import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CELLS, cellAt, cellsIn, cornerOf, packCells, unpackCell } from './ground-grid.ts'

test('a place is in the cell whose corner is south-west of it', () => {
  assert.deepEqual(cornerOf(cellAt(14.5, 46.05)), { west: 10, south: 45 })
  assert.deepEqual(cornerOf(cellAt(-0.1, -0.1)), { west: -5, south: -5 })
  assert.equal(cellAt(-180, -90), 0)
})

test('cells go on over the date line, and end at the poles', () => {
  assert.equal(cellAt(181, 10), cellAt(-179, 10))
  assert.equal(cellAt(0, 90), cellAt(0, 87))
  assert.deepEqual(cellsIn(178, 11, 182, 14).map(cornerOf), [
    { west: 175, south: 10 },
    { west: -180, south: 10 },
  ])
})

test('each cell of the file is read as it was written, also those without bytes', () => {
  const bodies = Array.from({ length: CELLS }, (_, cell) => new Uint8Array(cell % 3).fill(cell % 200))
  const pack = packCells(bodies)
  for (const cell of [0, 1, 2, 3, 1_000, CELLS - 1]) assert.deepEqual(unpackCell(pack, cell), bodies[cell])
})
