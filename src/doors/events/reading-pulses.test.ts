import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Queryable } from '../../platform/database/database.ts'
import { READINGS_STORED, readingPulses } from './reading-pulses.ts'

test('a timer that fires early announces nothing before a whole second has passed', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const clock = t.mock.method(performance, 'now', () => 5_000)
  const heard = new Map<string, (payload: string) => void>()
  const notifications = {
    on: (channel: string, hear: (payload: string) => void) => heard.set(channel, hear),
    onGap: () => undefined,
    heard: async () => undefined,
    close: async () => undefined,
  }
  let told = 0
  const tell = () => {
    told += 1
  }
  readingPulses({} as Queryable, notifications, tell, () => assert.fail('nothing was sent'))
  const hear = () => heard.get(READINGS_STORED)!('1:1')
  hear()
  t.mock.timers.tick(0)
  assert.equal(told, 1)
  hear()
  clock.mock.mockImplementation(() => 5_997)
  t.mock.timers.tick(1_000)
  assert.equal(told, 1)
  clock.mock.mockImplementation(() => 6_000)
  t.mock.timers.tick(3)
  assert.equal(told, 2)
})
