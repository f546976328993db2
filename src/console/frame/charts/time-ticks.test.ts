import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tickTexts, timeTicks } from './time-ticks.ts'

const HOUR = 3_600
const at = (text: string) => Date.parse(text) / 1_000
const texts = (ticks: number[], zone: string) => tickTexts(ticks, zone, 'en-GB').map((text) => text.split('\n')[0])

test('ticks are at round times of the time zone, also with offsets of half an hour', () => {
  const day = [at('2026-01-10T00:00:00Z'), at('2026-01-11T00:00:00Z')] as const
  assert.deepEqual(texts(timeTicks(...day, 5 * HOUR, 'Asia/Kolkata'), 'Asia/Kolkata'), [
    '06:00',
    '12:00',
    '18:00',
    '00:00',
  ])
})

test('a day on which clocks go forward has 23 hours, and its ticks stay at round times', () => {
  const zone = 'Europe/Ljubljana'
  const ticks = timeTicks(at('2026-03-28T23:00:00Z'), at('2026-03-29T22:00:00Z'), HOUR, zone)
  assert.deepEqual(texts(ticks, zone).slice(0, 5), ['00:00', '01:00', '03:00', '04:00', '05:00'])
  assert.equal(ticks.length, 24)
  const coarse = timeTicks(at('2026-03-28T23:00:00Z'), at('2026-03-29T22:00:00Z'), 5 * HOUR, zone)
  assert.deepEqual(texts(coarse, zone), ['00:00', '06:00', '12:00', '18:00', '00:00'])
})

test('a day on which clocks go back has 25 hours', () => {
  const zone = 'Europe/Ljubljana'
  const ticks = timeTicks(at('2026-10-24T22:00:00Z'), at('2026-10-25T23:00:00Z'), 5 * HOUR, zone)
  assert.deepEqual(texts(ticks, zone), ['00:00', '06:00', '12:00', '18:00', '00:00'])
  assert.equal(ticks[1]! - ticks[0]!, 7 * HOUR)
})

test('an hour that comes twice has its ticks twice', () => {
  const zone = 'Europe/Ljubljana'
  const ticks = timeTicks(at('2026-10-24T23:00:00Z'), at('2026-10-25T03:00:00Z'), HOUR, zone)
  assert.deepEqual(texts(ticks, zone), ['01:00', '02:00', '02:00', '03:00', '04:00'])
})

test('over weeks, ticks are at the start of days', () => {
  const zone = 'America/New_York'
  const ticks = timeTicks(at('2026-10-30T12:00:00Z'), at('2026-11-03T12:00:00Z'), 24 * HOUR, zone)
  assert.deepEqual(tickTexts(ticks, zone, 'en-GB'), ['31 Oct', '1 Nov', '2 Nov', '3 Nov'])
})
