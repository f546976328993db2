import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cellAt } from '../../../assets/ground-grid.ts'
import { cellsUnder, isInside, mercatorX, mercatorY, onTile, outlineOf } from './outlines.ts'

/** The tile of 100 pixels in the middle of a world of 1,000. */
const TILE = { scale: 1_000, x: 450, y: 450, size: 100 }
const lng = (px: number) => (px / 1_000 - 0.5) * 360
const line = (...pixels: number[]) => outlineOf(pixels.map((px, at) => (at % 2 === 0 ? lng(px) : 0)))
const rounded = (found: number[][]) => found.map((part) => part.map(Math.round))

test('the world is a square, cut off near the poles', () => {
  assert.deepEqual([mercatorX(-180), mercatorX(0), mercatorX(180), mercatorY(0)], [0, 0.5, 1, 0.5])
  assert.ok(Math.abs(mercatorY(85.0511) - 0) < 1e-6)
  assert.equal(mercatorY(90), mercatorY(86))
})

test('points are told from the corner of the tile', () => {
  assert.deepEqual(rounded(onTile(line(460, 500, 500, 500), TILE)), [[10, 50, 50, 50]])
})

test('an outline elsewhere is not drawn', () => {
  assert.deepEqual(onTile(line(100, 500, 300, 500), TILE), [])
})

test('of points beyond the same edge, the first and the last are kept', () => {
  const far = line(500, 500, 700, 500, 750, 500, 800, 500, 720, 500, 520, 500)
  assert.deepEqual(rounded(onTile(far, TILE)), [[50, 50, 250, 50, 270, 50, 70, 50]])
})

test('points too near to be told apart are left out, but not the last', () => {
  assert.deepEqual(rounded(onTile(line(500, 0, 500.2, 0, 500.4, 0, 500.6, 0), TILE)), [[50, 50, 51, 50]])
})

test('an outline over the date line is drawn on both sides', () => {
  const over = outlineOf([170, 0, 190, 0])
  const world = { scale: 360, x: 0, y: 130, size: 360 }
  assert.deepEqual(rounded(onTile(over, world)), [
    [-10, 50, 10, 50],
    [350, 50, 370, 50],
  ])
})

test('a place on an island in a lake is on land, one in the lake is not', () => {
  const square = (from: number, to: number) => outlineOf([from, from, to, from, to, to, from, to, from, from])
  const rings = [square(0, 40), square(10, 30), square(18, 22)]
  const isLand = (degrees: number) => isInside(rings, mercatorX(degrees), mercatorY(degrees))
  assert.deepEqual([-1, 5, 15, 20, 25, 35, 41].map(isLand), [false, true, false, true, false, true, false])
})

test('a part of the map lies on the cells of its corners and on those between them', () => {
  const part = { left: mercatorX(9), right: mercatorX(11), top: mercatorY(46), bottom: mercatorY(44) }
  assert.deepEqual(cellsUnder(part), [cellAt(9, 44), cellAt(9, 46), cellAt(11, 44), cellAt(11, 46)])
})
