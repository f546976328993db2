import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PANIC, PATIENT, SYSTOLIC, watch } from '../../../../test/harness/rule-watch.ts'

/** Seconds without data after which an open alert expires. */
const WEEK_S = 7 * 86_400

test('a pending alert is raised by the clock at the end of for_s', () => {
  const device = watch(PATIENT)
  device.reads(0, 150)
  assert.equal(device.dueAtS(), 60)
  assert.deepEqual(device.ticks(59), [])
  assert.deepEqual(device.ticks(60), ['raised warning'])
  assert.equal(device.dueAtS(), WEEK_S)
  assert.deepEqual(device.reads(61, 150), ['updated warning'])
})

test('the clock raises nothing from a reading older than max_gap_s', () => {
  const device = watch({ ...PATIENT, max_gap_s: 100 })
  device.reads(0, 150)
  assert.deepEqual(device.ticks(100), [])
  assert.equal(device.open(), null)
})

test('a pending level with for_s longer than max_gap_s is raised only by a reading', () => {
  const device = watch({ ...PATIENT, max_gap_s: 60 })
  device.reads(0, 150)
  assert.equal(device.dueAtS(), null)
  assert.deepEqual(device.reads(60, 150), ['raised warning'])
})

test('a reading received max_gap_s late still starts the clock', () => {
  const device = watch(PATIENT)
  device.reads(0, 150, 600)
  assert.equal(device.dueAtS(), 660)
  assert.deepEqual(device.ticks(660), ['raised warning'])
})

test('a reading received later than that does not start the clock', () => {
  const device = watch(PATIENT)
  assert.deepEqual(device.reads(0, 150, 601), [])
  assert.equal(device.dueAtS(), null)
  assert.deepEqual(device.ticks(700), [])
})

test("the clock follows event time if a device's clock is slightly off", () => {
  const device = watch(PATIENT)
  device.reads(1_000, 150, 1_030)
  assert.equal(device.dueAtS(), 1_090)
  assert.deepEqual(device.ticks(1_089), [])
  assert.deepEqual(device.ticks(1_090), ['raised warning'])
})

test('the clock resolves an alert that has been clear for clear_for_s', () => {
  const device = watch(SYSTOLIC)
  device.reads(0, 150)
  assert.equal(device.dueAtS(), WEEK_S)
  device.reads(10, 130)
  assert.equal(device.dueAtS(), 70)
  assert.deepEqual(device.ticks(69), [])
  assert.deepEqual(device.ticks(70), ['resolved warning'])
  assert.equal(device.dueAtS(), null)
})

test('the clock lowers the severity and then resolves, each after clear_for_s', () => {
  const device = watch(SYSTOLIC)
  device.reads(0, 185)
  device.reads(10, 150)
  device.reads(50, 130)
  assert.equal(device.dueAtS(), 70)
  assert.deepEqual(device.ticks(70), ['severity_changed warning'])
  assert.equal(device.dueAtS(), 110)
  assert.deepEqual(device.ticks(110), ['resolved warning'])
})

test('the clock does not count as an occurrence', () => {
  const device = watch(SYSTOLIC)
  device.reads(0, 150)
  assert.deepEqual(device.ticks(30), [])
  assert.equal(device.open()?.occurrences, 1)
})

test('an open alert without data for a week expires, unless it is latched', () => {
  const device = watch(SYSTOLIC)
  device.reads(0, 150)
  device.reads(100, 150)
  assert.deepEqual(device.ticks(WEEK_S + 99), [])
  assert.deepEqual(device.ticks(WEEK_S + 100), ['resolved warning'])
  assert.equal(device.state(), null)

  const patient = watch({ ...SYSTOLIC, expire_after_s: 0 })
  patient.reads(0, 150)
  assert.equal(patient.dueAtS(), null)
  const latched = watch(PANIC)
  latched.reads(0, 1)
  assert.equal(latched.dueAtS(), null)
})
