import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PATIENT, SYSTOLIC, watch } from '../../../../test/harness/rule-watch.ts'

test('a reading without a breach leaves no state', () => {
  const device = watch(SYSTOLIC)
  assert.deepEqual(device.reads(0, 120), [])
  assert.equal(device.state(), null)
})

test('a reading past the limit raises an alert at once, with what raised it', () => {
  const device = watch(SYSTOLIC)
  assert.deepEqual(device.effectsOf(0, 150), [
    {
      kind: 'raised',
      alert: { alert_id: 1, severity: 'warning', peak_value: 150, occurrences: 1 },
      at: 0,
      value: 150,
      threshold: 140,
      rises: true,
      late: false,
    },
  ])
})

test('the most severe level that is breached gives the severity', () => {
  assert.deepEqual(watch(SYSTOLIC).reads(0, 185), ['raised critical'])
  assert.deepEqual(watch(PATIENT).reads(0, 185), ['raised critical'])
})

test('an open alert is updated in place, and keeps its worst value', () => {
  const device = watch(SYSTOLIC)
  device.reads(0, 150)
  assert.deepEqual(device.reads(10, 170), ['updated warning'])
  assert.deepEqual(device.reads(20, 145), ['updated warning'])
  assert.deepEqual(device.open(), { alert_id: 1, severity: 'warning', peak_value: 170, occurrences: 1 })
})

test('a level with for_s is pending until it has held for that long', () => {
  const device = watch(PATIENT)
  assert.deepEqual(device.reads(0, 150), [])
  assert.equal(device.open(), null)
  assert.deepEqual(device.reads(59, 150), [])
  assert.deepEqual(device.reads(60, 150), ['raised warning'])
})

test('a pending level restarts when the condition fails in between', () => {
  const device = watch(PATIENT)
  device.reads(0, 150)
  assert.deepEqual(device.reads(30, 140), [])
  assert.equal(device.state(), null)
  assert.deepEqual(device.reads(61, 150), [])
  assert.deepEqual(device.reads(121, 150), ['raised warning'])
})

test('a gap longer than max_gap_s restarts for_s, a gap of max_gap_s does not', () => {
  const bridged = watch(PATIENT)
  bridged.reads(0, 150)
  assert.deepEqual(bridged.reads(600, 150), ['raised warning'])
  const broken = watch(PATIENT)
  broken.reads(0, 150)
  assert.deepEqual(broken.reads(601, 150), [])
  assert.deepEqual(broken.reads(661, 150), ['raised warning'])
})

test('an alert that recovered before a long gap resolves at the end of clear_for_s, with the next reading', () => {
  const device = watch(SYSTOLIC)
  device.reads(0, 150)
  device.reads(10, 130)
  assert.deepEqual(device.reads(3_600, 130), ['resolved warning'])
  assert.deepEqual(device.reads(7_200, 150), ['raised warning'])
})

test('a gap longer than max_gap_s restarts a recovery', () => {
  const device = watch({ ...SYSTOLIC, clear_for_s: 700 })
  device.reads(0, 150)
  device.reads(10, 130)
  assert.deepEqual(device.reads(800, 130), ['updated warning'])
})

test('values that alternate between the limit and the clear value are one alert', () => {
  const device = watch(SYSTOLIC)
  assert.deepEqual(device.reads(0, 141), ['raised warning'])
  for (let minute = 1; minute <= 20; minute += 1) {
    assert.deepEqual(device.reads(minute * 60, minute % 2 === 0 ? 141 : 139), ['updated warning'])
  }
  assert.equal(device.open()?.occurrences, 11)
})

test('an alert resolves when it has been clear for clear_for_s', () => {
  const device = watch(SYSTOLIC)
  device.reads(0, 150)
  assert.deepEqual(device.reads(10, 135), ['updated warning'])
  assert.deepEqual(device.reads(69, 135), ['updated warning'])
  assert.deepEqual(device.reads(70, 135), ['resolved warning'])
})

test('a recovery restarts when the value returns past the clear value', () => {
  const device = watch(SYSTOLIC)
  device.reads(0, 150)
  device.reads(10, 130)
  device.reads(40, 136)
  assert.deepEqual(device.reads(70, 130), ['updated warning'])
  assert.deepEqual(device.reads(130, 130), ['resolved warning'])
})

test('an alert rises in severity at once, under the same ID', () => {
  const device = watch(SYSTOLIC)
  device.reads(0, 150)
  assert.deepEqual(device.effectsOf(1, 185), [
    {
      kind: 'severity_changed',
      alert: { alert_id: 1, severity: 'critical', peak_value: 185, occurrences: 1 },
      at: 1_000,
      value: 185,
      from: 'warning',
      threshold: 180,
      rises: true,
    },
  ])
})

test('an alert falls in severity after clear_for_s below its level', () => {
  const device = watch(SYSTOLIC)
  device.reads(0, 185)
  assert.deepEqual(device.reads(10, 176), ['updated critical'])
  assert.deepEqual(device.reads(20, 175), ['updated critical'])
  assert.deepEqual(device.reads(79, 175), ['updated critical'])
  assert.deepEqual(device.reads(80, 175), ['severity_changed warning'])
  assert.deepEqual(device.reads(90, 135), ['updated warning'])
  assert.deepEqual(device.reads(150, 135), ['resolved warning'])
})

test('an alert that falls straight back to normal resolves without stopping at the lower severity', () => {
  const device = watch(SYSTOLIC)
  device.reads(0, 185)
  device.reads(10, 120)
  assert.deepEqual(device.reads(70, 120), ['resolved critical'])
})

test('a level with for_s escalates an open alert only after that time', () => {
  const device = watch({
    ...SYSTOLIC,
    levels: [
      { severity: 'warning', value: 140 },
      { severity: 'critical', value: 180, for_s: 30 },
    ],
  })
  assert.deepEqual(device.reads(0, 185), ['raised warning'])
  assert.deepEqual(device.reads(29, 185), ['updated warning'])
  assert.deepEqual(device.reads(30, 185), ['severity_changed critical'])
})

test('a breach within the cooldown reopens the same alert', () => {
  const device = watch({ ...SYSTOLIC, clear_for_s: 0 })
  device.reads(0, 150)
  assert.deepEqual(device.reads(10, 120), ['resolved warning'])
  assert.deepEqual(device.effectsOf(310, 145), [
    {
      kind: 'reopened',
      alert: { alert_id: 1, severity: 'warning', peak_value: 150, occurrences: 2 },
      at: 310_000,
      value: 145,
      threshold: 140,
      rises: false,
    },
  ])
})

test('readings without a breach do not end the cooldown', () => {
  const device = watch({ ...SYSTOLIC, clear_for_s: 0 })
  device.reads(0, 150)
  device.reads(10, 120)
  assert.deepEqual(device.reads(200, 120), [])
  assert.deepEqual(device.reads(310, 185), ['reopened critical'])
})

test('a breach after the cooldown raises a new alert', () => {
  const device = watch({ ...SYSTOLIC, clear_for_s: 0 })
  device.reads(0, 150)
  device.reads(10, 120)
  assert.deepEqual(device.reads(311, 150), ['raised warning'])
  assert.equal(device.open()?.alert_id, 2)
})

test('after the cooldown, a reading without a breach leaves no state', () => {
  const device = watch({ ...SYSTOLIC, clear_for_s: 0 })
  device.reads(0, 150)
  device.reads(10, 120)
  device.reads(311, 120)
  assert.equal(device.state(), null)
})

test('without a cooldown every breach after a recovery is a new alert', () => {
  const device = watch({ ...SYSTOLIC, clear_for_s: 0, cooldown_s: 0 })
  device.reads(0, 150)
  device.reads(10, 120)
  assert.equal(device.state(), null)
  assert.deepEqual(device.reads(11, 150), ['raised warning'])
  assert.equal(device.open()?.alert_id, 2)
})

test('a change from one level to another is not a recovery, even without clear_for_s', () => {
  const device = watch({
    ...SYSTOLIC,
    condition: { type: 'threshold', field: 'metrics.fault_code', op: 'eq' },
    levels: [
      { severity: 'warning', value: 3 },
      { severity: 'critical', value: 4 },
    ],
    clear_for_s: 0,
  })
  device.reads(0, 3)
  assert.deepEqual(device.reads(1, 4), ['severity_changed critical'])
  assert.deepEqual(device.reads(2, 3), ['severity_changed warning'])
  assert.deepEqual(device.reads(3, 5), ['resolved warning'])
})

test('a milder level leaves what the worst one gave, and only a worse one rises', () => {
  const device = watch(SYSTOLIC)
  const rises = (atS: number, value: number) =>
    device.effectsOf(atS, value).flatMap((effect) => ('rises' in effect ? [[effect.threshold, effect.rises]] : []))
  assert.deepEqual(rises(0, 150), [[140, true]])
  assert.deepEqual(rises(10, 185), [[180, true]])
  assert.deepEqual(rises(20, 150), [])
  assert.deepEqual(rises(90, 150), [[140, false]])
  const calmer = { alert_id: 1, severity: 'warning', worst: 'critical', peak_value: 185, occurrences: 1 }
  assert.deepEqual(device.open(), calmer)
  assert.deepEqual(rises(100, 190), [[180, false]], 'critical again')
  assert.deepEqual(device.open(), { alert_id: 1, severity: 'critical', peak_value: 190, occurrences: 1 })
})

test('an alert that is back at a milder level has still reached the worst one', () => {
  const device = watch(SYSTOLIC)
  device.reads(0, 185)
  device.reads(10, 120)
  assert.deepEqual(device.ticks(70), ['resolved critical'])
  assert.deepEqual(device.reads(80, 150), ['reopened warning'])
  assert.equal(device.open()?.worst, 'critical')
})
