import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type City, chooseTowns } from './choose-towns.ts'
import { areaOf, labelPoint } from './label-point.ts'
import { type Point, simplified } from './simplify.ts'

const city = (name: string, population: number, lng: number, lat: number, featureCode = 'PPL'): City => ({
  name,
  population,
  featureCode,
  loc: { coordinates: [lng, lat] },
})
const names = (...cities: City[]) => chooseTowns(cities).map(({ name }) => name)

test('of towns near each other, the map has the larger; a village stands where there is nothing else', () => {
  const large = city('Ljubljana', 272_000, 14.51, 46.05)
  assert.deepEqual(names(city('Šiška', 30_000, 14.48, 46.07), large, city('Bovec', 1_700, 13.55, 46.34)), [
    'Ljubljana',
    'Bovec',
  ])
})

test('parts of towns, abandoned places and hamlets are no towns', () => {
  const places = [city('Borough', 900_000, 1, 1, 'PPLX'), city('Ruin', 9_000, 9, 9, 'PPLH'), city('Farm', 20, 5, 5)]
  assert.deepEqual(names(...places), [])
})

test('capitals come before larger towns', () => {
  assert.deepEqual(names(city('Zürich', 342_000, 8.55, 47.37), city('Bern', 122_000, 7.44, 46.95, 'PPLC')), [
    'Bern',
    'Zürich',
  ])
})

test('a line is simplified to the tolerance, and keeps its ends and corners', () => {
  const line: Point[] = [
    [0, 0],
    [1, 0.01],
    [2, -0.01],
    [3, 0],
    [3, 3],
  ]
  assert.deepEqual(simplified(line, 0.1), [line[0], line[3], line[4]])
  assert.deepEqual(simplified(line, 0.001), line)
})

test('the name of a country stands inside it, where there is most room', () => {
  // Like Croatia: two arms around a neighbour, one of them wide.
  const ring: Point[] = [
    [0, 0],
    [10, 0],
    [10, 10],
    [6, 10],
    [6, 1],
    [0, 1],
    [0, 0],
  ]
  const [x, y] = labelPoint(ring)
  assert.ok(x > 7 && x < 9 && y > 1.5 && y < 8.5, `${x} ${y}`)
  assert.equal(areaOf(ring), 46)
})
