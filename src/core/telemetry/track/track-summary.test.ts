import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { assertInProportion } from '../../../../test/harness/growth.ts'
import { distanceM } from '../../../platform/great-circle.ts'
import { stopsOf, summariseTrack } from './track-summary.ts'

const START = Date.UTC(2026, 2, 29)
/** A thousandth of a degree of latitude is 111.2 m. */
const fix = (minute: number, lat: number) => ({ at: new Date(START + minute * 60_000), lat, lng: 14 })

test('the length of a track is the distance along its locations', () => {
  const { distance_m, stops } = summariseTrack([fix(0, 46), fix(1, 46.001), fix(2, 46.002)])
  assert.equal(Math.round(distance_m), 222)
  assert.deepEqual(stops, [])
})

test('five minutes at one location are a stop', () => {
  const around = [fix(0, 46), fix(1, 46.01), fix(3, 46.0101), fix(6, 46.01), fix(7, 46.02)]
  const { stops, moving_s } = summariseTrack(around)
  assert.deepEqual(stops, [{ lat: 46.01, lng: 14, from: fix(1, 0).at, to: fix(6, 0).at }])
  assert.equal(moving_s, 120)
  assert.deepEqual(summariseTrack(around.filter((_, place) => place !== 3)).stops, [])
})

test('a track without locations has no length and no stops', () => {
  assert.deepEqual(summariseTrack([]), { distance_m: 0, moving_s: 0, stops: [] })
})

test('very many points close together are summarised in time that grows with their number', () => {
  const dense = (count: number) =>
    Array.from({ length: count }, (_, place) => ({ at: new Date(place * 10), lat: (place % 5) * 1e-6, lng: 0 }))
  assertInProportion((count) => {
    const away = { at: new Date(count * 10), lat: 1, lng: 0 }
    assert.deepEqual(summariseTrack([...dense(count), away]).stops, [])
  }, 2_500)
})

test('stops are those found by looking at all points after each', () => {
  const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 200 }), fc.integer({ min: -70, max: 70 })), {
    maxLength: 80,
  })
  fc.assert(
    fc.property(steps, (all) => {
      let [at, metres] = [0, 0]
      const track = all.map(([second, step]) => {
        at += second * 1_000
        metres += step
        return { at: new Date(at), lat: metres / 111_195, lng: 0 }
      })
      const found = stopsOf(track).map(({ first: _, last: __, ...stop }) => stop)
      assert.deepEqual(found, stopsByLooking(track))
    }),
  )
})

function stopsByLooking(track: { at: Date; lat: number; lng: number }[]) {
  const stops = []
  for (let first = 0; first < track.length; first += 1) {
    const start = track[first]!
    const away = track.findIndex((fix, place) => place > first && distanceM(start, fix) > 60)
    const last = (away === -1 ? track.length : away) - 1
    const end = track[last]!
    if (end.at.getTime() - start.at.getTime() < 300_000) continue
    stops.push({ lat: start.lat, lng: start.lng, from: start.at, to: end.at })
    first = last
  }
  return stops
}
