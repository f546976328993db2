import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hoursAt, isWithin, isZoneOrOffset, type Schedule } from './schedule.ts'

const at = (text: string) => Date.parse(text)
const NIGHTS: Schedule = {
  tz: 'Europe/Ljubljana',
  hours: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '22:00', to: '06:00' }],
}
const OFFICE: Schedule = {
  tz: 'UTC',
  hours: [
    { days: ['mon'], from: '08:00', to: '12:00' },
    { days: ['mon'], from: '12:00', to: '16:30' },
  ],
}

test('hours begin with their first minute and end with their last', () => {
  const within = ['07:59:59', '08:00:00', '12:00:00', '16:29:59', '16:30:00'].map((time) =>
    isWithin(OFFICE, at(`2026-01-05T${time}Z`)),
  )
  assert.deepEqual(within, [false, true, true, true, false])
  assert.equal(isWithin(OFFICE, at('2026-01-06T09:00:00Z')), false)
})

test('hours past midnight belong to the day on which they begin', () => {
  // Friday the 9th into Saturday, then Saturday itself.
  assert.equal(isWithin(NIGHTS, at('2026-01-09T23:00:00+01:00')), true)
  assert.equal(isWithin(NIGHTS, at('2026-01-10T05:59:00+01:00')), true)
  assert.equal(isWithin(NIGHTS, at('2026-01-10T06:00:00+01:00')), false)
  assert.equal(isWithin(NIGHTS, at('2026-01-10T23:00:00+01:00')), false)
  // Sunday night has no hours, so Monday morning has none either.
  assert.equal(isWithin(NIGHTS, at('2026-01-12T05:00:00+01:00')), false)
})

const endOf = (schedule: Schedule, time: number) => hoursAt(schedule, time).to

test('hours that follow one another are the same hours, also where clocks change', () => {
  const office = { isWithin: true, from: at('2026-01-05T08:00:00Z'), to: at('2026-01-05T16:30:00Z') }
  for (const time of ['08:00:00', '11:59:59', '12:00:00', '16:29:59']) {
    assert.deepEqual(hoursAt(OFFICE, at(`2026-01-05T${time}Z`)), office)
  }
  const between = { isWithin: false, from: at('2026-01-05T16:30:00Z'), to: at('2026-01-12T08:00:00Z') }
  assert.deepEqual(hoursAt(OFFICE, at('2026-01-05T17:00:00Z')), between)
  const daily: Schedule = { tz: 'Europe/Ljubljana', hours: [{ from: '22:00', to: '06:00' }] }
  assert.equal(endOf(daily, at('2026-03-28T23:00:00+01:00')), at('2026-03-29T06:00:00+02:00'))
  assert.equal(endOf(daily, at('2026-10-24T23:00:00+02:00')), at('2026-10-25T06:00:00+01:00'))
})

test('hours that never end have no end', () => {
  const always: Schedule = { tz: 'UTC', hours: [{ from: '00:00', to: '00:00' }] }
  assert.equal(isWithin(always, at('2026-01-05T08:10:20Z')), true)
  assert.equal(endOf(always, at('2026-01-05T08:10:20Z')), Number.POSITIVE_INFINITY)
})

test('hours to a time that occurs twice end the second time, without a break before', () => {
  const nights: Schedule = { tz: 'Europe/Ljubljana', hours: [{ from: '22:00', to: '02:30' }] }
  const night = { isWithin: true, from: at('2026-10-24T20:00:00Z'), to: at('2026-10-25T01:30:00Z') }
  for (const time of ['00:29', '00:31', '00:59', '01:00', '01:29']) {
    assert.deepEqual(hoursAt(nights, at(`2026-10-25T${time}:00Z`)), night)
  }
})

test('hours with one break a week last for two weeks where clocks skip the break', () => {
  const schedule: Schedule = {
    tz: 'Europe/Ljubljana',
    hours: [
      { days: ['sun'], from: '02:50', to: '00:00' },
      { days: ['sun'], from: '00:00', to: '02:10' },
      { days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat'], from: '00:00', to: '00:00' },
    ],
  }
  const joined = { isWithin: true, from: at('2026-03-22T01:50:00Z'), to: at('2026-04-05T00:10:00Z') }
  for (const time of ['2026-03-22T01:50:00Z', '2026-03-29T00:30:00Z', '2026-04-05T00:09:59Z']) {
    assert.deepEqual(hoursAt(schedule, at(time)), joined)
  }
})

test('a time zone is one that the runtime knows', () => {
  assert.deepEqual(['Europe/Ljubljana', 'UTC', 'Europe/Atlantis', ''].map(isZoneOrOffset), [true, true, false, false])
})
