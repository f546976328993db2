import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type DueNotification, planSending, type SentLately } from './plan-sending.ts'

const NOW = new Date('2026-03-02T12:00:00.000Z')
const NOTHING: SentLately = { incident_ids: [], had_critical: false, last_at: null }
const due = (id: number, more: Partial<DueNotification> = {}): DueNotification => ({
  ...{ id, incident_id: id, reason: 'step', severity: 'warning', was_held: false },
  ...more,
})
const ids = (list: readonly DueNotification[]) => list.map(({ id }) => id)

test('up to five incidents within ten minutes are sent one by one', () => {
  const plan = planSending(
    [1, 2, 3, 4, 5].map((id) => due(id)),
    NOTHING,
    NOW,
  )
  assert.deepEqual([ids(plan.alone), plan.digest, plan.later], [[1, 2, 3, 4, 5], [], []])
})

test('beyond five they become a digest, most severe first, and the first critical one is sent by itself', () => {
  const six = [1, 2, 3, 4, 5].map((id) => due(id))
  const plan = planSending([...six, due(6, { severity: 'critical' }), due(7, { severity: 'critical' })], NOTHING, NOW)
  assert.deepEqual([ids(plan.alone), ids(plan.digest)], [[6], [7, 1, 2, 3, 4, 5]])
})

test('the next digest gathers for a minute, during which a first critical incident does not wait', () => {
  const lately = { incident_ids: [1, 2, 3, 4, 5, 6], had_critical: false, last_at: new Date(NOW.getTime() - 20_000) }
  const plan = planSending([due(7), due(8, { severity: 'critical' })], lately, NOW)
  assert.deepEqual([ids(plan.alone), ids(plan.digest), ids(plan.later)], [[8], [], [7]])
  assert.equal(plan.laterAt.getTime() - NOW.getTime(), 40_000)
})

test('what quiet hours have held becomes one digest at their end; a single one stays as it is', () => {
  const held = [1, 2].map((id) => due(id, { was_held: true }))
  assert.deepEqual(ids(planSending(held, NOTHING, NOW).digest), [1, 2])
  assert.deepEqual(ids(planSending(held.slice(1), NOTHING, NOW).alone), [2])
})

test('news and tests never wait for a digest', () => {
  const lately = { incident_ids: [1, 2, 3, 4, 5, 6], had_critical: true, last_at: NOW }
  const news = [due(7, { reason: 'acknowledged' }), due(8, { reason: 'test', incident_id: null })]
  assert.deepEqual(ids(planSending(news, lately, NOW).alone), [7, 8])
})

test('nothing is dropped or sent twice, whatever is due', () => {
  const anything = fc.record({
    incident_id: fc.option(fc.integer({ min: 1, max: 12 })),
    reason: fc.constantFrom('step', 'update', 'test'),
    severity: fc.constantFrom('info' as const, 'warning' as const, 'critical' as const),
    was_held: fc.boolean(),
  })
  const before = fc.record({
    incident_ids: fc.array(fc.integer({ min: 1, max: 20 })),
    had_critical: fc.boolean(),
    last_at: fc.option(fc.integer({ min: -600, max: 0 }).map((seconds) => new Date(NOW.getTime() + seconds * 1_000))),
  })
  fc.assert(
    fc.property(fc.array(anything), before, (list, lately) => {
      const all = list.map((one, id) => ({ id, ...one }))
      const { alone, digest, later } = planSending(all, lately, NOW)
      const planned = [...ids(alone), ...ids(digest), ...ids(later)].sort((one, other) => one - other)
      assert.deepEqual(planned, ids(all))
      const waits = later.filter(({ severity }) => severity === 'critical')
      if (!lately.had_critical && waits.length > 0) assert.ok(alone.some(({ severity }) => severity === 'critical'))
    }),
  )
})
