import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sizeOfTown } from '../../../assets/world-format.ts'
import { builtAround, coastOf, roundCoast } from './city-ground.ts'
import { kmAt, mercatorX, mercatorY } from './outlines.ts'

test('a town is built up as far as its people need, wherever it is', () => {
  const radiusOf = (people: number, lat: number) => {
    const place = { x: mercatorX(14.5), y: mercatorY(lat), size: sizeOfTown(people) }
    return builtAround(place).radius * kmAt(place.y)
  }
  const [village, city] = [radiusOf(1_000, 46), radiusOf(272_000, 46)]
  assert.ok(village > 0.3 && village < 0.4, `${village} km`)
  assert.ok(city > 3.8 && city < 4.6, `${city} km`)
  assert.ok(Math.abs(radiusOf(272_000, 69) - city) < 0.01)
})

test('the edges of a cell are no coast', () => {
  const ring = [5, 45, 10, 45, 10, 46, 8, 47, 7.5, 46, 5, 46.5, 5, 45]
  assert.deepEqual(coastOf(ring), [[10, 46, 8, 47, 7.5, 46, 5, 46.5]])
  assert.deepEqual(coastOf([5, 45, 10, 45, 10, 50, 5, 50, 5, 45]), [])
})

test('a coast is roundCoast, and stays where the next cell goes on', () => {
  const ring = [5, 45, 10, 45, 10, 46, 8, 48, 5, 46, 5, 45]
  assert.deepEqual(roundCoast(ring), [5, 45, 10, 45, 10, 46, 8.5, 47.5, 7.25, 47.5, 5, 46, 5, 45])
  assert.deepEqual(roundCoast([6, 46, 8, 46, 8, 48, 6, 46]).slice(0, 4), [6.5, 46, 7.5, 46])
})
