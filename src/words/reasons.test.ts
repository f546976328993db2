import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ruleFromText } from '../console/rules/form/rule-from-text.ts'
import { ruleFaults } from '../core/rules/editing/check-rule.ts'
import { type FaultReason, REASONS, sentenceOf } from '../platform/error-messages/reasons.ts'
import type { Words } from './words.ts'
import { WORDS } from './words.ts'

const sound = {
  key: 'a',
  name: 'A',
  condition: { type: 'threshold', field: 'metrics.a', op: 'gt' },
  levels: [{ severity: 'warning', value: 3 }],
  title: 'A',
}
const hot = { type: 'threshold', field: 'metrics.heat', op: 'gt', value: 30 }
const flag = { type: 'flag', field: 'flags.dry' }
const nested = (depth: number): object => (depth === 0 ? flag : { type: 'not', of: [nested(depth - 1)] })

const withLevels = (...levels: object[]) => ({ ...sound, levels })
const withCondition = (condition: object, levels: object[] = [{ severity: 'warning' }]) => ({
  ...sound,
  condition,
  levels,
})

/** Rules with every possible fault. */
const FAULTY: unknown[] = [
  null,
  {},
  { ...sound, colour: 'red' },
  { ...sound, key: 'A b' },
  { ...sound, name: '' },
  { ...sound, name: 'x'.repeat(101) },
  { ...sound, name: 'a\0b' },
  { ...sound, title: '\ud800' },
  { ...sound, title: 7 },
  { ...sound, latch: 'yes' },
  { ...sound, clear_for_s: -1 },
  { ...sound, clear_for_s: 'soon' },
  { ...sound, scope: { device_ids: [1.5], modules: 'health', tags: [''] } },
  { ...sound, incident: { mode: 'sometimes' } },
  { ...sound, runbook_url: 'our wiki' },
  { ...sound, labels: { 'A b': 'c' } },
  { ...sound, schedule: { tz: 'Mars/Olympus', hours: [{ from: '08:00', to: '17:00' }] } },
  { ...sound, schedule: { tz: 'UTC', hours: [{ from: '8', to: '25:00' }] } },
  withLevels(),
  withLevels(...['info', 'warning', 'critical', 'critical'].map((severity, place) => ({ severity, value: place }))),
  withLevels({ severity: 'info', value: 'high' }),
  withLevels({ severity: 'info' }),
  withLevels({ severity: 'info', value: 1 }, { severity: 'info', value: 2 }),
  withLevels({ severity: 'critical', value: 1 }, { severity: 'info', value: 2 }),
  withLevels({ severity: 'info', value: 1, clear: 2 }),
  withCondition({ type: 'magic' }),
  withCondition({ type: 'threshold', field: 'metrics.a', op: 'over' }),
  withCondition({ ...hot, field: 'pressure' }),
  withCondition({ ...hot, clear: 20 }, [{ severity: 'info', value: 1 }]),
  withCondition({ type: 'threshold', field: 'metrics.a', op: 'eq' }, [{ severity: 'info', value: 1, clear: 2 }]),
  withCondition(flag, [{ severity: 'info', value: 1 }]),
  withCondition({ type: 'stale' }, [{ severity: 'info', for_s: 4 }]),
  withCondition({ type: 'stale' }, [{ severity: 'info', clear: 4 }]),
  withCondition({ type: 'stale' }, [{ severity: 'info', value: 4 }]),
  withCondition({ type: 'stale', field: 7 }),
  { ...withCondition({ type: 'stale' }), schedule: { tz: 'UTC', hours: [{ from: '08:00', to: '17:00' }] } },
  withCondition({ type: 'count', of: flag, at_least: 2, within_s: 60 }, [{ severity: 'info', value: 0 }]),
  withCondition({ type: 'count', of: flag, at_least: 200, within_s: 60 }),
  withCondition({ type: 'count', of: { ...hot, type: 'rate', window_s: 5, calc: 'delta' }, at_least: 2, within_s: 60 }),
  withCondition(nested(4)),
  withCondition(nested(3_000)),
  withCondition({ type: 'all', of: Array(6).fill({ type: 'all', of: [flag, flag] }) }),
  withCondition({ type: 'all', of: [{ type: 'stale' }] }),
  withCondition({ type: 'all', of: [{ ...hot, value: undefined }] }),
  withCondition({ type: 'aggregate', field: 'metrics.a', fn: 'all', window_s: 60, op: 'eq' }, [
    { severity: 'info', value: 1 },
  ]),
  withCondition({ type: 'geofence', fence: {}, when: 'inside' }),
  withCondition({ type: 'geofence', fence: { circle: { lat: 1, lng: 1, radius_m: 0 } }, when: 'inside' }),
  withCondition({ type: 'geofence', fence: { polygon: [[1, 1]] }, when: 'inside' }),
  withCondition({
    type: 'geofence',
    when: 'inside',
    fence: {
      polygon: [
        [91, 1],
        [1, 1],
        [1, 2],
      ],
    },
  }),
  withCondition({
    type: 'geofence',
    when: 'inside',
    fence: {
      polygon: [
        [60, -120],
        [60, 0],
        [60, 120],
      ],
    },
  }),
  withCondition({
    type: 'geofence',
    when: 'inside',
    fence: {
      polygon: [
        [0, -90],
        [0, 90],
        [9, 90],
      ],
    },
  }),
  withCondition({ type: 'range', field: 'metrics.a', mode: 'inside', min: 3, max: 1 }),
  withCondition({ type: 'range', field: 'metrics.a', mode: 'inside', min: 1, max: 2, margin: 3 }),
  withCondition(
    {
      type: 'score',
      op: 'gt',
      min_parts: 3,
      parts: [
        {
          field: 'metrics.a',
          bands: [
            { upto: 3, points: 1 },
            { upto: 2, points: 2 },
          ],
        },
      ],
    },
    [{ severity: 'info', value: 1 }],
  ),
]

test('errors of a rule are described in plain words', () => {
  const faults = FAULTY.flatMap(ruleFaults)
  assert.deepEqual(
    faults.filter(({ reason }) => reason === 'in_english'),
    [],
  )
  // In a text, choices are named as they are written there.
  const others = faults.filter(({ reason }) => reason !== 'not_one_of')
  const texts = others.map((fault) => sentenceOf(fault, WORDS.en.reasons))
  assert.deepEqual(
    texts.filter((text) => JARGON.test(text)),
    [],
  )
})

/** Words of schemas that people should not have to know. */
const JARGON = /schema|pattern|propert|anyOf|constant|allowed values|fewer|for_s|>=|<=|\bgte\b/

test('each reason of a rejection has a sentence in each language', () => {
  const params = (reason: FaultReason) => (reason === 'limit_reached' ? ['webhooks', 7, true] : ['admin', 7])
  const said = ({ reasons }: Words, reason: FaultReason) => sentenceOf({ reason, params: params(reason) }, reasons)
  const same = (Object.keys(REASONS) as FaultReason[])
    .filter((reason) => reason !== 'in_english' && reason !== 'wrong_type')
    .filter((reason) => reason !== 'yaml')
    .filter((reason) => said(WORDS.de, reason) === said(WORDS.en, reason))
  assert.deepEqual(same, [])
})

test("errors in YAML are described in the reader's language", () => {
  for (const text of ['a: [1, 2\nb: 3\n', 'a: 1\na: 2\n', 'a:\n\t- b\n', 'a: "b\n', 'a: *b', 'a: b: c\n', '- @x\n']) {
    for (const fault of ruleFromText(text).faults) {
      assert.equal(fault.reason, 'yaml', text)
      assert.notEqual(sentenceOf(fault, WORDS.de.reasons), sentenceOf(fault, WORDS.en.reasons))
    }
  }
})

test('every English sentence about a field completes "this …"', () => {
  const verb = /^(is|must|may|has|holds|lacks|needs|does|leads|lies|belongs|leaves|clears|counts|cannot)\b/
  // Sentences about rows of a file and parameters of an address, and texts of programs, name their subject.
  const others = /^(csv|yaml|in_english|foreign_cursor|limit_outside|range_|no_iso_time|half_position)/
  const wrong = (Object.keys(REASONS) as FaultReason[])
    .filter((reason) => !others.test(reason))
    .map((reason) => sentenceOf({ reason, params: [['$1'], '$2'] }, WORDS.en.reasons))
    .filter((text) => !/^[A-Z$]/.test(text) && !verb.test(text))
  assert.deepEqual(wrong, [])
})
