import assert from 'node:assert/strict'
import { test } from 'node:test'
import { comparePolygons, distanceOnSphere } from '../../../../test/harness/polygon-sphere.ts'
import { polygonFault } from '../../../platform/polygon.ts'
import { distanceFrom, nextSide } from './fence-sides.ts'

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
  Math.round(distanceFrom(fence)({ lat, lng }))

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
  assert.ok(distanceFrom(dented)({ lat: 3, lng: 2 }) > 0)
  assert.ok(distanceFrom(dented)({ lat: 0.5, lng: 2 }) < 0)
  assert.ok(distanceFrom(dented)({ lat: 3, lng: 3.7 }) < 0)
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
  assert.ok(distanceFrom(islands)({ lat: -16.5, lng: 179.9 }) < 0)
  assert.ok(distanceFrom(islands)({ lat: -16.5, lng: -179.9 }) < 0)
  assert.ok(distanceFrom(islands)({ lat: -16.5, lng: 178 }) > 0)
  const circle = { circle: { lat: 0, lng: 179.999, radius_m: 1_000 } }
  assert.ok(distanceFrom(circle)({ lat: 0, lng: -179.999 }) < 0)
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

test('a polygon contains what it contains on the sphere, wherever it lies and wherever the point is', () => {
  const { compared, near, inside, across180, differences } = comparePolygons(10_000, 1)
  assert.deepEqual(differences.slice(0, 3), [])
  assert.ok(near < compared / 20, `${near} of ${compared} points were too near to an edge`)
  assert.ok(inside > compared / 10 && across180 > compared / 10, `${inside} inside, ${across180} across 180°`)
})

test('a device on the other side of the earth is outside, and its distance is that on the sphere', () => {
  const corners = (...boxes: [number, number, number, number]) => {
    const [south, west, north, east] = boxes
    return [
      [south, west],
      [south, east],
      [north, east],
      [north, west],
    ] as [number, number][]
  }
  for (const [polygon, lat, lng] of [
    [corners(-55, -73, -22, -53), -31.95, 115.86],
    [corners(47.3, 5.9, 55.1, 15), 53.88, -166.54],
    [corners(46, 14.4, 46.2, 14.6), 46.1, -165.5],
    [corners(46, 14.4, 46.2, 14.6), 46.1, 14.5],
    [corners(80, 10, 85, 40), 89.9, -150],
    [corners(-20, 175, -10, -170), -15, 178],
    [corners(-20, -175, -10, -170), -15, 179],
  ] as const) {
    const distance = distanceFrom({ polygon })({ lat, lng })
    const reference = distanceOnSphere(polygon, [lat, lng])
    assert.ok(Math.abs(Math.abs(distance) - reference) < reference * 0.002, `${distance} m, on the sphere ${reference}`)
    assert.equal(distance < 0, lng === 14.5 || lng === 178)
  }
})

test('a circle is right around the poles and across 180°', () => {
  const around = (lat: number, lng: number, radius_m = 100_000) => distanceFrom({ circle: { lat, lng, radius_m } })
  assert.ok(around(89.9, 0)({ lat: 89.9, lng: 180 }) < 0)
  assert.ok(around(90, 0)({ lat: 89.2, lng: -77 }) < 0)
  assert.ok(around(90, 0)({ lat: 89, lng: -77 }) > 0)
  assert.ok(around(-90, 50)({ lat: -90, lng: -130 }) < 0)
  assert.ok(around(10, -180)({ lat: 10, lng: 180 }) < 0)
  assert.ok(around(10, 179.9)({ lat: 10, lng: -179.9 }) < 0)
  assert.ok(around(10, 0)({ lat: 10, lng: 180 }) > 0)
})

test('a polygon that goes around a pole or half of the earth is refused, one across 180° or up to a pole is not', () => {
  const fault = (...corners: [number, number][]) => polygonFault(corners)
  assert.equal(fault([-17, 179], [-17, -179], [-16, -179], [-16, 179]), null)
  assert.equal(fault([80, 0], [80, 90], [90, 90], [90, 0]), null)
  assert.equal(fault([0, -89], [0, 90], [9, 90], [9, -89]), null)
  assert.equal(fault([0, -90], [0, 90], [9, 90], [9, -90]), 'polygon_wide')
  assert.equal(fault([0, -110], [0, 0], [0, 110], [9, 110], [9, 0], [9, -110]), 'polygon_wide')
  assert.equal(fault([-60, -180], [-60, 180], [60, 180], [60, -180]), 'polygon_wide')
  assert.equal(fault([60, -120], [60, 0], [60, 120]), 'polygon_pole')
  assert.equal(fault([-70, 0], [-60, 90], [-70, 180], [-60, -90]), 'polygon_pole')
  assert.equal(fault([91, 0], [0, 90], [0, 10]), 'latitude')
})
