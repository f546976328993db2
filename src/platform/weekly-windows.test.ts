import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTimeZone, type Weekday, type Weekly, weeklyWindowAt } from './weekly-windows.ts'

const every = (days: Weekday[], from: string, to: string, time_zone = 'Europe/Ljubljana'): Weekly => ({
  days,
  from,
  to,
  time_zone,
})

function windowAt(weekly: Weekly, at: string): string[] {
  const window = weeklyWindowAt(weekly, new Date(at))
  return window === null ? [] : [window.from.toISOString(), window.to.toISOString()]
}

test('a window is the same hours by the clocks of its place, in summer and in winter', () => {
  const mornings = every(['mon'], '09:00', '11:00')
  assert.deepEqual(windowAt(mornings, '2026-01-05T00:00:00Z'), ['2026-01-05T08:00:00.000Z', '2026-01-05T10:00:00.000Z'])
  assert.deepEqual(windowAt(mornings, '2026-07-06T00:00:00Z'), ['2026-07-06T07:00:00.000Z', '2026-07-06T09:00:00.000Z'])
})

test('the current window is returned until it ends, then the next', () => {
  const mornings = every(['mon', 'wed'], '09:00', '11:00', 'UTC')
  const monday = ['2026-01-05T09:00:00.000Z', '2026-01-05T11:00:00.000Z']
  assert.deepEqual(windowAt(mornings, '2026-01-05T09:00:00Z'), monday)
  assert.deepEqual(windowAt(mornings, '2026-01-05T10:59:59.999Z'), monday)
  assert.deepEqual(windowAt(mornings, '2026-01-05T11:00:00Z'), ['2026-01-07T09:00:00.000Z', '2026-01-07T11:00:00.000Z'])
  assert.deepEqual(windowAt(mornings, '2026-01-07T11:00:00Z'), ['2026-01-12T09:00:00.000Z', '2026-01-12T11:00:00.000Z'])
})

test('a window past midnight belongs to the day on which it begins; from an hour to the same hour is a whole day', () => {
  const nights = every(['fri'], '22:00', '06:00', 'UTC')
  assert.deepEqual(windowAt(nights, '2026-01-10T05:00:00Z'), ['2026-01-09T22:00:00.000Z', '2026-01-10T06:00:00.000Z'])
  const sundays = every(['sun'], '00:00', '00:00', 'UTC')
  assert.deepEqual(windowAt(sundays, '2026-01-11T23:59:59Z'), ['2026-01-11T00:00:00.000Z', '2026-01-12T00:00:00.000Z'])
})

test('the night in which clocks go forward is an hour shorter, the one in which they go back an hour longer', () => {
  const nights = every(['sat'], '22:00', '06:00')
  assert.deepEqual(windowAt(nights, '2026-03-28T22:00:00Z'), ['2026-03-28T21:00:00.000Z', '2026-03-29T04:00:00.000Z'])
  assert.deepEqual(windowAt(nights, '2026-10-24T22:00:00Z'), ['2026-10-24T20:00:00.000Z', '2026-10-25T05:00:00.000Z'])
})

test('a time that clocks skip is the moment of the change', () => {
  const from = every(['sun'], '02:30', '04:00')
  assert.deepEqual(windowAt(from, '2026-03-29T00:00:00Z'), ['2026-03-29T01:00:00.000Z', '2026-03-29T02:00:00.000Z'])
  const to = every(['sun'], '01:00', '02:30')
  assert.deepEqual(windowAt(to, '2026-03-29T00:00:00Z'), ['2026-03-29T00:00:00.000Z', '2026-03-29T01:00:00.000Z'])
  const within = every(['sun'], '02:10', '02:50')
  for (const before of ['2026-03-23T12:00:00Z', '2026-03-28T12:00:00Z']) {
    assert.deepEqual(windowAt(within, before)[0], '2026-04-05T00:10:00.000Z', 'nothing is left of it')
  }
})

test('the first time that clocks skip is the moment of the change, too', () => {
  const from = every(['sun'], '02:00', '04:00')
  assert.deepEqual(windowAt(from, '2026-03-24T12:00:00Z'), ['2026-03-29T01:00:00.000Z', '2026-03-29T02:00:00.000Z'])
  const to = every(['sat'], '22:00', '02:00')
  assert.deepEqual(windowAt(to, '2026-03-24T12:00:00Z'), ['2026-03-28T21:00:00.000Z', '2026-03-29T01:00:00.000Z'])
  const midnight = every(['sun'], '00:00', '06:00', 'America/Santiago')
  assert.deepEqual(windowAt(midnight, '2026-09-01T12:00:00Z'), ['2026-09-06T04:00:00.000Z', '2026-09-06T09:00:00.000Z'])
})

test('a repeated hour begins with the first and ends with the second', () => {
  const from = every(['sun'], '02:30', '04:00')
  assert.deepEqual(windowAt(from, '2026-10-24T12:00:00Z'), ['2026-10-25T00:30:00.000Z', '2026-10-25T03:00:00.000Z'])
  const to = every(['sun'], '01:00', '02:30')
  assert.deepEqual(windowAt(to, '2026-10-24T12:00:00Z'), ['2026-10-24T23:00:00.000Z', '2026-10-25T01:30:00.000Z'])
})

test('changes of clocks in the southern hemisphere and by half an hour are right', () => {
  const sydney = every(['sun'], '01:00', '05:00', 'Australia/Sydney')
  assert.deepEqual(windowAt(sydney, '2026-04-04T12:00:00Z'), ['2026-04-04T14:00:00.000Z', '2026-04-04T19:00:00.000Z'])
  const lordHowe = every(['sun'], '01:45', '03:00', 'Australia/Lord_Howe')
  assert.deepEqual(windowAt(lordHowe, '2026-04-04T12:00:00Z'), ['2026-04-04T14:45:00.000Z', '2026-04-04T16:30:00.000Z'])
})

test('a time zone is an IANA name, not an offset', () => {
  const known = ['Europe/Ljubljana', 'UTC', 'America/Argentina/Buenos_Aires', 'Mars/Olympus', '+02:00', '', 'x\0']
  assert.deepEqual(known.filter(isTimeZone), known.slice(0, 3))
})
