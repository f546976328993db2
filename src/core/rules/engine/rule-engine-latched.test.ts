import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PANIC, PATIENT, SYSTOLIC, watch } from '../../../../test/harness/rule-watch.ts'
import { closedByPerson } from './rule-state.ts'

test('a latched alert is never auto-resolved', () => {
  const device = watch(PANIC)
  assert.deepEqual(device.reads(0, 1), ['raised critical'])
  assert.deepEqual(device.reads(10, 0), ['updated critical'])
  assert.equal(device.dueAtS(), null)
  assert.deepEqual(device.ticks(400), [])
  assert.deepEqual(device.reads(86_400, 0), ['updated critical'])
})

test('every breach of a latched alert counts as an occurrence', () => {
  const device = watch(PANIC)
  for (const second of [0, 1, 2]) device.reads(second, 1)
  assert.equal(device.open()?.occurrences, 3)
})

test('a late breach raises a latched alert, marked as late', () => {
  const device = watch(PANIC)
  assert.deepEqual(device.lateEffectsOf(100, 1, 3_700), [
    {
      kind: 'raised',
      alert: { alert_id: 1, severity: 'critical', peak_value: 1, occurrences: 1 },
      at: 100_000,
      value: 1,
      threshold: null,
      rises: true,
      late: true,
    },
  ])
  assert.deepEqual(device.reads(3_701, 0), ['updated critical'])
})

test('a late breach of an open latched alert counts, and does not change the last value', () => {
  const device = watch(PANIC)
  device.reads(0, 1)
  device.reads(200, 0)
  const [effect] = device.lateEffectsOf(100, 1, 200)
  assert.equal(effect?.kind, 'updated')
  assert.equal(effect?.value, 0)
  assert.equal(device.open()?.occurrences, 2)
})

test('a late breach counts up to late_max_s', () => {
  const device = watch({ ...PANIC, late_max_s: 3_600 })
  assert.deepEqual(device.readsLate(0, 1, 3_601), [])
  assert.equal(device.state(), null)
  assert.deepEqual(device.readsLate(1, 1, 3_601), ['raised critical'])
})

test('a late reading makes an open latched alert more severe', () => {
  const device = watch({
    ...PANIC,
    condition: { type: 'threshold', field: 'flags.impact_g_force', op: 'gte' },
    levels: [
      { severity: 'warning', value: 1.5 },
      { severity: 'critical', value: 2.5 },
    ],
  })
  device.reads(100, 1.6)
  assert.deepEqual(device.readsLate(50, 1, 100), [])
  assert.deepEqual(device.readsLate(50, 3, 100), ['severity_changed critical'])
  assert.deepEqual(device.open(), { alert_id: 1, severity: 'critical', peak_value: 3, occurrences: 2 })
})

test('a late reading changes nothing for a rule that does not latch', () => {
  const idle = watch(SYSTOLIC)
  assert.deepEqual(idle.readsLate(0, 200, 60), [])
  assert.equal(idle.state(), null)

  const pending = watch(PATIENT)
  pending.reads(100, 150)
  const before = pending.state()
  assert.deepEqual(pending.readsLate(40, 150, 100), [])
  assert.equal(pending.state(), before)
})

test('a single late reading fulfils no for_s', () => {
  const patient = { severity: 'critical' as const, for_s: 60 }
  const only = watch({ ...PANIC, levels: [patient] })
  assert.deepEqual(only.readsLate(0, 1, 500), [])
  assert.equal(only.state(), null)

  const both = watch({ ...PANIC, levels: [{ severity: 'warning' }, patient] })
  assert.deepEqual(both.readsLate(0, 1, 500), ['raised warning'])
  assert.deepEqual(both.readsLate(100, 1, 500), ['updated warning'])
  assert.equal(both.open()?.occurrences, 2)
})

test('a late breach raises the alert of a rule that says so, and does not count while it is open', () => {
  const device = watch({ ...SYSTOLIC, late: 'raise' })
  assert.deepEqual(device.readsLate(0, 150, 60), ['raised warning'])
  assert.deepEqual(device.readsLate(10, 160, 60), [])
  assert.deepEqual(device.readsLate(20, 185, 60), ['severity_changed critical'])
  assert.deepEqual(device.open(), { alert_id: 1, severity: 'critical', peak_value: 185, occurrences: 1 })
  assert.deepEqual(device.reads(61, 120), ['updated critical'])
  assert.deepEqual(device.ticks(121), ['resolved critical'])
  assert.deepEqual(device.readsLate(30, 150, 121), ['reopened warning'])
})

test('a late normal reading does not clear', () => {
  const device = watch({ ...SYSTOLIC, clear_for_s: 0 })
  device.reads(100, 150)
  const before = device.state()
  assert.deepEqual(device.readsLate(50, 120, 100), [])
  assert.equal(device.state(), before)
})

test('streaks restart when a person closes the alert', () => {
  const device = watch({ ...PATIENT, cooldown_s: 10 })
  device.reads(0, 150)
  device.reads(60, 150)
  device.personClosesAt(65)
  assert.equal(device.open(), null)
  assert.equal(device.dueAtS(), null)
  assert.deepEqual(device.reads(70, 150), [])
  assert.deepEqual(device.reads(130, 150), ['raised warning'])
  assert.equal(device.open()?.alert_id, 2)
})

test('an alert that a person closed comes back within its cooldown', () => {
  const device = watch(SYSTOLIC)
  device.reads(0, 150)
  device.personClosesAt(65)
  assert.deepEqual(device.reads(70, 150), ['reopened warning'])
  assert.deepEqual(device.open(), { alert_id: 1, severity: 'warning', peak_value: 150, occurrences: 2 })
})

test('after a person closed a latched alert, the next breach is a new alert', () => {
  const device = watch(PANIC)
  device.reads(0, 1)
  device.personClosesAt(60)
  assert.equal(device.state(), null)
  assert.deepEqual(device.reads(61, 0), [])
  assert.deepEqual(device.reads(62, 1), ['raised critical'])
  assert.equal(device.open()?.alert_id, 2)
})

test('closing the alert of a deleted rule leaves no state', () => {
  const device = watch(SYSTOLIC)
  device.reads(0, 150)
  assert.equal(closedByPerson(null, device.state()!, 65_000), null)
})
