import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { byPerson, finalSchedule, gapsIn, type Override, type Plan, type Unavailable } from './final-schedule.ts'
import type { Layer } from './rotation.ts'

const at = (text: string) => new Date(`${text}${text.length === 10 ? 'T00:00:00Z' : ':00Z'}`)
const layer = (more: Partial<Layer> = {}): Layer => ({
  ...{ people: [1, 2], start_date: '2026-03-02', unit: 'week', length: 1, handover: '00:00' },
  ...more,
})
const plan = (layers: Layer[], overrides: Override[] = []): Plan => ({
  versions: [{ valid_from: at('2026-01-01'), time_zone: 'UTC', layers }],
  overrides,
})
const override = (id: number, user_id: number, from: string, to: string, replaces: number | null = null): Override => ({
  ...{ id, user_id, replaces },
  ...{ from: at(from), to: at(to) },
})
const lines = (of: Plan, from: string, to: string, unavailable: Unavailable | null = null) =>
  byPerson(finalSchedule(of, { from: at(from), to: at(to) }, unavailable)).map(
    (one) => `${one.from.toISOString().slice(5, 10)} ${one.user_id ?? '-'}`,
  )

test('a later layer wins while it has somebody', () => {
  const weekend = layer({ people: [3], unit: 'day', weekdays: ['sat', 'sun'] })
  assert.deepEqual(lines(plan([layer(), weekend]), '2026-03-02', '2026-03-16'), [
    ...['03-02 1', '03-07 3', '03-09 2', '03-14 3'],
  ])
})

test('before the first turn, and on days without a layer, there is a gap', () => {
  const weekdays = layer({ weekdays: ['mon', 'tue', 'wed', 'thu', 'fri'] })
  assert.deepEqual(lines(plan([weekdays]), '2026-02-27', '2026-03-09'), ['02-27 -', '03-02 1', '03-07 -'])
  const gaps = gapsIn(finalSchedule(plan([weekdays]), { from: at('2026-03-03'), to: at('2026-03-20') }))
  assert.deepEqual(gaps, [
    { from: at('2026-03-07'), to: at('2026-03-09') },
    { from: at('2026-03-14'), to: at('2026-03-16') },
  ])
})

test('the last override wins, and one that replaces a person covers only that person', () => {
  const overrides = [override(1, 8, '2026-03-03', '2026-03-05'), override(2, 9, '2026-03-04', '2026-03-11', 1)]
  assert.deepEqual(lines(plan([layer()], overrides), '2026-03-02', '2026-03-16'), [
    ...['03-02 1', '03-03 8', '03-05 9', '03-09 2'],
  ])
  const swapped = [override(1, 8, '2026-03-03', '2026-03-05'), override(2, 9, '2026-03-04', '2026-03-11', 8)]
  assert.deepEqual(lines(plan([layer()], swapped), '2026-03-02', '2026-03-16'), [
    ...['03-02 1', '03-03 8', '03-04 9', '03-05 1', '03-09 2'],
  ])
})

test('an edit holds from its instant on, and the past stays', () => {
  const changed: Plan = {
    versions: [
      { valid_from: at('2026-01-01'), time_zone: 'UTC', layers: [layer()] },
      { valid_from: at('2026-03-11'), time_zone: 'UTC', layers: [layer({ people: [5] })] },
    ],
    overrides: [],
  }
  assert.deepEqual(lines(changed, '2026-03-02', '2026-03-30'), ['03-02 1', '03-09 2', '03-11 5'])
})

test('a person who is not available any more leaves a gap, or the turn to the layer below, from then on', () => {
  const without = (id: number) => ({ user_ids: new Set([id]), since: at('2026-03-04') })
  assert.deepEqual(lines(plan([layer()]), '2026-03-02', '2026-03-16', without(1)), ['03-02 1', '03-04 -', '03-09 2'])
  const both = plan([layer({ people: [7] }), layer()])
  assert.deepEqual(lines(both, '2026-03-02', '2026-03-16', without(1)), ['03-02 1', '03-04 7', '03-09 2'])
})

test('whoever replaces a person is on call also when that person is not available any more', () => {
  const without = { user_ids: new Set([1]), since: at('2026-03-04') }
  const replaced = [override(1, 9, '2026-03-03', '2026-03-06', 1)]
  assert.deepEqual(lines(plan([layer()], replaced), '2026-03-02', '2026-03-16', without), [
    ...['03-02 1', '03-03 9', '03-06 -', '03-09 2'],
  ])
  const standIn = [override(1, 9, '2026-03-05', '2026-03-06', 7)]
  assert.deepEqual(lines(plan([layer({ people: [7] }), layer()], standIn), '2026-03-02', '2026-03-16', without), [
    ...['03-02 1', '03-04 7', '03-05 9', '03-06 7', '03-09 2'],
  ])
})

const someLayer = fc.record({
  people: fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
  start_date: fc.integer({ min: 1, max: 28 }).map((day) => `2026-02-${String(day).padStart(2, '0')}`),
  unit: fc.constantFrom('day' as const, 'week' as const),
  length: fc.integer({ min: 1, max: 3 }),
  handover: fc.constantFrom('00:00', '02:30', '09:00', '23:59'),
})
const zones = fc.constantFrom('Europe/Berlin', 'Australia/Lord_Howe', 'Pacific/Chatham', 'Africa/Casablanca')

test('the final schedule has no break, and at each instant it says what its parts say', () => {
  const someOverride = fc.tuple(
    fc.integer({ min: 0, max: 60 * 24 }),
    fc.integer({ min: 1, max: 200 }),
    fc.integer({ min: 1, max: 9 }),
  )
  const input = fc.tuple(fc.array(someLayer, { maxLength: 3 }), fc.array(someOverride, { maxLength: 5 }), zones)
  fc.assert(
    fc.property(input, ([layers, changes, time_zone]) => {
      const window = { from: at('2026-02-20'), to: at('2026-04-20') }
      const later = (hours: number) => new Date(Number(window.from) + hours * 3_600_000)
      const overrides = changes.map(([start, hours, user_id], index) => ({
        ...{ id: index + 1, user_id, replaces: null },
        ...{ from: later(start), to: later(start + hours) },
      }))
      const whole: Plan = { versions: [{ valid_from: at('2026-01-01'), time_zone, layers }], overrides }
      const stretches = finalSchedule(whole, window)
      assert.deepEqual([stretches[0]!.from, stretches.at(-1)!.to], [window.from, window.to])
      for (const [index, { from }] of stretches.slice(1).entries()) assert.deepEqual(from, stretches[index]!.to)
      for (const { from, to, user_id } of stretches) {
        for (const moment of [from, new Date(Number(to) - 1)]) {
          const alone = finalSchedule(whole, { from: moment, to: new Date(Number(moment) + 1) })
          assert.deepEqual(
            alone.map((one) => one.user_id),
            [user_id],
          )
          const last = overrides.findLast((one) => one.from <= moment && one.to > moment)
          if (last !== undefined) assert.equal(user_id, last.user_id)
        }
      }
    }),
    { numRuns: 60 },
  )
})
