import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { momentOf } from '../../platform/wall-clock.ts'
import { WEEKDAYS } from '../../platform/weekly-windows.ts'
import { handoverOf, type Layer, type Shift, shiftsOf, TURN_UNITS } from './rotation.ts'

const ZONES = [
  ...['UTC', 'Europe/Berlin', 'Australia/Lord_Howe', 'Pacific/Chatham', 'Africa/Casablanca', 'America/New_York'],
  // Skipped 30 December 2011.
  'Pacific/Apia',
]

const weekly: Layer = { people: [1, 2, 3], start_date: '2026-01-05', unit: 'week', length: 1, handover: '09:00' }
const at = (text: string) => new Date(text)
const lines = (layer: Layer, zone: string, from: string, to: string) =>
  shiftsOf(layer, zone, { from: at(from), to: at(to) }).map(
    (shift) => `${shift.from.toISOString().slice(0, 16)} ${shift.user_id}`,
  )

const anyLayer = fc.record({
  people: fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 7 }),
  start_date: fc
    .integer({ min: 0, max: 7_000 })
    .map((days) => Temporal.PlainDate.from('2010-01-01').add({ days }).toString()),
  unit: fc.constantFrom(...TURN_UNITS),
  length: fc.integer({ min: 1, max: 10 }),
  handover: fc
    .integer({ min: 0, max: 1_439 })
    .map((minutes) => new Temporal.PlainTime(Math.floor(minutes / 60), minutes % 60).toString().slice(0, 5)),
})
const someDays = fc.subarray([...WEEKDAYS], { minLength: 1 })
const anyTime = fc.integer({ min: Date.UTC(2010, 0), max: Date.UTC(2031, 0) }).map((time) => new Date(time))

test('the hand-over keeps its hour over both changes of the clocks', () => {
  assert.deepEqual(lines(weekly, 'Europe/Berlin', '2026-03-20T00:00:00Z', '2026-04-10T00:00:00Z'), [
    '2026-03-16T08:00 2',
    '2026-03-23T08:00 3',
    '2026-03-30T07:00 1',
    '2026-04-06T07:00 2',
  ])
  assert.deepEqual(lines(weekly, 'Europe/Berlin', '2026-10-20T00:00:00Z', '2026-11-03T00:00:00Z'), [
    '2026-10-19T07:00 3',
    '2026-10-26T08:00 1',
    '2026-11-02T08:00 2',
  ])
})

test('a hand-over at a time that clocks skip is at the change, one at a repeated time happens the first time', () => {
  const daily: Layer = { ...weekly, unit: 'day', start_date: '2026-01-01', handover: '02:30' }
  const spring = lines(daily, 'Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-30T12:00:00Z')
  assert.deepEqual(
    spring.map((line) => line.slice(0, 16)),
    ['2026-03-28T01:30', '2026-03-29T01:00', '2026-03-30T00:30'],
  )
  const autumn = lines(daily, 'Europe/Berlin', '2026-10-24T12:00:00Z', '2026-10-26T12:00:00Z')
  assert.deepEqual(
    autumn.map((line) => line.slice(0, 16)),
    ['2026-10-24T00:30', '2026-10-25T00:30', '2026-10-26T01:30'],
  )
})

test('each instant from the start on has exactly one holder in a full layer, in every zone', () => {
  fc.assert(
    fc.property(
      anyLayer,
      fc.constantFrom(...ZONES),
      anyTime,
      fc.integer({ min: 1, max: 60 }),
      (layer, zone, from, days) => {
        const window = { from, to: new Date(Number(from) + days * 86_400_000) }
        const shifts = shiftsOf(layer, zone, window)
        const begin = momentOf(Temporal.PlainDate.from(layer.start_date).toPlainDateTime(layer.handover), zone)
        if (window.to <= begin) return assert.deepEqual(shifts, [])
        assert.ok(shifts[0]!.from <= (from < begin ? begin : from))
        assert.ok(shifts.at(-1)!.to >= window.to)
        for (const [index, shift] of shifts.slice(1).entries()) assert.deepEqual(shift.from, shifts[index]!.to)
      },
    ),
    { numRuns: 500 },
  )
})

test('a shift is the same whatever window it is asked for', () => {
  fc.assert(
    fc.property(anyLayer, fc.option(someDays), fc.constantFrom(...ZONES), anyTime, (plain, weekdays, zone, from) => {
      const layer = weekdays === null ? plain : { ...plain, weekdays }
      const all = shiftsOf(layer, zone, { from, to: new Date(Number(from) + 100 * 86_400_000) })
      for (const shift of all.slice(0, 8)) {
        const middle = new Date((Number(shift.from) + Number(shift.to)) / 2)
        const alone = shiftsOf(layer, zone, { from: middle, to: new Date(Number(middle) + 1) })
        assert.deepEqual(alone, [shift])
      }
    }),
    { numRuns: 200 },
  )
})

test('excluded weekdays consume no turn: over time, nobody always has the same day', () => {
  const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri'] as const
  const layer: Layer = { ...weekly, people: [1, 2, 3, 4, 5, 6, 7], unit: 'day', weekdays: [...weekdays] }
  const shifts = shiftsOf(layer, 'Europe/Berlin', { from: at('2026-01-05T12:00:00Z'), to: at('2026-03-20T00:00:00Z') })
  assert.deepEqual(
    shifts.slice(0, 9).map(({ user_id }) => user_id),
    [1, 2, 3, 4, 5, 6, 7, 1, 2],
  )
  const days = (person: number) =>
    new Set(shifts.filter((one) => one.user_id === person).map((one) => one.from.getUTCDay()))
  for (const person of layer.people) assert.equal(days(person).size, 5)
})

test('everybody has as many turns as the others, whatever weekdays are excluded', () => {
  fc.assert(
    fc.property(anyLayer, someDays, (plain, weekdays) => {
      const layer: Layer = { ...plain, unit: 'day', length: 1, weekdays }
      const from = at(`${layer.start_date}T00:00:00Z`)
      const shifts = shiftsOf(layer, 'UTC', { from, to: new Date(Number(from) + 200 * 86_400_000) })
      const turns = layer.people.map((person) => shifts.filter((one) => one.user_id === person).length)
      assert.ok(Math.max(...turns) - Math.min(...turns) <= 1)
    }),
  )
})

test('a turn over an excluded weekend has a stretch before and one after it', () => {
  const layer: Layer = { ...weekly, start_date: '2026-01-08', unit: 'day', length: 2, weekdays: ['thu', 'fri', 'mon'] }
  assert.deepEqual(
    shiftsOf(layer, 'UTC', { from: at('2026-01-08T09:00:00Z'), to: at('2026-01-16T00:00:00Z') }).map(
      ({ from, to, user_id, turn, part }) => [
        from.toISOString().slice(5, 10),
        to.toISOString().slice(5, 10),
        user_id,
        turn,
        part,
      ],
    ),
    [
      ['01-08', '01-10', 1, 0, 0],
      ['01-12', '01-13', 2, 1, 0],
      ['01-15', '01-16', 2, 1, 1],
    ],
  )
})

test('a turn is found at its beginning, and not before', () => {
  fc.assert(
    fc.property(anyLayer, fc.option(someDays), fc.integer({ min: 0, max: 3_000 }), (plain, weekdays, turn) => {
      // Turns of weeks begin on their weekday, whether it is covered or not.
      const layer = weekdays === null || plain.unit === 'week' ? plain : { ...plain, weekdays }
      const begin = handoverOf(layer, 'UTC', turn)
      const turnsAt = (at: number) =>
        shiftsOf(layer, 'UTC', { from: new Date(at), to: new Date(at + 1) }).map((shift) => shift.turn)
      assert.deepEqual(turnsAt(Number(begin)), [turn])
      for (const before of turnsAt(Number(begin) - 1)) assert.equal(before, turn - 1)
    }),
  )
})

test('turns of hours are counted from the hand-over on the first day, and keep their times over changes of the clocks', () => {
  const twelve: Layer = { ...weekly, people: [1, 2], unit: 'hour', length: 12, handover: '07:00' }
  assert.deepEqual(lines(twelve, 'Europe/Berlin', '2026-10-24T12:00:00Z', '2026-10-26T00:00:00Z'), [
    ...['2026-10-24T05:00 1', '2026-10-24T17:00 2', '2026-10-25T06:00 1', '2026-10-25T18:00 2'],
  ])
  const eight: Layer = { ...twelve, people: [1, 2, 3], length: 8, handover: '06:00' }
  assert.deepEqual(lines(eight, 'Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-29T12:00:00Z'), [
    ...['2026-03-28T05:00 1', '2026-03-28T13:00 2', '2026-03-28T21:00 3', '2026-03-29T04:00 1'],
  ])
})

test('a turn that lies in a skipped hour is left out, and one in a repeated hour lasts two', () => {
  const hourly: Layer = { ...weekly, people: [1, 2, 3, 4, 5, 6, 7], unit: 'hour', handover: '00:00' }
  assert.deepEqual(lines(hourly, 'Europe/Berlin', '2026-03-29T00:00:00Z', '2026-03-29T02:30:00Z'), [
    ...['2026-03-29T00:00 6', '2026-03-29T01:00 1', '2026-03-29T02:00 2'],
  ])
  assert.deepEqual(lines(hourly, 'Europe/Berlin', '2026-10-24T23:00:00Z', '2026-10-25T02:30:00Z'), [
    ...['2026-10-24T23:00 6', '2026-10-25T00:00 7', '2026-10-25T02:00 1'],
  ])
})

test('with hours, a rotation has somebody only then; to before from is on the next day, and equal times are 24 hours', () => {
  const nights: Layer = { ...weekly, handover: '08:00', hours: [{ from: '19:00', to: '07:00' }] }
  assert.deepEqual(lines(nights, 'Europe/Berlin', '2026-01-10T12:00:00Z', '2026-01-13T12:00:00Z'), [
    ...['2026-01-10T18:00 1', '2026-01-11T18:00 1', '2026-01-12T18:00 2'],
  ])
  const weekends: Layer = { ...nights, hours: [{ days: ['sat', 'sun'], from: '08:00', to: '08:00' }] }
  assert.deepEqual(
    shiftsOf(weekends, 'UTC', { from: at('2026-01-05T00:00:00Z'), to: at('2026-01-19T00:00:00Z') }).map(
      ({ from, to, user_id }) => `${from.toISOString().slice(5, 16)} ${to.toISOString().slice(5, 16)} ${user_id}`,
    ),
    ['01-10T08:00 01-12T08:00 1', '01-17T08:00 01-19T08:00 2'],
  )
})

test('a hand-over within hours divides them, and one between them does not', () => {
  const nights: Layer = { ...weekly, unit: 'day', handover: '00:00', hours: [{ from: '19:00', to: '07:00' }] }
  assert.deepEqual(lines(nights, 'UTC', '2026-01-06T12:00:00Z', '2026-01-07T12:00:00Z'), [
    ...['2026-01-06T19:00 2', '2026-01-07T00:00 3'],
  ])
  assert.deepEqual(lines({ ...nights, handover: '12:00' }, 'UTC', '2026-01-06T12:00:00Z', '2026-01-08T12:00:00Z'), [
    ...['2026-01-06T19:00 2', '2026-01-07T19:00 3'],
  ])
})

test('days on which a rotation has no hours consume no turn', () => {
  const hours = [{ days: ['mon' as const, 'wed' as const, 'fri' as const], from: '19:00', to: '07:00' }]
  const layer: Layer = { ...weekly, people: [1, 2], unit: 'day', handover: '19:00', hours }
  assert.deepEqual(lines(layer, 'UTC', '2026-01-05T19:00:00Z', '2026-01-12T23:00:00Z'), [
    ...['2026-01-05T19:00 1', '2026-01-07T19:00 2', '2026-01-09T19:00 1', '2026-01-12T19:00 2'],
  ])
})

test('weekdays beside hours are the days on which these begin', () => {
  const layer: Layer = { ...weekly, weekdays: ['fri'], hours: [{ from: '19:00', to: '07:00' }] }
  assert.deepEqual(
    shiftsOf(layer, 'UTC', { from: at('2026-01-05T00:00:00Z'), to: at('2026-01-12T00:00:00Z') }).map(
      ({ from, to }) => `${from.toISOString().slice(5, 16)} ${to.toISOString().slice(5, 16)}`,
    ),
    ['01-09T19:00 01-10T07:00'],
  )
})

test('hours that end in a repeated hour last until the second time, unless the next person takes over', () => {
  const until: Layer = {
    ...weekly,
    people: [1, 2],
    unit: 'day',
    handover: '02:30',
    hours: [{ from: '22:00', to: '02:30' }],
  }
  const ends = (layer: Layer) =>
    shiftsOf(layer, 'Europe/Berlin', { from: at('2026-10-24T21:00:00Z'), to: at('2026-10-25T01:45:00Z') }).map(
      ({ from, to }) => `${from.toISOString().slice(8, 16)} ${to.toISOString().slice(8, 16)}`,
    )
  assert.deepEqual(ends(until), ['24T20:00 25T01:30'])
  const both = { ...until, hours: [...until.hours!, { from: '02:30', to: '06:00' }] }
  assert.deepEqual(ends(both), ['24T20:00 25T00:30', '25T00:30 25T05:00'])
})

/** The same by the calendar alone: each day on call from the start date on, one after the other. */
function shiftsByCalendar(layer: Layer, zone: string, { from, to }: { from: Date; to: Date }): Shift[] {
  const start = Temporal.PlainDate.from(layer.start_date)
  const end = Temporal.Instant.fromEpochMilliseconds(Number(to))
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .add({ days: 800 })
  const handover = (day: Temporal.PlainDate) => momentOf(day.toPlainDateTime(layer.handover), zone)
  const shifts: (Shift & { last: Temporal.PlainDate })[] = []
  let shiftDays = 0
  for (let day = start, days = 0; Temporal.PlainDate.compare(day, end) < 0; day = day.add({ days: 1 }), days += 1) {
    if (layer.weekdays?.includes(WEEKDAYS[day.dayOfWeek - 1]!) === false) continue
    const turn = Math.floor((layer.unit === 'week' ? Math.floor(days / 7) : shiftDays) / layer.length)
    shiftDays += 1
    const before = shifts.at(-1)
    if (before?.turn === turn && before.last.equals(day.subtract({ days: 1 }))) before.last = day
    else {
      const part = before?.turn === turn ? before.part + 1 : 0
      const user_id = layer.people[turn % layer.people.length]!
      shifts.push({ from: handover(day), to: from, user_id, turn, part, last: day })
    }
  }
  return shifts
    .map(({ last, ...shift }) => ({ ...shift, to: handover(last.add({ days: 1 })) }))
    .filter((shift) => shift.to > from && shift.from < to && shift.to > shift.from)
}

test('turns found by division are those that are found day by day', () => {
  const window = fc.record({ day: fc.integer({ min: 0, max: 1_200 }), hours: fc.integer({ min: 1, max: 24 * 60 }) })
  fc.assert(
    fc.property(
      anyLayer.filter(({ unit }) => unit !== 'hour'),
      fc.option(someDays),
      fc.constantFrom(...ZONES),
      window,
      (plain, weekdays, zone, { day, hours }) => {
        const layer = weekdays === null ? plain : { ...plain, weekdays }
        const from = new Date(Date.parse(layer.start_date) + (day - 5) * 86_400_000)
        const asked = { from, to: new Date(Number(from) + hours * 3_600_000) }
        assert.deepEqual(shiftsOf(layer, zone, asked), shiftsByCalendar(layer, zone, asked))
      },
    ),
    { numRuns: 100 },
  )
})
