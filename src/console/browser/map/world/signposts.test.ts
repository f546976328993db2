import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sizeOfTown } from '../../../assets/world-format.ts'
import { mercatorX, mercatorY } from './outlines.ts'
import { placeAtEdge, signpostsAround } from './signposts.ts'

const town = (name: string, people: number, lng: number, lat: number) => ({
  name,
  size: sizeOfTown(people),
  x: mercatorX(lng),
  y: mercatorY(lat),
  cell: 0,
})
const MIDDLE = { x: mercatorX(14.1), y: mercatorY(46) }

test('signs show the towns around that are large or near, one in each direction', () => {
  const towns = [
    town('City', 270_000, 14.5, 46),
    town('Suburb', 2_000, 14.4, 46),
    town('Hamlet', 400, 14.13, 46.03),
    town('Far away', 900_000, 16, 47.5),
    town('Here', 500, 14.1, 46.001),
  ]
  const signs = signpostsAround(towns, MIDDLE, ({ name }) => name === 'Here')
  assert.deepEqual(
    signs.map(({ name, km, direction }) => [name, Math.round(km), direction.x > 0, direction.y < -0.1]),
    [
      ['City', 31, true, false],
      ['Hamlet', 4, true, true],
    ],
  )
})

test('a sign stands where its direction meets the edge', () => {
  const room = { left: 0, right: 400, top: 0, bottom: 300 }
  assert.deepEqual(placeAtEdge(room, { x: 1, y: 0 }, 100, 20), { left: 300, right: 400, top: 140, bottom: 160 })
  assert.deepEqual(placeAtEdge(room, { x: 0, y: -1 }, 100, 20), { left: 150, right: 250, top: 0, bottom: 20 })
})
