import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type DueNotification, planSending, type SentLately } from './plan-sending.ts'

const NOW = new Date('2026-03-02T12:00:00.000Z')
const NONE: SentLately = { incident_ids: [], had_critical: false, last_at: null }
const NOTHING = { steps: NONE, answers: NONE }
const due = (id: number, more: Partial<DueNotification> = {}): DueNotification => ({
  ...{ id, incident_id: id, reason: 'step', answer: null, severity: 'warning', was_held: false, was_begun: false },
  ...more,
})
/** The parts of a plan together. */
function plan(list: DueNotification[], lately: Parameters<typeof planSending>[1]) {
  const parts = planSending(list, lately, NOW)
  return {
    alone: ids(parts.flatMap(({ alone }) => alone)),
    digests: parts.flatMap(({ digests }) => digests.map(ids)),
    later: parts.flatMap(({ later, laterAt }) => later.map(({ id }) => [id, (Number(laterAt) - Number(NOW)) / 1_000])),
  }
}
const ids = (list: readonly DueNotification[]) => list.map(({ id }) => id)

test('up to five incidents within ten minutes are sent one by one', () => {
  const five = [1, 2, 3, 4, 5]
  assert.deepEqual(
    plan(
      five.map((id) => due(id)),
      NOTHING,
    ),
    { alone: five, digests: [], later: [] },
  )
})

test('beyond five they become a digest, most severe first, and the first critical one is sent by itself', () => {
  const critical = [6, 7].map((id) => due(id, { severity: 'critical' }))
  const all = [...[1, 2, 3, 4, 5].map((id) => due(id)), ...critical]
  assert.deepEqual(plan(all, NOTHING), { alone: [6], digests: [[7, 1, 2, 3, 4, 5]], later: [] })
})

const SIX_LATELY = { incident_ids: [1, 2, 3, 4, 5, 6], had_critical: false, last_at: new Date(Number(NOW) - 20_000) }

test('the next digest gathers for a minute, during which a first critical incident does not wait', () => {
  const sending = plan([due(7), due(8, { severity: 'critical' })], { ...NOTHING, steps: SIX_LATELY })
  assert.deepEqual(sending, { alone: [8], digests: [], later: [[7, 40]] })
})

test('what quiet hours have held becomes one digest at their end; a single one stays as it is', () => {
  const held = [1, 2].map((id) => due(id, { was_held: true }))
  assert.deepEqual(plan(held, NOTHING).digests, [[1, 2]])
  assert.deepEqual(plan(held.slice(1), NOTHING).alone, [2])
})

test('answers of a storm become one message for each person and kind, and wait for each other', () => {
  const byAna = [1, 2, 3].map((id) => due(id, { reason: 'acknowledged', answer: 'acknowledged Ana' }))
  const others = [4, 5].map((id) => due(id, { reason: 'acknowledged', answer: 'acknowledged Ben' }))
  const resolved = due(6, { reason: 'resolved', answer: 'resolved Ana' })
  const all = [...byAna, ...others, resolved]
  assert.deepEqual(plan(all, NOTHING), {
    alone: [6],
    digests: [
      [1, 2, 3],
      [4, 5],
    ],
    later: [],
  })
  assert.deepEqual(plan(all.slice(1), NOTHING).digests, [])
  const waiting = plan(others, { ...NOTHING, answers: SIX_LATELY })
  assert.deepEqual(waiting, {
    alone: [],
    digests: [],
    later: [
      [4, 40],
      [5, 40],
    ],
  })
})

test('other news and tests never wait for a digest, nor do answers for steps', () => {
  const answer = due(8, { reason: 'acknowledged', answer: 'acknowledged Ana' })
  const news = [due(7, { reason: 'update' }), answer, due(9, { reason: 'test', incident_id: null })]
  assert.deepEqual(plan(news, { ...NOTHING, steps: SIX_LATELY }).alone.sort(), [7, 8, 9])
})

test('what may have arrived is sent again by itself at once, and never bundled', () => {
  const all = [due(1, { was_begun: true }), ...[2, 3, 4, 5, 6].map((id) => due(id)), due(7, { was_begun: true })]
  assert.deepEqual(plan(all, NOTHING), { alone: [1, 7], digests: [[2, 3, 4, 5, 6]], later: [] })
  const sending = plan([due(1, { was_begun: true }), due(7)], { ...NOTHING, steps: SIX_LATELY })
  assert.deepEqual(sending, { alone: [1], digests: [], later: [[7, 40]] })
})

test('nothing is dropped or sent twice, whatever is due', () => {
  const anything = fc.record({
    incident_id: fc.option(fc.integer({ min: 1, max: 12 })),
    reason: fc.constantFrom('step', 'update', 'acknowledged', 'test'),
    answer: fc.option(fc.constantFrom('acknowledged Ana', 'acknowledged Ben')),
    severity: fc.constantFrom('info' as const, 'warning' as const, 'critical' as const),
    was_held: fc.boolean(),
    was_begun: fc.boolean(),
  })
  const before = fc.record({
    incident_ids: fc.array(fc.integer({ min: 1, max: 20 })),
    had_critical: fc.boolean(),
    last_at: fc.option(fc.integer({ min: -600, max: 0 }).map((seconds) => new Date(NOW.getTime() + seconds * 1_000))),
  })
  fc.assert(
    fc.property(fc.array(anything), before, before, (list, steps, answers) => {
      const all = list.map((one, id) => ({ id, ...one }))
      const { alone, digests, later } = plan(all, { steps, answers })
      const planned = [...alone, ...digests.flat(), ...later.map(([id]) => id!)].sort((one, other) => one - other)
      assert.deepEqual(planned, ids(all))
      const isUrgent = (id: number) => all[id]!.reason === 'step' && all[id]!.severity === 'critical'
      if (!steps.had_critical && later.some(([id]) => isUrgent(id!))) assert.ok(alone.some(isUrgent))
    }),
  )
})
