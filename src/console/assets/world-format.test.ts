import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeWorld, encodeWorld, sizeOfTown, townsIn, type World } from './world-format.ts'

const WORLD: World = {
  land: [
    [-180, -85.25, 190.5, 83.5, 0, 0.25, -180, -85.25],
    [1, 2, 3, 4, 1, 2],
  ],
  lakes: [],
  rivers: [[14.5, 46, 14.75, 46.25]],
  borders: [[13.5, 45.5, 13.75, 46]],
  countries: [
    { name: 'SI', lng: 14.75, lat: 46.25, size: 1 },
    { name: 'AT', lng: 14, lat: 47.5, size: 3 },
  ],
  quarters: [{ name: 'Šiška', lng: 14.5, lat: 46.25, size: 30 }],
  towns: [
    { name: 'Ljubljana', lng: 14.5, lat: 46, size: 37 },
    { name: 'Škofja Loka', lng: 14.25, lat: 46.25, size: 27 },
  ],
}

test('the geography of the map is read as it was written', () => {
  assert.deepEqual(decodeWorld(encodeWorld(WORLD, 4)), WORLD)
})

test('towns are read without all the rest', () => {
  const towns = WORLD.towns.map(({ size: _, ...town }) => town)
  assert.deepEqual([...townsIn(encodeWorld(WORLD, 4))], towns)
})

test('places are rounded to the steps of the grid', () => {
  const { rivers } = decodeWorld(encodeWorld({ ...WORLD, rivers: [[14.0049, 46.1251]] }, 100))
  assert.deepEqual(rivers, [[14, 46.13]])
})

test('a town of a million is twenty larger than one of a thousand', () => {
  assert.deepEqual([0, 1_000, 1_000_000].map(sizeOfTown), [0, 20, 40])
})

test('data that ends too early, and other data, is rejected', () => {
  const bytes = encodeWorld(WORLD, 4)
  assert.throws(() => decodeWorld(bytes.subarray(0, 20)), /ends too early/)
  assert.throws(() => decodeWorld(new TextEncoder().encode('{"status":"error","message":"File not found"}')))
})
