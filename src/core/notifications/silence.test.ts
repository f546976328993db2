import assert from 'node:assert/strict'
import { test } from 'node:test'
import { covers, nextWindows, type Occasion, type Silence, silencedBy, stateAt, windowAt } from './silence.ts'

const everything: Silence = {
  id: 1,
  site_id: null,
  reason: 'Test',
  device_ids: [],
  tags: [],
  modules: [],
  rule_keys: [],
  max_severity: 'critical',
  covers_safety: false,
  starts_at: new Date('2026-01-05T09:00:00Z'),
  ends_at: new Date('2026-01-05T10:00:00Z'),
  weekly: null,
  ended_at: null,
}

const occasion: Occasion = {
  site_id: 1,
  device_id: 7,
  tags: ['hall-3', 'old'],
  module: 'factory',
  rule_key: 'factory.temperature.high',
  severity: 'warning',
  is_safety: false,
}

test('an alert must match every non-empty list of a silence; an empty list matches all', () => {
  const limits = [
    { device_ids: [7, 8] },
    { tags: ['old'] },
    { modules: ['factory'] },
    { rule_keys: [occasion.rule_key!] },
  ]
  const others = [{ device_ids: [8] }, { tags: ['new'] }, { modules: ['health'] }, { rule_keys: ['factory.fire'] }]
  assert.ok(covers(everything, occasion))
  for (const limit of limits) assert.ok(covers({ ...everything, ...limit } as Silence, occasion), JSON.stringify(limit))
  for (const limit of others)
    assert.ok(!covers({ ...everything, ...limit } as Silence, occasion), JSON.stringify(limit))
  assert.ok(!covers({ ...everything, device_ids: [7], tags: ['new'] }, occasion))
})

test('alerts above the severity of a silence pass it, and safety alerts unless it covers them', () => {
  assert.ok(covers({ ...everything, max_severity: 'warning' }, occasion))
  assert.ok(!covers({ ...everything, max_severity: 'info' }, occasion))
  assert.ok(!covers(everything, { ...occasion, is_safety: true }))
  assert.ok(covers({ ...everything, covers_safety: true }, { ...occasion, is_safety: true }))
})

test('a silence is scheduled, active from its start until its end, then expired', () => {
  const states = ['08:59:59.999', '09:00:00.000', '09:59:59.999', '10:00:00.000'].map((time) =>
    stateAt(everything, new Date(`2026-01-05T${time}Z`)),
  )
  assert.deepEqual(states, ['scheduled', 'active', 'active', 'expired'])
  const ended = { ...everything, ended_at: new Date('2026-01-05T09:30:00Z') }
  assert.equal(stateAt(ended, new Date('2026-01-05T09:30:00Z')), 'expired')
})

test('the windows of a weekly silence are cut at its start and its end', () => {
  const weekly = { days: ['mon', 'tue'] as ('mon' | 'tue')[], from: '08:00', to: '12:00', time_zone: 'UTC' }
  const silence = { ...everything, ends_at: new Date('2026-01-12T10:00:00Z'), weekly }
  const windows = nextWindows(silence, new Date('2026-01-01T00:00:00Z'), 5)
  assert.deepEqual(
    windows.map(({ from, to }) => `${from.toISOString().slice(0, 16)} ${to.toISOString().slice(0, 16)}`),
    ['2026-01-05T09:00 2026-01-05T12:00', '2026-01-06T08:00 2026-01-06T12:00', '2026-01-12T08:00 2026-01-12T10:00'],
  )
  assert.equal(windowAt(silence, new Date('2026-01-12T10:00:00Z')), null)
})

test('of several silences, the longest counts', () => {
  const longer = { ...everything, id: 2, ends_at: new Date('2026-01-05T11:00:00Z') }
  const later = {
    ...everything,
    id: 3,
    starts_at: new Date('2026-01-05T09:45:00Z'),
    ends_at: new Date('2026-01-06T00:00:00Z'),
  }
  const at = new Date('2026-01-05T09:30:00Z')
  assert.equal(silencedBy([everything, longer, later], occasion, at)?.silence.id, 2)
  assert.equal(silencedBy([later], occasion, at), null)
})
