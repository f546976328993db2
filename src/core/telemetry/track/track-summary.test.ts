import assert from 'node:assert/strict'
import { test } from 'node:test'
import { summariseTrack } from './track-summary.ts'

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
