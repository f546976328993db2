import assert from 'node:assert/strict'
import { test } from 'node:test'
import { distanceFrom } from '../conditions/kinds/fence-sides.ts'
import { distanceForVisits, visitsOf } from './visits-of.ts'

const at = (minute: number) => ({ at: new Date(minute * 60_000) })
const lasted = (minutes: number[], distances: number[]) =>
  visitsOf(minutes.map(at), distances).map(({ from, to }) => [from.getTime() / 60_000, to.getTime() / 60_000])

test('one location beyond the border is not the end of a visit, and two are', () => {
  assert.deepEqual(lasted([0, 1, 2, 3], [-50, 90, -50, -50]), [[0, 3]])
  assert.deepEqual(lasted([0, 1, 2, 3, 4], [-50, -50, 90, 90, 90]), [[0, 2]])
  assert.deepEqual(lasted([0, 1, 2], [-50, 20, 20]), [[0, 2]], 'beside the border')
})

test('an hour without a location ends a visit', () => {
  assert.deepEqual(lasted([0, 10, 71, 80], [-50, -50, -50, -50]), [
    [0, 10],
    [71, 80],
  ])
})

test('what is far from a polygon costs no measurement, and all else is measured as in rules', () => {
  const shapes: [number, number][][] = [
    [
      [46, 14],
      [46, 14.1],
      [46.1, 14.05],
    ],
    [
      [-17, 179.9],
      [-17, -179.9],
      [-16.9, 180],
    ],
  ]
  for (const polygon of shapes) {
    const [fast, exact] = [distanceForVisits({ polygon }), distanceFrom({ polygon })]
    const [lat, lng] = polygon[0]!
    for (let n = 0; n < 2_000; n += 1) {
      const point = { lat: lat + Math.sin(n) / 5, lng: lng + Math.cos(n * 1.7) / 3 }
      const [one, other] = [fast(point), exact(point)]
      if (one === Infinity) assert.ok(other > 30, `${point.lat}, ${point.lng}: ${other} m`)
      else assert.equal(one, other)
    }
    assert.equal(fast({ lat: lat + 10, lng }), Infinity)
  }
})
