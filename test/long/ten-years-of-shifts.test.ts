import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { finalSchedule, gapsIn } from '../../src/core/on-call/final-schedule.ts'
import type { Layer } from '../../src/core/on-call/rotation.ts'
import { anyDutyLayer, anyOverrides } from '../harness/any-layer.ts'
import { differencesAround } from '../harness/duty-differences.ts'
import { modelsOf } from '../harness/duty-model.ts'
import { changesOf, shownAt } from '../harness/every-minute.ts'

const ZONES = [
  ...['Europe/Berlin', 'Europe/London', 'America/New_York', 'America/St_Johns', 'America/Santiago', 'America/Nuuk'],
  ...['Africa/Cairo', 'Africa/Casablanca', 'Asia/Beirut', 'Australia/Lord_Howe', 'Pacific/Chatham', 'Antarctica/Troll'],
]
const YEARS = [2024, 2033] as const
const HOUR_MS = 3_600_000

for (const [zone, years] of [
  ...ZONES.map((zone) => [zone, YEARS] as const),
  // The 30th of December 2011 was left out; until 2011, clocks in St. John's changed a minute past midnight.
  ...[['Pacific/Apia', [2010, 2019]] as const, ['America/St_Johns', [2008, 2011]] as const],
]) {
  test(`around each clock change from ${years[0]} to ${years[1]} in ${zone}, shifts and gaps are those found minute by minute`, () => {
    const changes = changesOf(zone, years)
    assert.ok(changes.length >= 6, `${changes.length} changes`)
    for (const [place, change] of changes.entries()) {
      fc.assert(
        fc.property(
          fc.array(anyDutyLayer(years[0] - 1, 380 * (years[1] - years[0] + 1)), { minLength: 1, maxLength: 3 }),
          anyOverrides(change),
          (layers, overrides) => assert.deepEqual(differencesAround(change, zone, layers, overrides), []),
        ),
        { numRuns: 15, seed: Number(process.env.TEST_SEED ?? 1) + place },
      )
    }
  })
}

const WARD: Layer[] = [
  { from: '06:00', to: '14:00', people: [1, 2] },
  { from: '14:00', to: '22:00', people: [3, 4, 5] },
  { from: '22:00', to: '05:30', people: [6] },
].map(({ people, ...hours }) => ({
  ...{ people, start_date: '2024-01-01', unit: 'week', length: 1, handover: '06:00' },
  hours: [hours],
}))

for (const zone of ['Europe/Berlin', 'Australia/Lord_Howe', 'Africa/Cairo']) {
  test(`over ten years in ${zone}, a ward with three shifts has somebody each quarter of an hour, but for its gap of half an hour a day`, () => {
    const plan = { versions: [{ valid_from: new Date(0), time_zone: zone, layers: WARD }], overrides: [] }
    const window = { from: new Date('2024-01-02T00:00:00Z'), to: new Date('2034-01-01T00:00:00Z') }
    const stretches = finalSchedule(plan, window)
    const models = modelsOf(plan, '2034-01-02')
    let place = 0
    for (let at = Number(window.from); at < Number(window.to); at += HOUR_MS / 4) {
      while (Number(stretches[place]!.to) <= at) place += 1
      const minute = Date.parse(`${shownAt(at, zone)}Z`) / 60_000
      const expected = models.map((model) => model(minute)).findLast((holder) => holder !== null) ?? null
      if (stretches[place]!.user_id !== expected) {
        assert.fail(`${new Date(at).toISOString()}: ${stretches[place]!.user_id}, not ${expected}`)
      }
    }
    for (const [index, { from }] of stretches.slice(1).entries()) assert.deepEqual(from, stretches[index]!.to)
    const gaps = gapsIn(stretches)
    assert.equal(gaps.length, 3_652)
    assert.ok(gaps.every(({ from, to }) => Number(to) - Number(from) === HOUR_MS / 2))
  })
}
