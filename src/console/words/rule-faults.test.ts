import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ruleFaults } from '../../core/rules/editing/check-rule.ts'
import { ruleFromText } from '../rules/form/rule-from-text.ts'
import { ruleFaults as de } from './de/rule-faults.ts'
import { ruleFaults as en } from './en/rule-faults.ts'
import { faultIn, WORDS } from './words.ts'

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

test('whatever is wrong with a rule has words in every language', () => {
  const messages = new Set(FAULTY.flatMap(ruleFaults).map(({ message }) => message))
  const german = [...messages].filter((message) => faultIn(WORDS.de, message) === message)
  assert.deepEqual(german, [])
  const schemaSpeak = [...messages].map((message) => faultIn(WORDS.en, message)).filter((text) => JARGON.test(text))
  assert.deepEqual(schemaSpeak, [])
})

/** Words of schemas that people should not have to know. */
const JARGON = /schema|pattern|propert|anyOf|constant|allowed values|fewer|for_s|>=|<=|\bgte\b/

test('no words are kept for what is never wrong', () => {
  const messages = FAULTY.flatMap(ruleFaults).map(({ message }) => message)
  for (const [language, faults] of Object.entries({ en, de })) {
    const idle = faults.filter(([says]) => !messages.some((message) => new RegExp(`^(?:${says})$`).test(message)))
    assert.deepEqual(idle, [], language)
  }
})

test('a text that is no YAML is told why in the language of its reader', () => {
  for (const text of ['a: [1, 2\nb: 3\n', 'a: 1\na: 2\n', 'a:\n\t- b\n', 'a: "b\n', 'a: *b', 'a: b: c\n', '- @x\n']) {
    for (const { code, message } of ruleFromText(text).faults) {
      assert.ok(code, `${text}: ${message}`)
      assert.notEqual(WORDS.de.ruleSyntax[code], WORDS.en.ruleSyntax[code])
    }
  }
})
