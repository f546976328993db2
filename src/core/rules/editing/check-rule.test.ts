import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sentenceOf } from '../../../platform/error-messages/reasons.ts'
import { fieldError } from '../../../platform/errors.ts'
import { ruleFaults } from './check-rule.ts'

const threshold = {
  key: 'boiler.pressure.high',
  name: 'Boiler pressure high',
  condition: { type: 'threshold', field: 'metrics.pressure', op: 'gt' },
  levels: [{ severity: 'warning', value: 3, clear: 2.8 }],
  title: 'Pressure above {threshold} bar',
}
const range = {
  ...threshold,
  condition: { type: 'range', field: 'metrics.humidity', mode: 'outside', min: 20, max: 80, margin: 3 },
  levels: [{ severity: 'warning' }],
}
const flag = {
  ...threshold,
  condition: { type: 'flag', field: 'flags.water_leak' },
  levels: [{ severity: 'critical' }],
}

const withLevels = (...levels: object[]) => ({ ...threshold, levels })
const withCondition = (condition: object) => ({ ...threshold, condition: { ...threshold.condition, ...condition } })
const fieldsAtFault = (rule: unknown) => ruleFaults(rule).map(({ field }) => field)

test('a valid rule of each kind has no errors', () => {
  for (const rule of [threshold, range, flag]) assert.deepEqual(ruleFaults(rule), [])
})

test('a rule with every field is valid', () => {
  const everything = {
    ...threshold,
    enabled: false,
    scope: { modules: ['factory'], tags: ['boiler'], device_ids: [1], exclude_device_ids: [2] },
    condition: { ...threshold.condition, where: { field: 'metrics.gas_type', equals: 'CO' } },
    clear_for_s: 0,
    cooldown_s: 0,
    max_gap_s: 7_200,
    latch: true,
    late_max_s: 3_600,
    incident: { mode: 'always', own: true },
    source: 'Manual of the boiler, p. 12',
    runbook_url: 'https://example.org/boiler',
    labels: { team: 'heating' },
  }
  assert.deepEqual(ruleFaults(everything), [])
})

test('values that are not rules are reported as errors and never throw', () => {
  for (const nonsense of [null, undefined, 7, 'rule', [], {}]) assert.notDeepEqual(ruleFaults(nonsense), [])
})

test('an error names its field', () => {
  assert.deepEqual(fieldsAtFault({ ...threshold, latch: 'yes' }), ['/latch'])
  assert.deepEqual(fieldsAtFault({ ...threshold, name: '' }), ['/name'])
})

test('unknown fields are refused, so that a misspelt one is not ignored', () => {
  assert.notDeepEqual(ruleFaults({ ...threshold, cooldown: 60 }), [])
  assert.notDeepEqual(ruleFaults(withLevels({ severity: 'warning', value: 3, for: 60 })), [])
  assert.notDeepEqual(ruleFaults(withCondition({ unit: 'bar' })), [])
})

test('an error is described in words, also for a value with several allowed shapes', () => {
  const told = (rule: object) => ruleFaults(rule).map((fault) => `${fault.field} ${sentenceOf(fault)}`)
  const score = (band: unknown) => withCondition({ type: 'score', parts: [{ field: 'battery', bands: [band] }] })
  const fence = (circle: object) => ({ ...flag, condition: { type: 'geofence', fence: circle, when: 'inside' } })
  assert.deepEqual(told(score([90, 3])), [
    '/condition/field is not known here',
    '/condition/parts/0/bands/0 must be object',
  ])
  assert.deepEqual(told(score({ upto: 90, score: 3 })), [
    '/condition/field is not known here',
    '/condition/parts/0/bands/0 must have required properties points',
    '/condition/parts/0/bands/0/score is not known here',
  ])
  assert.deepEqual(told(fence({ circle: { lat: 1, lng: 2, radius: 3 } })), [
    '/condition/fence/circle must have required properties radius_m',
    '/condition/fence/circle/radius is not known here',
  ])
  assert.deepEqual(told(withLevels({ severity: 'info', value: 'high' })), ['/levels/0/value must be number or object'])
  assert.deepEqual(told(withLevels({ severity: 'info', value: { attr: 'a' } })), [
    '/levels/0/value must have required properties default',
  ])
  assert.deepEqual(told(withLevels({ severity: 'major', value: 3 })), [
    '/levels/0/severity must be one of: info, warning, critical',
  ])
  assert.deepEqual(told({ ...threshold, condition: deep(3_000) }), ['/ is nested too deep'])
})

const deep = (levels: number): object => {
  let condition: object = { type: 'flag', field: 'flags.dry' }
  for (let level = 0; level < levels; level += 1) condition = { type: 'all', of: [condition] }
  return condition
}

test('a key is lower-case words joined by dots', () => {
  for (const key of ['a', 'boiler.pressure_2.high']) assert.deepEqual(ruleFaults({ ...threshold, key }), [], key)
  for (const key of ['', 'Boiler', 'boiler..high', '.boiler', 'boiler-high', 'a'.repeat(101)]) {
    assert.deepEqual(fieldsAtFault({ ...threshold, key }), ['/key'], key)
  }
})

test('a condition reads a metric, a flag, the battery or the signal, and nothing else', () => {
  for (const field of ['metrics.pressure', 'flags.impact_g_force', 'battery', 'signal']) {
    assert.deepEqual(ruleFaults(withCondition({ field })), [], field)
  }
  for (const field of ['pressure', 'metrics.', 'metrics.Pressure', 'metrics.a.b', 'lat', 'ts']) {
    assert.notDeepEqual(ruleFaults(withCondition({ field })), [], field)
  }
})

test('a rule has one to three levels, each severity once', () => {
  assert.notDeepEqual(ruleFaults(withLevels()), [])
  assert.deepEqual(
    ruleFaults(
      withLevels({ severity: 'critical', value: 5 }, { severity: 'info', value: 3 }, { severity: 'warning', value: 4 }),
    ),
    [],
  )
  assert.deepEqual(fieldsAtFault(withLevels({ severity: 'warning', value: 3 }, { severity: 'warning', value: 4 })), [
    '/levels',
  ])
  assert.notDeepEqual(ruleFaults(withLevels({ severity: 'major', value: 3 })), [])
})

test('a threshold needs a value in every level', () => {
  assert.deepEqual(fieldsAtFault(withLevels({ severity: 'info', value: 3 }, { severity: 'warning', clear: 2 })), [
    '/levels/1',
  ])
})

test('ranges and flags have no value and no clear value', () => {
  assert.deepEqual(fieldsAtFault({ ...range, levels: [{ severity: 'warning', value: 3 }] }), ['/levels/0'])
  assert.deepEqual(fieldsAtFault({ ...flag, levels: [{ severity: 'warning', clear: 0 }] }), ['/levels/0'])
})

test('a clear value lies at the limit or on its calm side', () => {
  const faults = (op: string, clear: number) =>
    ruleFaults({ ...withCondition({ op }), levels: [{ severity: 'warning', value: 3, clear }] })
  for (const op of ['gt', 'gte']) {
    assert.deepEqual(faults(op, 2), [], op)
    assert.deepEqual(faults(op, 3), [], op)
    assert.notDeepEqual(faults(op, 3.1), [], op)
  }
  for (const op of ['lt', 'lte']) {
    assert.deepEqual(faults(op, 4), [], op)
    assert.deepEqual(faults(op, 3), [], op)
    assert.notDeepEqual(faults(op, 2.9), [], op)
  }
})

test('eq and neq have no clear value', () => {
  for (const op of ['eq', 'neq']) assert.deepEqual(fieldsAtFault(withCondition({ op })), ['/levels/0/clear'], op)
})

test('a range has its smaller end first, and a margin that is not negative', () => {
  const withEnds = (ends: object) => ({ ...range, condition: { ...range.condition, ...ends } })
  assert.deepEqual(fieldsAtFault(withEnds({ min: 80, max: 20 })), ['/condition/max'])
  assert.deepEqual(fieldsAtFault(withEnds({ min: 20, max: 20 })), ['/condition/max'])
  assert.notDeepEqual(ruleFaults(withEnds({ margin: -1 })), [])
})

test('durations are not negative', () => {
  for (const duration of ['clear_for_s', 'cooldown_s', 'max_gap_s', 'late_max_s']) {
    assert.deepEqual(fieldsAtFault({ ...threshold, [duration]: -1 }), [`/${duration}`])
  }
})

test('a more severe level with a nearer limit is rejected', () => {
  const faults = ruleFaults({
    key: 'a',
    name: 'A',
    title: 'A',
    condition: { type: 'threshold', field: 'metrics.a', op: 'gt' },
    levels: [
      { severity: 'critical', value: 100 },
      { severity: 'warning', value: 140 },
    ],
  })
  assert.deepEqual(faults, [fieldError('/levels', 'levels_order')])
})

test('a margin that leaves no value at which a range could clear is refused', () => {
  const faults = ruleFaults({
    key: 'a',
    name: 'A',
    title: 'A',
    condition: { type: 'range', field: 'metrics.a', mode: 'outside', min: 0, max: 10, margin: 6 },
    levels: [{ severity: 'warning' }],
  })
  assert.deepEqual(faults, [fieldError('/condition/margin', 'range_margin')])
})

test('each kind of condition is checked for contradictions', () => {
  const faults = (condition: object, levels: object[] = [{ severity: 'warning' }]) =>
    ruleFaults({ ...threshold, condition, levels }).map((fault) => `${fault.field} ${sentenceOf(fault)}`)
  const hot = { type: 'threshold', field: 'metrics.heat', op: 'gt', value: 30 }
  const mean = { type: 'aggregate', field: 'metrics.heat', fn: 'avg', window_s: 60, op: 'gt' }
  const circle = { circle: { lat: 46, lng: 14, radius_m: 10 } }
  for (const [condition, levels] of [
    [{ type: 'all', of: [hot, { type: 'not', of: [{ type: 'flag', field: 'flags.dry' }] }] }, undefined],
    [mean, [{ severity: 'info', value: 1 }]],
    [{ type: 'count', of: hot, at_least: 3, within_s: 60 }, undefined],
    [{ type: 'stale' }, undefined],
    [{ type: 'stale', field: null, after_s: 60 }, [{ severity: 'info' }, { severity: 'critical', value: 90 }]],
    [{ type: 'geofence', fence: circle, when: 'exit' }, undefined],
    [
      {
        type: 'any',
        of: [
          { ...mean, value: 3 },
          { type: 'geofence', fence: circle, when: 'inside' },
        ],
      },
      undefined,
    ],
  ] as const) {
    assert.deepEqual(faults(condition, levels as object[] | undefined), [], JSON.stringify(condition))
  }
  const nested = { type: 'all', of: [{ type: 'any', of: [{ type: 'not', of: [hot] }] }] }
  assert.deepEqual(faults(nested, undefined), [])
  const expected: [object, object[] | undefined, RegExp][] = [
    [{ type: 'moon' }, undefined, /^\/condition\/type must be one of: threshold, /],
    [hot, [{ severity: 'info', value: 3 }], /^\/condition\/value belongs to the levels/],
    [{ type: 'all', of: [] }, undefined, /^\/condition\/of /],
    [{ type: 'not', of: [hot, hot] }, undefined, /^\/condition\/of /],
    [
      { type: 'all', of: Array.from({ length: 6 }, () => ({ type: 'any', of: [hot, hot] })) },
      undefined,
      /may have 10 parts/,
    ],
    [{ type: 'any', of: [nested] }, undefined, /may be nested 3 deep/],
    [{ type: 'all', of: [{ type: 'stale' }] }, undefined, /stale cannot be combined/],
    [{ type: 'count', of: { ...mean, value: 3 }, at_least: 3, within_s: 60 }, undefined, /counts readings/],
    [{ ...mean, fn: 'all', op: 'eq' }, [{ severity: 'info', value: 1 }], /all goes with/],
    [{ type: 'stale' }, [{ severity: 'info', for_s: 3 }], /a stale condition has no for_s/],
    [{ type: 'stale', after_s: 60 }, [{ severity: 'info' }, { severity: 'critical', value: 30 }], /further out/],
    [
      {
        type: 'geofence',
        fence: {
          polygon: [
            [95, 0],
            [0, 1],
            [1, 1],
          ],
        },
        when: 'inside',
      },
      undefined,
      /beyond 90/,
    ],
    [
      { type: 'score', op: 'gte', parts: [{ field: 'battery', bands: [{ points: 1 }, { upto: 3, points: 2 }] }] },
      [{ severity: 'info', value: 1 }],
      /must rise/,
    ],
  ]
  for (const [condition, levels, words] of expected) assert.match(faults(condition, levels).join('\n'), words)
})

test('hours need an existing time zone, and stale rules cannot have hours', () => {
  const hours = [{ from: '08:00', to: '16:00' }]
  assert.deepEqual(ruleFaults({ ...threshold, schedule: { tz: 'Europe/Ljubljana', hours } }), [])
  assert.deepEqual(fieldsAtFault({ ...threshold, schedule: { tz: 'Europe/Atlantis', hours } }), ['/schedule/tz'])
  assert.notDeepEqual(ruleFaults({ ...threshold, schedule: { tz: 'UTC', hours: [{ from: '8:00', to: '24:00' }] } }), [])
  const silent = { ...threshold, condition: { type: 'stale' }, levels: [{ severity: 'info' }] }
  assert.deepEqual(fieldsAtFault({ ...silent, schedule: { tz: 'UTC', hours } }), ['/schedule'])
})

test('a text that cannot be stored is an error', () => {
  for (const text of ['\ud800', 'a\0b']) {
    assert.notDeepEqual(ruleFaults({ ...threshold, labels: { team: text } }), [])
    const where = { field: 'metrics.gas_type', equals: text }
    assert.notDeepEqual(ruleFaults(withCondition({ where })), [])
  }
})

test("the order of levels is checked with the defaults of the device's limits", () => {
  const own = (value: object, clear: unknown) => ruleFaults(withLevels({ severity: 'warning', value, clear }))
  assert.deepEqual(own({ attr: 'max_pressure', default: 3 }, 2.8), [])
  assert.notDeepEqual(own({ attr: 'max_pressure', default: 3 }, 3.1), [])
  assert.notDeepEqual(own({ attr: 'max_pressure' }, 2.8), [])
})
