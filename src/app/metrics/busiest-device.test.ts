import assert from 'node:assert/strict'
import { test } from 'node:test'
import { busiestDevice } from './busiest-device.ts'

test('the busiest device is that of the last minute that is over', () => {
  const busiest = busiestDevice()
  for (let sent = 0; sent < 5; sent += 1) busiest.add(1, 60_000 + sent)
  for (let sent = 0; sent < 3; sent += 1) busiest.add(2, 119_999)
  assert.equal(busiest.readings(119_999), 0, 'the minute is not over')
  assert.equal(busiest.readings(120_000), 5)
  busiest.add(2, 150_000)
  assert.equal(busiest.readings(179_999), 5)
  assert.equal(busiest.readings(180_000), 1)
  assert.equal(busiest.readings(240_000), 0, 'nothing has come since')
})
