import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fleet } from '../vocabulary/modules/fleet.ts'
import { health } from '../vocabulary/modules/health.ts'
import { worker } from '../vocabulary/modules/worker.ts'
import { movementIn } from './last-movement.ts'

type Kind = Parameters<typeof movementIn>[0]

/** The minute of the last movement that readings show, given as minute and values, newest first; null without one. */
function moved(kind: Kind, readings: readonly [minute: number, values: Record<string, number | boolean>][]) {
  const look = movementIn(kind)
  for (const [minute, values] of readings) {
    const parts = Object.entries(values)
    const at = look.next({
      at: new Date(minute * 60_000),
      metrics: Object.fromEntries(parts.filter(([, value]) => typeof value === 'number')),
      flags: Object.fromEntries(parts.filter(([, value]) => typeof value === 'boolean')),
    })
    if (at !== null) return at.getTime() / 60_000
  }
  return look.says() ? null : 'unknown'
}

test('a counter that grows shows a movement at its later reading, one that stays or begins anew none', () => {
  const rows: Parameters<typeof moved>[1] = [
    [9, { steps: 40 }],
    [8, { steps: 40 }],
    [7, {}],
    [6, { steps: 39 }],
  ]
  assert.equal(moved(worker, rows), 8)
  assert.equal(moved(worker, rows.slice(0, 3)), null)
  assert.equal(
    moved(worker, [
      [9, { steps: 0 }],
      [8, { steps: 900 }],
    ]),
    null,
  )
})

test('a flag that is set shows a movement, one that is not set says that there was none', () => {
  assert.equal(
    moved(health, [
      [9, { motion: false }],
      [8, { motion: true }],
    ]),
    8,
  )
  assert.equal(moved(health, [[9, { motion: false }]]), null)
})

test('a vehicle moves by its speed, faster than at rest', () => {
  const speeds = (...all: number[]) =>
    moved(
      fleet,
      all.map((speed_kmh, place) => [9 - place, { speed_kmh }]),
    )
  assert.equal(speeds(3, -1, 3.1), 7)
  assert.equal(speeds(3, -1, 3), null)
  assert.equal(speeds(-1), 'unknown')
  assert.equal(moved(worker, [[9, { speed_kmh: 50 }]]), 'unknown')
})

test('readings that say nothing of movement leave it unknown, as does a counter that was sent once', () => {
  assert.equal(moved(health, [[9, { systolic: 120, fall_detected: true }]]), 'unknown')
  assert.equal(moved(worker, [[9, { steps: 40 }]]), 'unknown')
  assert.equal(moved({ ...fleet, mobility: 'fixed' }, [[9, { speed_kmh: 50 }]]), 'unknown')
})
