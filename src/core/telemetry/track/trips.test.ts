import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type TripFix, tripsOf } from './trips.ts'

const BEGIN = Date.UTC(2026, 2, 2, 8)
/** Metres to the north of a place, as degrees. */
const north = (metres: number) => 46.05 + metres / 111_195

/** A point after so many seconds, so many metres to the north. */
const fix = (second: number, metres: number, speed_kmh: number | null = null): TripFix => ({
  at: new Date(BEGIN + second * 1_000),
  lat: north(metres),
  lng: 14.5,
  speed_kmh,
})

/** Every ten seconds, from and to a second, at a speed in m/s. */
const stretch = (from: number, to: number, metres: number, speed: number): TripFix[] =>
  Array.from({ length: Math.floor((to - from) / 10) }, (_, place) =>
    fix(from + place * 10, metres + place * 10 * speed, speed * 3.6),
  )

/** Ten minutes of rest, ten minutes of driving at 10 m/s, ten minutes of rest, and the way back. */
const DAY = [
  ...stretch(0, 600, 0, 0),
  ...stretch(600, 1_200, 0, 10),
  ...stretch(1_200, 1_800, 6_000, 0),
  ...stretch(1_800, 2_400, 6_000, -10),
  ...stretch(2_400, 3_000, 0, 0),
]
const brief = (track: readonly TripFix[]) => {
  const { trips, stops } = tripsOf(track)
  return [trips.length, stops.length]
}

test('a day has its trips between its stops, with their times, distances and top speeds', () => {
  const { trips, stops } = tripsOf(DAY)
  assert.deepEqual([trips.length, stops.length], [2, 3])
  const [there, back] = trips
  assert.ok(Math.abs(there!.distance_m - 6_000) < 200, `${there!.distance_m} m`)
  assert.ok(Math.abs(there!.duration_s - 600) <= 40)
  assert.ok(Math.abs(there!.top_speed_kmh! - 36) < 0.1)
  assert.ok(Math.abs(back!.end.lat - north(0)) < 0.001)
  assert.ok(stops.every(({ duration_s }) => duration_s >= 590))
})

test('a stop at a crossing of less than five minutes does not end a trip', () => {
  const [rest, drive] = [stretch(0, 600, 0, 0), stretch(600, 900, 0, 10)]
  const wait = (seconds: number) => [
    ...rest,
    ...drive,
    ...stretch(900, 900 + seconds, 3_000, 0),
    ...stretch(900 + seconds, 1_500 + seconds, 3_000, 10),
  ]
  assert.deepEqual(brief(wait(240)), [1, 1])
  assert.deepEqual(brief(wait(360)), [2, 2])
})

test('a move that is short both in time and in distance is no trip', () => {
  const around = (metres: number) => [
    ...stretch(0, 600, 0, 0),
    ...stretch(600, 700, 0, metres / 100),
    ...stretch(700, 1_400, metres, 0),
  ]
  assert.deepEqual(brief(around(300)), [0, 1])
  assert.deepEqual(brief(around(700)), [1, 2])
})

test('an hour without a location ends a trip, half an hour does not', () => {
  const paused = (seconds: number) => [...stretch(0, 600, 0, 10), ...stretch(600 + seconds, 1_200 + seconds, 7_000, 10)]
  assert.deepEqual(brief(paused(1_800)), [1, 0])
  assert.deepEqual(brief(paused(3_700)), [2, 1])
})

test('a receiver that jumps away and back makes neither a trip nor a distance', () => {
  const rest = stretch(0, 1_200, 0, 0)
  const jumped = rest.map((point, place) => (place === 60 ? fix(600, 9_000) : point))
  assert.deepEqual(tripsOf(jumped), tripsOf(rest.filter((_, place) => place !== 60)))
  const drive = stretch(0, 1_200, 0, 10)
  const off = drive.map((point, place) => (place === 60 ? fix(600, 30_000) : point))
  assert.ok(tripsOf(off).trips[0]!.distance_m < 13_000)
})

test('the noise of a resting receiver makes no trip', () => {
  const noisy = stretch(0, 3_600, 0, 0).map((point, place) => ({ ...point, lat: north((place * 7_919) % 40) }))
  assert.deepEqual(brief(noisy), [0, 1])
})

test('a track of nothing, one point, or repeated points has no trip', () => {
  for (const track of [[], [fix(0, 0)], [fix(0, 0), fix(0, 0)]]) assert.deepEqual(tripsOf(track).trips, [])
})

test('trips and stops are in order, do not overlap, and lie within the track', () => {
  const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: -3_000, max: 3_000 })), {
    minLength: 2,
    maxLength: 120,
  })
  fc.assert(
    fc.property(steps, (all) => {
      let [at, place] = [0, 0]
      const track = all.map(([second, metres]) => {
        at += second
        place += metres
        return fix(at, place)
      })
      const { trips, stops } = tripsOf(track)
      const parts = [...trips, ...stops].sort((one, other) => one.from.getTime() - other.from.getTime())
      for (const [index, part] of parts.entries()) {
        assert.ok(part.from < part.to)
        assert.ok(index === 0 || parts[index - 1]!.to <= part.from)
      }
      if (parts.length === 0) return
      assert.ok(parts[0]!.from >= track[0]!.at && parts.at(-1)!.to <= track.at(-1)!.at)
    }),
  )
})
