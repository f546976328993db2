import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { countTurns } from '../../../../test/harness/count-turns.ts'
import { type Coordinates, distanceM } from '../../../platform/great-circle.ts'
import { simplifyTrack } from './simplify-track.ts'

/** A walk of up to some kilometres, with stops, anywhere except at the poles; also across the date line. */
const someTrack = fc
  .tuple(
    fc.record({ lat: fc.integer({ min: -70, max: 70 }), lng: fc.constantFrom(-179.999, -60, 0, 14.5, 179.999) }),
    fc.array(fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 })), {
      minLength: 1,
      maxLength: 200,
      size: 'max',
    }),
  )
  .map(([start, steps]) => {
    let { lat, lng } = start
    return steps.map(([north, east]): Coordinates => {
      lat += north / 10_000
      lng += east / 10_000
      return { lat, lng: ((lng + 540) % 360) - 180 }
    })
  })
const someCount = fc.integer({ min: 2, max: 60 })

/** The same distance computed another way: the nearest of many points along the chord, by great circles. */
function sampledDistance(place: Coordinates, start: Coordinates, end: Coordinates): number {
  const lngTurn = ((end.lng - start.lng + 540) % 360) - 180
  const samples = Array.from({ length: 1_001 }, (_, part) => ({
    lat: start.lat + ((end.lat - start.lat) * part) / 1_000,
    lng: start.lng + (lngTurn * part) / 1_000,
  }))
  return Math.min(...samples.map((sample) => distanceM(place, sample)))
}

test('a simplified track has at most the requested number of its own points, in order, with the first and the last', async () => {
  await fc.assert(
    fc.asyncProperty(someTrack, someCount, async (track, count) => {
      const { points } = await simplifyTrack(track, count)
      assert.ok(points.length <= Math.max(count, 1))
      assert.equal(points[0], track[0])
      assert.equal(points.at(-1), track.at(-1))
      const places = points.map((point) => track.indexOf(point))
      assert.ok(places.every((place, index) => index === 0 || place > places[index - 1]!))
    }),
    { numRuns: 500 },
  )
})

test('no location is further from the simplified line than the reported error', async () => {
  await fc.assert(
    fc.asyncProperty(someTrack, someCount, async (track, count) => {
      const { points, error_m } = await simplifyTrack(track, count)
      let next = 1
      let farthest = 0
      for (const place of track) {
        if (place === points[next]) next++
        else if (next < points.length) {
          farthest = Math.max(farthest, sampledDistance(place, points[next - 1]!, points[next]!))
        }
      }
      assert.ok(Math.abs(farthest - error_m) <= 1 + error_m / 500, `${farthest} m, not ${error_m} m`)
    }),
    { numRuns: 60 },
  )
})

test('corners are kept and straight stretches are not', async () => {
  const north = Array.from({ length: 100 }, (_, step) => ({ lat: step / 10_000, lng: 14.5 }))
  const east = Array.from({ length: 100 }, (_, step) => ({ lat: 0.0099, lng: 14.5001 + step / 10_000 }))
  const { points, error_m } = await simplifyTrack([...north, ...east], 3)
  assert.deepEqual(points, [north[0], north[99], east[99]])
  assert.ok(error_m < 0.01)
})

test('a track that is short enough is unchanged', async () => {
  const track = [1, 2, 3].map((lat) => ({ lat, lng: 0 }))
  assert.deepEqual(await simplifyTrack(track, 3), { points: track, error_m: 0 })
  assert.deepEqual(await simplifyTrack([], 10), { points: [], error_m: 0 })
})

test('a track with many corners is simplified without blocking the event loop', async () => {
  const zigzag = Array.from({ length: 5_000 }, (_, step) => ({
    lat: 47 + (step % 2 === 0 ? -1 : 1) * (5_000 - step) * 1e-5,
    lng: 8 + step * 1e-5,
  }))
  const { result, turns } = await countTurns(() => simplifyTrack(zigzag, 2_000))
  assert.equal(result.points.length, 2_000)
  assert.ok(turns >= 5, `${turns} turns`)
})
