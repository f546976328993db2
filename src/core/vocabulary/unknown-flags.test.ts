import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unknownFlags } from './unknown-flags.ts'

test('a flag that a module does not know is named with the one that was probably meant', () => {
  const of = (names: string[]) => unknownFlags(['worker', 'home_infra'], names).map(({ name, meant }) => [name, meant])
  assert.deepEqual(of(['panic_pressed', 'water_leak', 'impact_g_force']), [])
  assert.deepEqual(of(['panic', 'fall_detectd', 'waterleak']), [
    ['panic', 'panic_pressed'],
    ['fall_detectd', 'fall_detected'],
    ['waterleak', 'water_leak'],
  ])
  assert.deepEqual(of(['door_open', 'fire_detected']), [
    ['door_open', null],
    ['fire_detected', null],
  ])
})
