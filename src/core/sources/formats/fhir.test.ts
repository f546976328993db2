import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatMessage, holdForAnyJson, senderBody, statementsOf } from '../../../../test/harness/format-messages.ts'
import { NotUnderstood } from '../messages/not-understood.ts'
import { fhirFormat } from './fhir.ts'

const PATIENT = { reference: 'Patient/p-1042' }
const AT = '2026-11-21T09:02:00+01:00'
const TS = Date.UTC(2026, 10, 21, 8, 2)

const loinc = (code: string) => ({ coding: [{ system: 'http://loinc.org', code }] })
const ucum = (value: unknown, code: string) => ({ value, code, system: 'http://unitsofmeasure.org' })
const observation = (changes: object = {}) => ({
  resourceType: 'Observation',
  status: 'final',
  code: loinc('8867-4'),
  subject: PATIENT,
  effectiveDateTime: AT,
  valueQuantity: ucum(72, '/min'),
  ...changes,
})
const one = (changes: object, settings = {}) => statementsOf(fhirFormat, observation(changes), { settings })[0]!
const metrics = (changes: object) => one(changes).reading?.metrics
const reason = (changes: object) => one(changes).reason

test('Observations of real senders make readings', () => {
  const pressure = {
    externalId: 'Patient/p-1042',
    reading: { ts: TS, metrics: { systolic: 109, diastolic: 44 }, flags: {} },
  }
  assert.deepEqual(statementsOf(fhirFormat, senderBody('fhir/1.json')), [pressure])
  assert.deepEqual(statementsOf(fhirFormat, senderBody('fhir/2.json')), [
    {
      externalId: 'Patient/p-1042',
      reading: { ts: 1_417_768_210_000, metrics: { spo2: 95, o2_flow: 6 }, flags: {} },
    },
  ])
  assert.deepEqual(statementsOf(fhirFormat, senderBody('fhir/3.json')), [
    { reason: { code: 'unknown_measure', at: '/code', detail: 'LOINC' } },
  ])
  assert.deepEqual(statementsOf(fhirFormat, senderBody('fhir/4.json')), [
    pressure,
    { externalId: 'Patient/p-1042', reading: { ts: TS + 30_000, metrics: { temperature: 36.7 }, flags: {} } },
    {
      externalId: 'Patient/p-1042',
      reading: null,
      reason: { code: 'no_measurement', at: '/status', detail: 'entered-in-error' },
    },
  ])
})

test('values are converted from units of UCUM, and a unit that is none of the measure is no value', () => {
  const glucose = (code: string, value = 6.3) => ({ code: loinc('15074-8'), valueQuantity: ucum(value, code) })
  assert.deepEqual(metrics(glucose('mmol/L')), { glucose: 113.498 })
  assert.deepEqual(metrics(glucose('mmol/l')), { glucose: 113.498 })
  assert.deepEqual(metrics(glucose('mg/dL', 95)), { glucose: 95 })
  for (const unit of ['umol/L', '%', 'constructor', '__proto__'])
    assert.deepEqual(reason(glucose(unit)), { code: 'unknown_measure', at: '/valueQuantity', detail: unit })
  const temperature = (value: number, code: string) => ({ code: loinc('8310-5'), valueQuantity: ucum(value, code) })
  assert.deepEqual(metrics(temperature(36.6, 'Cel')), { temperature: 36.6 })
  assert.deepEqual(metrics(temperature(310.15, 'K')), { temperature: 37 })
  assert.deepEqual(metrics({ code: loinc('2708-6'), valueQuantity: ucum(0.97, '1') }), { spo2: 97 })
  assert.deepEqual(metrics({ code: loinc('8480-6'), valueQuantity: ucum(16, 'kPa') }), { systolic: 120.01 })
  assert.deepEqual(metrics({ code: loinc('29463-7'), valueQuantity: ucum(185, '[lb_av]') }), { body_weight: 83.915 })
  assert.deepEqual(metrics({ code: loinc('8302-2'), valueQuantity: ucum(1.71, 'm') }), { body_height: 171 })
  assert.deepEqual(metrics({ code: loinc('9279-1'), valueQuantity: ucum(14, '{breaths}/min') }), {
    respiratory_rate: 14,
  })
  assert.deepEqual(metrics({ valueQuantity: { value: 72, unit: 'beats/minute' } }), { heart_rate: 72 })
  assert.deepEqual(reason({ valueQuantity: { value: 72 } })?.detail, 'unit')
})

test('a value without a number, or of another kind than a quantity, is none', () => {
  const none = { valueQuantity: undefined }
  assert.equal(reason(none)?.code, 'no_values')
  assert.deepEqual(reason({ ...none, valueSampledData: {} }), { code: 'no_values', at: '/valueSampledData' })
  assert.deepEqual(one({ ...none, dataAbsentReason: { coding: [{ code: 'not-performed' }] } }), {
    externalId: 'Patient/p-1042',
    reading: null,
    reason: { code: 'no_values', at: '/dataAbsentReason', detail: 'not-performed' },
  })
  assert.equal(reason({ ...none, hasMember: [{ reference: 'Observation/1' }] })?.code, 'no_measurement')
  assert.equal(reason({ valueQuantity: ucum('much', '/min') })?.code, 'bad_value')
  assert.deepEqual(metrics({ valueQuantity: { ...ucum(40, '/min'), comparator: '<' } }), { heart_rate: 40 })
})

test('codes of IEEE 11073 count without LOINC, and codes that contradict each other do not count', () => {
  const mdc = (code: string) => ({ system: 'urn:iso:std:iso:11073:10101', code })
  assert.deepEqual(metrics({ code: { coding: [mdc('147842')] } }), { heart_rate: 72 })
  assert.deepEqual(metrics({ code: { coding: [{ code: '8867-4' }, mdc('147842')] } }), { heart_rate: 72 })
  assert.equal(reason({ code: { coding: [{ code: '8867-4' }] } })?.code, 'unknown_measure')
  const both = { coding: [...loinc('8867-4').coding, ...loinc('9279-1').coding] }
  assert.equal(reason({ code: both })?.code, 'unknown_measure')
  const inTheLung = { coding: [...loinc('8480-6').coding, ...loinc('8440-0').coding] }
  assert.equal(reason({ code: inTheLung, valueQuantity: ucum(25, 'mm[Hg]') })?.code, 'unknown_measure')
})

test('known components are kept beside one that is not known', () => {
  const component = [
    { code: loinc('8480-6'), valueQuantity: ucum(120, 'mm[Hg]') },
    { code: loinc('99999-9'), valueQuantity: ucum(1, '1') },
    { code: loinc('8462-4'), dataAbsentReason: { coding: [{ code: 'unknown' }] } },
  ]
  assert.deepEqual(one({ code: loinc('85354-9'), valueQuantity: undefined, component }), {
    externalId: 'Patient/p-1042',
    reading: { ts: TS, metrics: { systolic: 120 }, flags: {} },
    reason: { code: 'unknown_measure', at: '/component/1/code', detail: '99999-9' },
  })
})

test('only results count', () => {
  for (const status of ['preliminary', 'final', 'amended', 'corrected'])
    assert.deepEqual(metrics({ status }), { heart_rate: 72 })
  for (const status of ['entered-in-error', 'cancelled', 'unknown', 'registered'])
    assert.deepEqual(reason({ status }), { code: 'no_measurement', at: '/status', detail: status })
  assert.deepEqual(reason({ status: undefined }), { code: 'wrong_form', at: '/status' })
  assert.equal(reason({ modifierExtension: [{ url: 'x' }] })?.code, 'unknown_measure')
})

test('the time is that of the measurement, with a time of day', () => {
  const ts = (changes: object) => one({ effectiveDateTime: undefined, ...changes }).reading?.ts
  assert.equal(ts({ effectiveInstant: AT }), TS)
  assert.equal(ts({ effectivePeriod: { start: '2026-11-21T08:00:00Z', end: AT } }), TS)
  assert.equal(ts({ effectivePeriod: { start: AT } }), TS)
  assert.equal(ts({ issued: AT }), TS)
  assert.equal(ts({ effectiveDateTime: '2026-11-21T09:02:00' }), TS)
  for (const effectiveDateTime of ['2026-11-21', '2026', '2026-02-30T00:00:00Z', '+275760-09-13T00:00:00Z'])
    assert.deepEqual(reason({ effectiveDateTime, issued: AT }), { code: 'bad_time', at: '/effective', detail: 'date' })
  assert.deepEqual(reason({ effectiveDateTime: undefined }), { code: 'bad_time', at: '/effective', detail: 'none' })
})

test('the device is the subject, or the device if the source says so', () => {
  const settings = { device: 'device' }
  const device = { reference: 'Device/d1', display: 'Acme Pulse Oximeter 2000' }
  assert.equal(one({ device }).externalId, 'Patient/p-1042')
  const { externalId, model } = one({ device }, settings)
  assert.deepEqual([externalId, model], ['Device/d1', 'Acme Pulse Oximeter 2000'])
  assert.equal(one({ device: { display: 'Monitor 3' } }, settings).externalId, 'Monitor 3')
  assert.deepEqual(one({}, settings).reason, { code: 'no_device', at: '/device' })
  assert.deepEqual(reason({ subject: { display: 'Anna' } }), { code: 'no_device', at: '/subject' })
  const id = (subject: object, more = {}) => one({ subject, ...more }).externalId
  assert.equal(id({ identifier: { system: 'urn:mrn', value: '7' } }), 'urn:mrn|7')
  assert.equal(id({ reference: 'https://ehr.example/Patient/7/_history/2' }), 'https://ehr.example/Patient/7')
  assert.equal(id({ reference: 'Patient?identifier=urn:mrn|7' }), 'urn:mrn|7')
  const contained = [{ resourceType: 'Patient', id: 'p', identifier: [{ system: 'urn:mrn', value: '7' }] }]
  assert.equal(id({ reference: '#p' }, { contained }), 'urn:mrn|7')
  assert.equal(id({ reference: '#q' }, { contained }), undefined)
})

test('a Bundle says which patient a temporary reference means', () => {
  const bundle = (patient: object, request = {}) => ({
    resourceType: 'Bundle',
    type: 'transaction',
    entry: [
      { fullUrl: 'urn:uuid:1', resource: { resourceType: 'Patient', ...patient }, request },
      { resource: observation({ subject: { reference: 'urn:uuid:1' } }) },
    ],
  })
  const id = (patient: object, request = {}) =>
    statementsOf(fhirFormat, bundle(patient, request)).map(({ externalId }) => externalId)
  assert.deepEqual(id({ id: 'a' }), ['Patient/a'])
  assert.deepEqual(id({ identifier: [{ system: 'urn:mrn', value: '7' }] }), ['urn:mrn|7'])
  assert.deepEqual(id({ id: 'a' }, { method: 'PUT', url: 'Patient/b' }), ['Patient/b'])
  assert.deepEqual(id({}), [undefined])
})

test('what is personal is in no part', () => {
  const personal = observation({
    subject: { ...PATIENT, display: 'Anna Novak' },
    performer: [{ display: 'Dr. Novak' }],
    note: [{ text: 'Novak complains' }],
    text: { div: '<div>Novak</div>' },
    contained: [{ resourceType: 'Patient', id: 'p', name: [{ family: 'Novak' }] }],
    bodySite: { text: 'Novak' },
    component: [{ code: loinc('8480-6'), valueString: 'Novak', interpretation: [{ text: 'Novak' }] }],
  })
  const patient = { resource: { resourceType: 'Patient', name: [{ family: 'Novak' }] } }
  for (const body of [personal, { resourceType: 'Bundle', entry: [patient, { resource: personal }] }, patient.resource])
    assert.ok(!JSON.stringify(fhirFormat.split(formatMessage(body))).includes('Novak'))
})

test('senders get the response of a server that created everything', () => {
  const stored = (body: unknown) => fhirFormat.stored(formatMessage(body))
  const { status, headers, media, body } = stored(observation())
  assert.deepEqual([status, media], [201, 'application/fhir+json'])
  assert.match(headers!.location!, /^Observation\/[0-9a-f]{32}$/)
  assert.equal(JSON.parse(String(body)).id, headers!.location!.split('/')[1])
  assert.deepEqual(stored(observation()).headers, headers)
  assert.notDeepEqual(stored(observation({ effectiveDateTime: '2026-11-21T09:03:00Z' })).headers, headers)
  const bundle = stored(senderBody('fhir/4.json'))
  assert.equal(bundle.status, 200)
  const { type, entry } = JSON.parse(String(bundle.body))
  assert.equal(type, 'transaction-response')
  assert.equal(entry.length, 3)
  assert.match(JSON.stringify(entry[0]), /"status":"201 Created","location":"Observation\/[0-9a-f]{32}\/_history\/1"/)
  assert.equal(JSON.parse(String(stored({ resourceType: 'Bundle', type: 'batch' }).body)).type, 'batch-response')
  assert.equal(stored('<Observation/>').status, 201)
  assert.equal(stored({ resourceType: 'X\r\nSet-Cookie: a' }).headers!.location!.slice(0, 12), 'Observation/')
})

test('XML and JSON that is not FHIR cannot be cut', () => {
  const refused = (body: unknown) => {
    try {
      fhirFormat.split(formatMessage(body))
    } catch (error) {
      return error instanceof NotUnderstood ? error.reason.code : error
    }
    return null
  }
  assert.equal(refused('<Observation xmlns="http://hl7.org/fhir"/>'), 'not_json')
  for (const body of [[], {}, 1, { resourceType: 1 }]) assert.equal(refused(body), 'wrong_form')
  assert.deepEqual(statementsOf(fhirFormat, { resourceType: 'Patient' }), [
    { reason: { code: 'no_measurement', detail: 'Patient' } },
  ])
  const many = { resourceType: 'Bundle', entry: new Array(10_001).fill({}) }
  assert.equal(refused(many), 'wrong_form')
  assert.equal(JSON.parse(String(fhirFormat.stored(formatMessage(many)).body)).entry.length, 10_000)
  assert.deepEqual(fhirFormat.split(formatMessage({ resourceType: 'Bundle', entry: [1, {}, { resource: [] }] })), [])
})

test('any JSON makes readings that can be stored, or is not understood', () => {
  holdForAnyJson(
    fhirFormat,
    ['1', '2', '4'].map((name) => senderBody(`fhir/${name}.json`)),
  )
})
