import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findStorm, type LostDevice, stormTitle } from './storm.ts'

const NOW = new Date('2026-03-01T12:00:00Z')

const lost = (count: number, tags: string[] = [], secondsAgo = 10): LostDevice[] =>
  Array.from({ length: count }, (_, id) => ({ id, tags, offline_at: new Date(NOW.getTime() - secondsAgo * 1_000) }))

const found = (devices: LostDevice[], population: [string | null, number][]) => {
  const storm = findStorm(devices, new Map(population), NOW)
  return storm === null ? null : [storm.tag, storm.devices.length]
}

test('a storm has at least five devices that are at least a fifth of all', () => {
  assert.deepEqual(found(lost(5), [[null, 25]]), [null, 5])
  assert.equal(found(lost(4), [[null, 4]]), null)
  assert.equal(found(lost(5), [[null, 26]]), null)
})

test('devices of one tag form a storm, even if all others are online', () => {
  const devices = [...lost(6, ['hall-3', 'gas']), ...lost(2, ['gas'])]
  assert.deepEqual(
    found(devices, [
      [null, 1_000],
      ['hall-3', 6],
      ['gas', 500],
    ]),
    ['hall-3', 6],
  )
})

test('a storm of the whole fleet is preferred to a storm of a tag', () => {
  const devices = [...lost(6, ['hall-1']), ...lost(6, ['hall-2'])]
  assert.deepEqual(
    found(devices, [
      [null, 40],
      ['hall-1', 6],
      ['hall-2', 6],
    ]),
    [null, 12],
  )
})

test('a storm is announced when no device followed for five seconds, or half a minute after the first', () => {
  assert.equal(found(lost(8, [], 4), [[null, 8]]), null)
  assert.deepEqual(found(lost(8, [], 5), [[null, 8]]), [null, 8])
  assert.deepEqual(found([...lost(8, [], 30), ...lost(1, [], 0)], [[null, 9]]), [null, 9])
})

test('the title of a storm has the number of devices and their tag', () => {
  assert.equal(stormTitle(5, 9, null).title, '5 of 9 devices went offline')
  assert.equal(stormTitle(5, 5, 'hall-3').title, '5 of 5 devices tagged hall-3 went offline')
})
