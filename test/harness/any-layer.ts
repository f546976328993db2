import fc from 'fast-check'
import type { Override } from '../../src/core/on-call/final-schedule.ts'
import { type Layer, LONGEST_TURN, TURN_UNITS } from '../../src/core/on-call/rotation.ts'
import { WEEKDAYS } from '../../src/platform/weekly-windows.ts'

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** Times of day at which clocks are changed are frequent. */
const anyClock = fc.oneof(
  fc.constantFrom('00:00', '00:30', '01:00', '02:00', '02:15', '02:30', '02:45', '03:00', '06:00', '22:00', '23:30'),
  fc.integer({ min: 0, max: 1_439 }).map(clock),
)
const someDays = fc.subarray([...WEEKDAYS], { minLength: 1 })
const anyHours = fc
  .tuple(fc.option(someDays), anyClock, anyClock)
  .map(([days, from, to]) => ({ ...(days === null ? {} : { days }), from, to }))

/** A rotation of any kind that begins on one of the days since 1 January of a year. */
export const anyDutyLayer = (year: number, days: number): fc.Arbitrary<Layer> =>
  fc
    .record({
      people: fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 5 }),
      start_date: fc
        .integer({ min: 0, max: days })
        .map((day) => Temporal.PlainDate.from(`${year}-01-01`).add({ days: day }).toString()),
      unit: fc.constantFrom(...TURN_UNITS),
      length: fc.integer({ min: 1, max: 40 }),
      handover: anyClock,
      weekdays: fc.option(someDays, { freq: 4 }),
      hours: fc.option(fc.array(anyHours, { minLength: 1, maxLength: 3 })),
    })
    .map(({ weekdays, hours, length, unit, ...layer }) => ({
      ...layer,
      ...{ unit, length: Math.min(length, LONGEST_TURN[unit]) },
      ...(weekdays === null ? {} : { weekdays }),
      ...(hours === null ? {} : { hours }),
    }))

/** Overrides within 30 hours of a moment, some of them of one person alone. */
export const anyOverrides = (around: number): fc.Arbitrary<Override[]> =>
  fc
    .array(
      fc.record({
        begin: fc.integer({ min: -1_800, max: 1_800 }),
        minutes: fc.integer({ min: 1, max: 1_000 }),
        user_id: fc.integer({ min: 100, max: 102 }),
        replaces: fc.option(fc.integer({ min: 1, max: 102 })),
      }),
      { maxLength: 3 },
    )
    .map((all) =>
      all.map(({ begin, minutes, ...who }, place) => ({
        ...{ id: place + 1, ...who },
        ...{ from: new Date(around + begin * 60_000), to: new Date(around + (begin + minutes) * 60_000) },
      })),
    )
