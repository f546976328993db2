import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WEEKDAYS } from '../../platform/weekly-windows.ts'
import { DEFAULT_NOTIFICATION_PREFERENCES, planMessages } from './notification-preferences.ts'

const NIGHT = new Date('2026-03-02T01:00:00.000Z')
const quiet = { from: '22:00', to: '07:00', days: [...WEEKDAYS], time_zone: 'Europe/Ljubljana' }
const own = DEFAULT_NOTIFICATION_PREFERENCES
const at = (seconds: number) => new Date(NIGHT.getTime() + seconds * 1_000)

test('by default every verified method is used at once, from warnings on', () => {
  const sent = [1, 2].map((method_id) => ({ method_id, due_at: NIGHT, held: false }))
  assert.deepEqual(planMessages(own, [1, 2], 'warning', NIGHT), sent)
  assert.deepEqual(planMessages(own, [1, 2], 'info', NIGHT), [])
  assert.deepEqual(planMessages(own, [], 'critical', NIGHT), [])
})

test("a person's own steps use some methods first and the rest later, each once", () => {
  const steps = [
    { after_s: 120, method_ids: null },
    { after_s: 0, method_ids: [2] },
  ]
  assert.deepEqual(planMessages({ ...own, steps }, [1, 2], 'critical', NIGHT), [
    { method_id: 2, due_at: NIGHT, held: false },
    { method_id: 1, due_at: at(120), held: false },
  ])
})

test('a step whose methods are all gone uses every other one', () => {
  const steps = [{ after_s: 60, method_ids: [9] }]
  assert.deepEqual(planMessages({ ...own, steps }, [1], 'critical', NIGHT), [
    { method_id: 1, due_at: at(60), held: false },
  ])
})

test('quiet hours hold warnings until their end, and critical incidents only if the person says so', () => {
  const end = new Date('2026-03-02T06:00:00.000Z')
  const preferences = { ...own, quiet_hours: quiet }
  assert.deepEqual(planMessages(preferences, [1], 'warning', NIGHT), [{ method_id: 1, due_at: end, held: true }])
  assert.deepEqual(planMessages(preferences, [1], 'critical', NIGHT), [{ method_id: 1, due_at: NIGHT, held: false }])
  const deep = { ...preferences, critical_breaks_quiet: false }
  assert.deepEqual(planMessages(deep, [1], 'critical', NIGHT), [{ method_id: 1, due_at: end, held: true }])
  const noon = new Date('2026-03-02T12:00:00.000Z')
  assert.equal(planMessages(preferences, [1], 'warning', noon)[0]?.held, false)
})

test('quiet hours from a midnight that clocks skip begin at the change, not the week before', () => {
  const midnight = { from: '00:00', to: '07:00', days: [...WEEKDAYS], time_zone: 'Asia/Beirut' }
  const preferences = { ...own, quiet_hours: midnight }
  const messages = ['2027-03-27T12:00:00Z', '2027-03-27T22:30:00Z'].map(
    (time) => planMessages(preferences, [1], 'warning', new Date(time))[0]!,
  )
  assert.deepEqual(
    messages.map(({ held, due_at }) => [held, due_at.toISOString()]),
    [
      [false, '2027-03-27T12:00:00.000Z'],
      [true, '2027-03-28T04:00:00.000Z'],
    ],
  )
})
