import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bearing, distanceM } from './great-circle.ts'

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
