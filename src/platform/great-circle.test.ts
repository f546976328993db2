import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bearing, distanceM, distanceToChord } from './great-circle.ts'

const at = (lat: number, lng: number) => ({ lat, lng })

test('a degree of latitude, and of longitude on the equator, is 111.195 km', () => {
  assert.ok(Math.abs(distanceM(at(0, 0), at(1, 0)) - 111_195.08) < 0.01)
  assert.ok(Math.abs(distanceM(at(0, 179.5), at(0, -179.5)) - 111_195.08) < 0.01)
})

test('antipodes are half the circumference apart and a place is no distance from itself', () => {
  assert.ok(Math.abs(distanceM(at(0, 0), at(0, 180)) - 20_015_114.4) < 1)
  assert.equal(distanceM(at(45.7, 14.3), at(45.7, 14.3)), 0)
})

test('bearings run clockwise from north', () => {
  assert.equal(bearing(at(0, 0), at(1, 0)), 0)
  assert.equal(bearing(at(0, 0), at(0, 1)), 90)
  assert.equal(bearing(at(0, 0), at(-1, 0)), 180)
  assert.equal(bearing(at(0, 0), at(0, -1)), 270)
})

test('the initial bearing from Baghdad to Osaka is 60 degrees', () => {
  assert.ok(Math.abs(bearing(at(35, 45), at(35, 135)) - 60.16) < 0.01)
})

test('the distance to a chord is in metres, also far from the equator and across the date line', () => {
  const near = (actual: number, expected: number) => assert.ok(Math.abs(actual - expected) < 0.5, `${actual}`)
  const metre = 1 / 111_195.08
  near(distanceToChord({ lat: 30 * metre, lng: 0 }, { lat: 0, lng: -0.001 }, { lat: 0, lng: 0.001 }), 30)
  near(distanceToChord({ lat: 60, lng: 100 * metre }, { lat: 59.999, lng: 0 }, { lat: 60.001, lng: 0 }), 50)
  near(distanceToChord({ lat: 40 * metre, lng: 180 }, { lat: 0, lng: 179.999 }, { lat: 0, lng: -179.999 }), 40)
  // Beyond the end of the chord it is the end that counts.
  near(distanceToChord({ lat: 0, lng: 300 * metre }, { lat: 0, lng: 0 }, { lat: 0, lng: 200 * metre }), 100)
  // A chord may be a point, where a track comes back to its start.
  near(distanceToChord({ lat: 70 * metre, lng: 0 }, { lat: 0, lng: 0 }, { lat: 0, lng: 0 }), 70)
})
