import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULT_PLAN, type EscalationPolicy, EVERYTHING, policyFor, roundsFor } from './policy.ts'
import { firstStep, followIncident, isOver, type RunState, stepAfter } from './run.ts'

const NOW = new Date('2026-03-02T12:00:00.000Z')
const secondsFromNow = (at: Date | undefined) => (at === undefined ? null : (at.getTime() - NOW.getTime()) / 1_000)
const incident = (status: 'open' | 'acknowledged' | 'resolved', severity: 'warning' | 'critical' = 'critical') => ({
  status,
  severity,
  resolution: status === 'resolved' ? 'manual' : null,
})
const run = (state: RunState, severity: 'warning' | 'critical' = 'critical') => ({ state, severity })

test('the steps of the default policy are due at once, after 5 and 10 minutes, and its rounds 5 minutes after each other', () => {
  const due: (number | null)[] = []
  let place = firstStep(DEFAULT_PLAN, 'critical', NOW)!
  for (; !isOver({ policy: DEFAULT_PLAN, severity: 'critical', round: place.round }); ) {
    due.push(secondsFromNow(place.next_at))
    place = stepAfter({ policy: DEFAULT_PLAN, ...place }, false, place.next_at)
  }
  assert.deepEqual(due, [0, 300, 600, 900, 1_200, 1_500, 1_800, 2_100, 2_400])
  assert.equal(secondsFromNow(place.next_at), 2_700)
})

test('a step without anybody is not waited for; the pause between rounds stays', () => {
  const at = (step: number) => stepAfter({ policy: DEFAULT_PLAN, round: 0, step }, true, NOW)
  assert.deepEqual(
    [0, 1, 2].map((step) => secondsFromNow(at(step).next_at)),
    [0, 0, 300],
  )
})

test('information notifies nobody, and warnings as often as the policy says', () => {
  assert.equal(firstStep(DEFAULT_PLAN, 'info', NOW), null)
  assert.equal(roundsFor(DEFAULT_PLAN, 'warning'), 1)
  assert.equal(firstStep({ ...DEFAULT_PLAN, warning_rounds: 0 }, 'warning', NOW), null)
})

test('an answer ends a run, and a second one changes nothing', () => {
  for (const state of ['active', 'paused', 'exhausted', 'nobody', 'cancelled'] as const) {
    assert.deepEqual(followIncident(run(state), incident('acknowledged')), { kind: 'end', state: 'acknowledged' })
    assert.deepEqual(followIncident(run(state), incident('resolved')), { kind: 'end', state: 'resolved' })
  }
  assert.deepEqual(followIncident(run('acknowledged'), incident('acknowledged')), { kind: 'none' })
  assert.deepEqual(followIncident(run('resolved'), incident('resolved')), { kind: 'none' })
  assert.deepEqual(followIncident(run('acknowledged'), incident('resolved')), { kind: 'end', state: 'resolved' })
})

test('a merged incident ends its run as merged, which nobody is notified of', () => {
  const merged = { ...incident('resolved'), resolution: 'merged' }
  assert.deepEqual(followIncident(run('active'), merged), { kind: 'end', state: 'merged' })
  assert.deepEqual(followIncident(run('merged'), merged), { kind: 'none' })
})

test('an incident that is open again begins a new run; one that stayed open does not', () => {
  for (const state of ['acknowledged', 'resolved', 'merged'] as const) {
    assert.deepEqual(followIncident(run(state), incident('open')), { kind: 'restart' })
  }
  for (const state of ['active', 'paused', 'exhausted', 'nobody', 'cancelled'] as const) {
    assert.deepEqual(followIncident(run(state), incident('open')), { kind: 'none' })
  }
})

test('a higher severity goes on from the current step, begins again after the last, and alarms who has acknowledged', () => {
  assert.deepEqual(followIncident(run('active', 'warning'), incident('open')), { kind: 'rise' })
  assert.deepEqual(followIncident(run('paused', 'warning'), incident('open')), { kind: 'rise' })
  assert.deepEqual(followIncident(run('exhausted', 'warning'), incident('open')), { kind: 'restart' })
  assert.deepEqual(followIncident(run('acknowledged', 'warning'), incident('acknowledged')), { kind: 'alarm' })
  assert.deepEqual(followIncident(run('active'), incident('open', 'warning')), { kind: 'none' })
  assert.deepEqual(followIncident(run('acknowledged'), incident('acknowledged', 'warning')), { kind: 'none' })
})

test('the first policy whose scope fits is used, and the last fits everything', () => {
  const policy = (id: number, scope: Partial<EscalationPolicy['scope']>, is_last = false): EscalationPolicy => ({
    ...DEFAULT_PLAN,
    ...{ id, site_id: null, site: null, position: id, is_last, version: 1, scope: { ...EVERYTHING, ...scope } },
  })
  const policies = [
    policy(1, { tags: ['ward'], min_severity: 'critical' }),
    policy(2, { modules: ['health'] }),
    policy(3, { rule_keys: ['fire'] }),
    policy(4, { modules: ['worker'] }, true),
  ]
  const chosen = (occasion: object) =>
    policyFor(policies, { site_id: 1, severity: 'critical', module: null, tags: [], rule_key: null, ...occasion })?.id
  assert.equal(chosen({ tags: ['ward', 'x'], module: 'health' }), 1)
  assert.equal(chosen({ tags: ['ward'], module: 'health', severity: 'warning' }), 2)
  assert.equal(chosen({ rule_key: 'fire' }), 3)
  assert.equal(chosen({ module: 'fleet' }), 4)
  assert.equal(chosen({}), 4)
})
