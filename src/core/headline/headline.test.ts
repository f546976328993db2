import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type HeadlineAlert, type HeadlineFacts, headlineOf } from './headline.ts'

const NOW = new Date('2026-03-02T12:14:00Z')
const BEGAN = new Date('2026-03-02T12:00:00Z')
const ALERT: HeadlineAlert = {
  field: 'metrics.systolic',
  severity: 'critical',
  current_severity: 'critical',
  threshold: 180,
  is_cleared: false,
  triggered_value: 185,
  last_value: 196,
  peak_value: 199,
  value_before: null,
  triggered_at: BEGAN,
  condition: { type: 'threshold', op: 'gt' },
  unit: null,
}
const FACTS: HeadlineFacts = {
  severity: 'critical',
  current_severity: 'critical',
  title: 'Systolic blood pressure above 180 mmHg',
  title_of: null,
  created_at: BEGAN,
  cleared_since: null,
  lat: null,
  lng: null,
  location_at: null,
  device_name: 'Room 3',
  device_id: null,
  site_name: null,
  module: 'health',
  notes: ' Key safe 4711 ',
  metrics: {},
  alert: ALERT,
  rose_at: null,
  fell_at: null,
  present: null,
  other: null,
  storm: null,
  titled: null,
}
const headline = (alert: Partial<HeadlineAlert> | null, facts: Partial<HeadlineFacts> = {}) =>
  headlineOf({ ...FACTS, ...facts, alert: alert && { ...ALERT, ...alert } }, () => null, NOW)
const measured = (alert: Partial<HeadlineAlert> | null, facts: Partial<HeadlineFacts> = {}) => {
  const { label, value, unit, direction, threshold, current_value } = headline(alert, facts)
  return [label, value, unit, direction, threshold, current_value]
}

test('a headline has the present value with the limit that it is beyond', () => {
  assert.deepEqual(measured({}), ['systolic', 196, 'mmHg', 'above', 180, 196])
  const { device_name, notes, since } = headline({})
  assert.deepEqual([device_name, notes, since], ['Room 3', 'Key safe 4711', BEGAN])
})

test('a value that is within the limit again stands beside the worst one, on both sides of the limit', () => {
  assert.deepEqual(measured({ last_value: 180 }), ['systolic', 199, 'mmHg', 'above', 180, 180])
  assert.deepEqual(measured({ last_value: 181 }), ['systolic', 181, 'mmHg', 'above', 180, 181])
  assert.deepEqual(measured({ last_value: 120, current_severity: null }).at(-1), null, 'it is over')
  const low: Partial<HeadlineAlert> = { threshold: 90, condition: { type: 'threshold', op: 'lte' }, peak_value: 80 }
  assert.deepEqual(measured({ ...low, last_value: 90 }).slice(1, 5), [90, 'mmHg', 'at_or_below', 90])
  assert.deepEqual(measured({ ...low, last_value: 91 }).slice(1, 5), [80, 'mmHg', 'at_or_below', 90])
  const high: Partial<HeadlineAlert> = { condition: { type: 'threshold', op: 'gte' } }
  assert.deepEqual(measured({ ...high, last_value: 180 }).slice(1, 5), [180, 'mmHg', 'at_or_above', 180])
})

test('a value gets worse while the last one is the worst, and neither the first nor the one before it', () => {
  const isWorsening = (alert: Partial<HeadlineAlert>) => headline({ last_value: 199, ...alert }).is_worsening
  assert.equal(isWorsening({ value_before: 190 }), true)
  assert.equal(isWorsening({ value_before: 199 }), false, 'flat at its peak')
  assert.equal(isWorsening({ value_before: null }), false, 'not known')
  assert.equal(isWorsening({ value_before: 190, last_value: 196 }), false, 'has been worse')
  assert.equal(isWorsening({ value_before: 150, triggered_value: 199 }), false, 'has only begun')
  assert.equal(isWorsening({ value_before: 190, condition: { type: 'aggregate', fn: 'avg', op: 'gt' } }), false)
})

test('the limit of a range says on which side the value is', () => {
  const condition = { type: 'range', mode: 'outside', min: 2, max: 8 }
  const fridge = { field: 'metrics.temperature', condition }
  assert.deepEqual(measured({ ...fridge, threshold: 2, last_value: 1, peak_value: 1 }).slice(1, 5), [
    1,
    '°C',
    'below',
    2,
  ])
  assert.deepEqual(measured({ ...fridge, threshold: 8, last_value: 9, peak_value: 9 }).slice(1, 5), [
    9,
    '°C',
    'above',
    8,
  ])
})

test('a flag is named, and has no value', () => {
  const flag = { field: 'flags.fall_detected', condition: { type: 'flag' }, threshold: null, last_value: 1 }
  const { metric, kind, label, value } = headline(flag)
  assert.deepEqual([metric, kind, label, value], ['fall_detected', 'flag', 'fall detected', null])
})

test('what has no value of a metric is told by its title', () => {
  const title = 'Systolic blood pressure above 180 mmHg'
  const conditions = [
    { type: 'stale' },
    { type: 'geofence' },
    { type: 'count' },
    { type: 'rate', op: 'gt' },
    { type: 'aggregate', fn: 'sum', op: 'gt' },
    { type: 'all' },
    null,
  ]
  for (const condition of conditions) assert.deepEqual(measured({ condition }).slice(0, 2), [title, null])
  assert.deepEqual(measured(null).slice(0, 2), [title, null])
})

test('the device, then the rule, say what a metric is called and its unit', () => {
  const metrics = { systolic: { label: 'Pressure of the left arm', unit: 'kPa' } }
  assert.deepEqual(measured({}, { metrics }).slice(0, 3), ['Pressure of the left arm', 196, 'kPa'])
  assert.deepEqual(measured({ unit: 'bar' }).slice(0, 3), ['systolic', 196, 'bar'])
})

test('notes are cut after 200 characters', () => {
  const of = (notes: string | null) => headline({}, { notes }).notes
  assert.equal(of('x'.repeat(200)), 'x'.repeat(200))
  assert.equal(of('x'.repeat(201)), `${'x'.repeat(199)}…`)
  assert.deepEqual([of(null), of('  ')], [null, null])
})

test('what is left out of the notes begins with a whole word, and no telephone number or address is cut', () => {
  const of = (text: string) => {
    const { notes, more_notes } = headline({}, { notes: text })
    return [notes!.slice(-12), more_notes]
  }
  const before = (length: number) => 'word '.repeat(40).slice(0, length)
  assert.deepEqual(of(`${before(195)}somebody else`), ['d word word…', 'somebody else'])
  assert.deepEqual(of(`${before(190)}+386 41 234 567, at night`), ['d word word…', '+386 41 234 567, at night'])
  assert.deepEqual(of(`${before(100)}https://example.org/${'x'.repeat(100)}`)[1]!.slice(0, 20), 'https://example.org/')
  assert.deepEqual(headline({}).more_notes, null)
})

test('notes are cut at the end of a sentence that lies between 120 and 200 characters, not after an abbreviation', () => {
  const of = (text: string) => {
    const { notes, more_notes } = headline({}, { notes: text })
    return [notes!.slice(-12), more_notes?.slice(0, 10)]
  }
  const words = (length: number) => 'word '.repeat(40).slice(0, length).trimEnd()
  assert.deepEqual(of(`${words(140)}. Night nurse ${'knows '.repeat(20)}`), ['d word word. …'.slice(-12), 'Night nurs'])
  assert.equal(of(`${words(199 - 3)}. Night nurse knows`)[1], 'Night nurs')
  for (const text of [
    `${words(100)}. Night nurse ${'knows '.repeat(20)}`,
    `${words(150)}. +386 41 234 567 ${'knows '.repeat(20)}`,
    `${words(150)} Dr. Novak ${'knows '.repeat(20)}`,
    `${words(150)} im 2. Stock ${'knows '.repeat(20)}`,
  ]) {
    assert.match(of(text)[0]!, /knows…$/)
  }
  const longest = headline({}, { notes: `${words(197)}. ${'Night nurse. '.repeat(9)}` }).notes!
  assert.ok(longest.length <= 200, `${longest.length}`)
})

test('a gas is called by its formula, unless the device has a name for it', () => {
  const condition = { type: 'threshold', op: 'gte', where: { field: 'metrics.gas_type', equals: 'CO' } }
  const gas = { field: 'metrics.gas_ppm', threshold: 70, last_value: 84, peak_value: 84, condition }
  assert.deepEqual(measured(gas), ['CO', 84, 'ppm', 'at_or_above', 70, 84])
  assert.equal(headline(gas).own_label, 'CO')
  assert.equal(headline(gas, { metrics: { gas_ppm: { label: 'Exhaust' } } }).label, 'Exhaust')
  assert.equal(headline({}).own_label, null)
})

test('it is told until when it was as severe as at worst, where that is known', () => {
  const at = (time: string) => new Date(`2026-03-02T${time}Z`)
  const until = (facts: Partial<HeadlineFacts>) => headline({}, facts).severe_until
  const calmed = { current_severity: 'warning', fell_at: at('12:05:00') } as const
  assert.deepEqual(until(calmed), at('12:05:00'))
  assert.equal(until({ ...calmed, current_severity: 'critical' }), null, 'it is so again')
  assert.equal(until({ ...calmed, fell_at: null }), null)
  assert.equal(until({ ...calmed, fell_at: at('11:59:00') }), null, 'it came late')
})
