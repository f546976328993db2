import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { drivenM, type Fix, withoutWrongFixes } from './wrong-fixes.ts'

const BEGIN = Date.UTC(2026, 10, 1)
const METRE = 1 / 111_195

const fix = (second: number, north: number, east = 0, speed_kmh: number | null = null): Fix => ({
  at: new Date(BEGIN + second * 1_000),
  lat: 46.05 + north * METRE,
  lng: 14.5 + (east * METRE) / Math.cos((46.05 * Math.PI) / 180),
  speed_kmh,
})

/** 18 km to the north at 54 km/h, one location in so many seconds. */
const drive = (every = 10, speed_kmh: number | null = 54): Fix[] =>
  Array.from({ length: 1_200 / every + 1 }, (_, place) => fix(place * every, place * every * 15, 0, speed_kmh))

/** The same with the locations from one place on moved to the east. */
const astray = (track: readonly Fix[], from: number, count: number, east: number): Fix[] =>
  track.map((each, place) => (place >= from && place < from + count ? { ...each, lng: each.lng + east * METRE } : each))

const km = (track: readonly Fix[]) => Math.round(drivenM(withoutWrongFixes(track)) / 100) / 10

test('wrong locations in a row are not driven, however many', () => {
  for (const count of [1, 2, 3, 10, 50]) {
    assert.equal(km(astray(drive(), 40, count, 30_000)), 18, `${count} of 121`)
    assert.equal(km(astray(drive(10, null), 40, count, 30_000)), 18, `${count} of 121 without a speed`)
  }
})

test('wrong locations at the beginning and at the end are not driven', () => {
  for (const count of [1, 2, 5, 12]) {
    assert.ok(km(astray(drive(), 0, count, 30_000)) > 16)
    assert.ok(km(astray(drive(), 0, count, 30_000)) <= 18)
    assert.ok(km(astray(drive(), 121 - count, count, 30_000)) > 16)
    assert.ok(km(astray(drive(), 121 - count, count, 30_000)) <= 18)
  }
})

test('a receiver that repeats the place where the drive began is not driven back and forth', () => {
  const cached = (from: number, count: number) =>
    drive().map((each, place) => (place >= from && place < from + count ? { ...each, lat: 46.05 } : each))
  assert.equal(km(cached(60, 1)), 18)
  assert.equal(km(cached(60, 2)), 18)
  assert.equal(km(cached(100, 7)), 18)
})

test('of locations that are rare, the wrong ones are known as well', () => {
  const rare = Array.from({ length: 21 }, (_, place) => fix(place * 150, place * 2_250, 0, 54))
  assert.equal(km(rare), 45)
  assert.equal(km(astray(rare, 10, 1, 100_000)), 45)
  assert.equal(km(astray(rare, 10, 2, 100_000)), 45)
  assert.ok(km(astray(rare, 20, 1, 100_000)) <= 45)
  assert.ok(km(astray(rare, 0, 1, 100_000)) <= 45)
})

test('wrong locations here and there, each at its own place, are not driven', () => {
  const wrong = fc.array(
    fc.record({ place: fc.integer({ min: 0, max: 120 }), east: fc.integer({ min: 20_000, max: 300_000 }) }),
    { maxLength: 20 },
  )
  fc.assert(
    fc.property(wrong, (all) => {
      let track = drive()
      for (const { place, east } of all) track = astray(track, place, 1, east)
      const kept = withoutWrongFixes(track)
      assert.ok(kept.every(({ lng }) => lng === 14.5))
      assert.equal(kept.length, 121 - new Set(all.map(({ place }) => place)).size)
    }),
  )
})

test('after a jump from which a device does not return, both stretches are kept, and the jump is not driven', () => {
  const moved = [...drive(), ...drive().map((each) => ({ ...each, at: new Date(each.at.getTime() + 1_210_000) }))]
  assert.equal(withoutWrongFixes(moved).length, 242)
  assert.equal(km(moved), 36)
})

test('who is fast is believed: a train without a speed, an aircraft with one, a flight with the tracker off', () => {
  const journey = (metresASecond: number, speed_kmh: number | null) =>
    Array.from({ length: 100 }, (_, place) => fix(place * 30, place * 30 * metresASecond, 0, speed_kmh))
  assert.equal(withoutWrongFixes(journey(83, null)).length, 100)
  assert.equal(km(journey(83, null)), 246.5)
  assert.equal(km(journey(230, 828)), 683.1)
  const off = [
    ...drive(),
    ...drive().map((each) => ({ ...each, at: new Date(each.at.getTime() + 7_200_000), lat: each.lat + 9 })),
  ]
  assert.equal(withoutWrongFixes(off).length, 242)
})

test('what is right is kept: nothing, one location, repeated ones, and a whole drive', () => {
  for (const track of [[], [fix(0, 0)], [fix(0, 0), fix(0, 0)], drive(), drive(60), drive(10, null), drive(10, 0)])
    assert.deepEqual(withoutWrongFixes(track), track)
})
