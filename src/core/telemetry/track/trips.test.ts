import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { lots } from '../../../../test/harness/lots.ts'
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

/** Eight hours at one place, with normally distributed scatter in metres. */
function parked(scatterM: number, speed_kmh: number | null): TripFix[] {
  const draws = lots(7)
  const real = () => (draws.number(2 ** 30) + 1) / 2 ** 30
  const normal = () => Math.sqrt(-2 * Math.log(real())) * Math.cos(2 * Math.PI * real())
  return Array.from({ length: 960 }, (_, place) => {
    const { at, lat, lng } = fix(place * 30, scatterM * normal(), speed_kmh)
    return { at, lat, lng: lng + ((scatterM * normal()) / 111_195) * 1.44, speed_kmh }
  })
}

test('a device that says that it rests is parked, however its locations scatter', () => {
  for (const scatterM of [5, 15, 25, 30, 40, 70, 120]) {
    const { trips, stops } = tripsOf(parked(scatterM, 0))
    assert.deepEqual([trips.length, stops.length], [0, 1], `${scatterM} m`)
    assert.ok(stops[0]!.duration_s > 27_000, `${scatterM} m: ${stops[0]!.duration_s} s`)
  }
})

test('a device that drives off and comes back is parked before and after, with scatter and wrong locations', () => {
  const later = (track: readonly TripFix[], by: number) =>
    track.map((each) => ({ ...each, at: new Date(each.at.getTime() + by * 1_000) }))
  const night = parked(30, 0)
  const day = [
    ...night,
    ...stretch(28_800, 29_700, 0, 15),
    ...stretch(29_700, 30_600, 13_500, -15).map(back),
    ...later(night, 30_600),
  ]
  const { trips } = tripsOf(day)
  assert.equal(trips.length, 1)
  assert.ok(Math.abs(trips[0]!.distance_m - 27_000) < 600, `${trips[0]!.distance_m} m`)
  const wrong = day.map((each, place) => (place % 50 < 2 ? { ...each, lat: each.lat + 0.5 } : each))
  assert.equal(tripsOf(wrong).trips.length, 1)
  assert.ok(Math.abs(tripsOf(wrong).trips[0]!.distance_m - 27_000) < 1_200, `${tripsOf(wrong).trips[0]!.distance_m} m`)
})

const back = (each: TripFix): TripFix => ({ ...each, speed_kmh: Math.abs(each.speed_kmh!) })

test('a parked device whose receiver jumps away for a while makes no trip, also at the end of the track', () => {
  const rest = stretch(0, 7_200, 0, 0)
  const glitch = rest.map((each, place) => (place % 120 < 2 && place > 0 ? { ...each, lat: north(2_000) } : each))
  assert.deepEqual(brief(glitch), [0, 1])
  const slow = stretch(0, 7_200, 0, 0).filter((_, place) => place % 6 === 0)
  const last = slow.map((each, place) => (place >= slow.length - 2 ? { ...each, lat: north(2_000) } : each))
  assert.deepEqual(brief(last), [0, 1], 'one location a minute')
})

test('a device that always sends a speed of 0 has its trips by the places', () => {
  const { trips } = tripsOf(DAY.map((each) => ({ ...each, speed_kmh: 0 })))
  assert.equal(trips.length, 2)
  for (const { distance_m } of trips) assert.ok(distance_m > 5_000 && distance_m < 6_100, `${distance_m} m`)
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
