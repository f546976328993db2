import assert from 'node:assert/strict'
import { test } from 'node:test'
import { distanceToFence, nextSide } from './geofence.ts'

const CIRCLE = { circle: { lat: 46, lng: 14.5, radius_m: 1_000 } }
/** One hundredth of a degree each way: about 1112 m by 772 m. */
const SQUARE = {
  polygon: [
    [46, 14.5],
    [46, 14.51],
    [46.01, 14.51],
    [46.01, 14.5],
  ] as [number, number][],
}
const rounded = (fence: typeof CIRCLE | typeof SQUARE, lat: number, lng: number) =>
  Math.round(distanceToFence(fence, { lat, lng }))

test('the distance is negative inside and positive outside of a circle', () => {
  assert.equal(rounded(CIRCLE, 46, 14.5), -1_000)
  assert.equal(rounded(CIRCLE, 46.009, 14.5), 1)
  assert.equal(rounded(CIRCLE, 46.00898, 14.5), -1)
  assert.equal(rounded(CIRCLE, 46.02, 14.5), 1_224)
})

test('a polygon is measured to its nearest side, and to its corner beyond that', () => {
  assert.equal(rounded(SQUARE, 46.005, 14.505), -386)
  assert.equal(rounded(SQUARE, 46.005, 14.52), 772)
  assert.equal(rounded(SQUARE, 46.02, 14.505), 1_112)
  assert.equal(rounded(SQUARE, 46.02, 14.52), 1_354)
})

test('the inside of a concave corner is outside the polygon', () => {
  const dented = {
    polygon: [
      [0, 0],
      [0, 4],
      [4, 4],
      [4, 3],
      [1, 2],
      [4, 1],
      [4, 0],
    ] as [number, number][],
  }
  assert.ok(distanceToFence(dented, { lat: 3, lng: 2 }) > 0)
  assert.ok(distanceToFence(dented, { lat: 0.5, lng: 2 }) < 0)
  assert.ok(distanceToFence(dented, { lat: 3, lng: 3.7 }) < 0)
})

test('a fence can cross the date line', () => {
  const islands = {
    polygon: [
      [-17, 179],
      [-17, -179],
      [-16, -179],
      [-16, 179],
    ] as [number, number][],
  }
  assert.ok(distanceToFence(islands, { lat: -16.5, lng: 179.9 }) < 0)
  assert.ok(distanceToFence(islands, { lat: -16.5, lng: -179.9 }) < 0)
  assert.ok(distanceToFence(islands, { lat: -16.5, lng: 178 }) > 0)
  const circle = { circle: { lat: 0, lng: 179.999, radius_m: 1_000 } }
  assert.ok(distanceToFence(circle, { lat: 0, lng: -179.999 }) < 0)
})

test('leaving a fence takes `count` locations beyond the buffer, and returning as many inside', () => {
  const walk = (side: 'inside' | 'outside', distances: number[]) => {
    let memory = { side, against: 0 }
    return distances.map((distance) => {
      memory = nextSide(memory, distance, 30, 2)
      return memory.side
    })
  }
  assert.deepEqual(walk('inside', [30, 31, 30, 31, 31]), ['inside', 'inside', 'inside', 'inside', 'outside'])
  assert.deepEqual(walk('outside', [0, -1, 0, -1, -1]), ['outside', 'outside', 'outside', 'outside', 'inside'])
})
