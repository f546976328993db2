import assert from 'node:assert/strict'
import { test } from 'node:test'
import { labelGrid } from './label-grid.ts'

const box = (left: number, top: number, width = 100, height = 16) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})

test('a box is free until something overlaps it, across cells and left of the origin', () => {
  const grid = labelGrid()
  grid.take(box(-30, -8))
  assert.equal(grid.isFree(box(60, 0)), false)
  assert.equal(grid.isFree(box(-100, -20, 75, 16)), false)
  assert.equal(grid.isFree(box(70, -8)), true)
  assert.equal(grid.isFree(box(-30, 8)), true)
})

test('a small box inside a large one is not free', () => {
  const grid = labelGrid()
  grid.take(box(0, 0, 500, 500))
  assert.equal(grid.isFree(box(200, 200, 2, 2)), false)
})
