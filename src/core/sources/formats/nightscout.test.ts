import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatMessage, holdForAnyJson, senderBody, statementsOf } from '../../../../test/harness/format-messages.ts'
import { nightscoutFormat } from './nightscout.ts'

const TS = Date.UTC(2024, 0, 1)
const ENTRY = { type: 'sgv', sgv: 120, date: TS, device: 'xDrip-DexcomG6' }

const at = (path: string, settings = {}) => ({ path: `/api/v1/${path}`, settings })
const one = (entry: object, settings = {}) =>
  statementsOf(nightscoutFormat, [{ ...ENTRY, ...entry }], at('entries', settings))[0]!
const glucose = (entry: object) => one(entry).reading?.metrics.glucose
const stored = (body: unknown, path = 'entries') =>
  JSON.parse(String(nightscoutFormat.stored(formatMessage(body, at(path))).body))
const asked = (path: string, method = 'GET') =>
  nightscoutFormat.other({ method, path: `/api/v1/${path}`, query: new URLSearchParams() })

test('an entry of xDrip+ makes a reading', () => {
  assert.deepEqual(statementsOf(nightscoutFormat, senderBody('nightscout/1.json'), at('entries.json')), [
    {
      externalId: 'xDrip-DexcomG6',
      reading: { ts: TS, metrics: { glucose: 120, noise: 1 }, flags: {} },
      key: `xDrip-DexcomG6 entries sgv ${TS}`,
    },
  ])
  assert.equal(statementsOf(nightscoutFormat, ENTRY, at('entries')).length, 1, 'an entry alone')
})

test('values of meters count, error codes of the sensor and calibrations do not', () => {
  assert.equal(glucose({ type: 'mbg', sgv: undefined, mbg: 63 }), 63)
  for (const code of [0, 1, 5, 12]) {
    const { reading, reason } = one({ sgv: code })
    assert.deepEqual([reading, reason], [null, { code: 'no_values', at: '/sgv', detail: `error code ${code}` }])
  }
  assert.equal(glucose({ sgv: 13 }), 13)
  assert.equal(glucose({ sgv: 39 }), 39)
  assert.equal(one({ type: 'cal', sgv: undefined, slope: 846 }).reason?.code, 'no_measurement')
  assert.equal(one({ sgv: undefined, type: 'rawbg' }).reason?.code, 'no_values')
  assert.equal(one({ sgv: 'LOW' }).reason?.code, 'bad_value')
})

test('a value is in mmol/L only if it is small and says so', () => {
  assert.equal(glucose({ sgv: 6.3, units: 'mmol' }), 113.498)
  assert.equal(glucose({ sgv: 5, units: 'mmol/L' }), 90.078)
  assert.equal(glucose({ sgv: 120, units: 'mmol' }), 120)
  assert.equal(one({ sgv: 6.3 }).reason?.code, 'unknown_measure')
})

test('the time is the date, or else its text', () => {
  const ts = (entry: object) => one({ date: undefined, ...entry }).reading?.ts
  assert.equal(ts({ date: TS / 1_000 }), TS)
  assert.equal(ts({ dateString: '2024-01-01T01:00:00.000+01:00' }), TS)
  assert.equal(one({ date: null, dateString: 'Sun Nov 22 23:27:50 EET 2015' }).reason?.code, 'bad_time')
})

test('the device is that of the entry, or one for all of a person', () => {
  assert.equal(one({}, { device: 'anna' }).externalId, 'anna')
  assert.deepEqual(one({ device: '' }).reason, { code: 'no_device', at: '/device' })
  assert.equal(one({ rssi: -80 }).reading?.signal, -80)
  assert.equal(one({ rssi: 168 }).reading?.signal, undefined)
})

test('the status of an uploader has its battery, and that of a loop its pump', () => {
  const of = (status: object) => statementsOf(nightscoutFormat, status, at('devicestatus'))
  assert.deepEqual(of({ device: 'xDrip', uploaderBattery: 87, created_at: '2024-01-01T00:00:00Z' }), [
    { externalId: 'xDrip', reading: { ts: TS, battery: 87, metrics: {}, flags: {} } },
  ])
  const loop = {
    device: 'loop://iPhone',
    created_at: '2024-01-01T00:00:00Z',
    uploader: { battery: 60, name: 'Anna' },
    isCharging: true,
    pump: { battery: { percent: 75 }, reservoir: 150.5 },
    loop: { iob: { iob: 1.2 }, cob: { cob: 20 }, predicted: { values: [1, 2] } },
  }
  assert.deepEqual(of(loop)[0]!.reading, {
    ts: TS,
    battery: 60,
    metrics: { pump_battery: 75, pump_reservoir: 150.5, iob: 1.2, cob: 20 },
    flags: { charging: true },
  })
  assert.equal(of({ device: 'a', uploaderBattery: 1 })[0]!.reading!.ts, undefined)
})

test('of treatments only a value of a meter is kept, and nothing of a profile', () => {
  const check = { eventType: 'BG Check', glucose: 13.5, units: 'mmol', created_at: '2024-01-01T00:00:00Z', device: 'a' }
  const meal = { eventType: 'Meal Bolus', carbs: 45, insulin: 6, enteredBy: 'Anna', notes: 'Anna', device: 'a' }
  const all = statementsOf(nightscoutFormat, [check, meal], at('treatments.json'))
  assert.deepEqual(
    all.map(({ reading }) => reading?.metrics),
    [{ glucose: 243.211 }],
  )
  assert.deepEqual(nightscoutFormat.split(formatMessage([{ store: {} }], at('profile.json'))), [])
  const parts = nightscoutFormat.split(
    formatMessage([{ ...check, enteredBy: 'Anna', notes: 'Anna' }], at('treatments')),
  )
  assert.ok(!JSON.stringify(parts).includes('Anna'))
})

test('activity of a watch is read', () => {
  const body = [
    { type: 'hr-bpm', timeStamp: TS, bpm: 61, device: 'watch' },
    { type: 'steps-total', timeStamp: TS, steps: 900, device: 'watch' },
  ]
  const all = statementsOf(nightscoutFormat, body, at('activity'))
  assert.deepEqual(
    all.map(({ reading }) => reading?.metrics),
    [{ heart_rate: 61 }, { steps: 900 }],
  )
})

test('uploaders get back what they sent, each with an ID that a retry has as well', () => {
  const sent = JSON.parse(senderBody('nightscout/1.json'))
  const [first] = stored(sent)
  assert.match(first._id, /^[0-9a-f]{24}$/)
  assert.deepEqual({ ...first, _id: undefined }, { ...sent[0], _id: undefined })
  assert.equal(stored([{ ...sent[0], sgv: 121 }])[0]._id, first._id)
  assert.notEqual(stored([{ ...sent[0], type: 'mbg' }])[0]._id, first._id)
  const own = 'a'.repeat(24)
  assert.equal(stored({ ...ENTRY, _id: own })[0]._id, own)
  assert.equal(stored([{ eventType: 'Meal Bolus' }, { eventType: 'Note' }], 'treatments').length, 2)
  assert.deepEqual(stored('no JSON'), [])
  assert.deepEqual(stored(new Array(10_001).fill({})), [])
})

test('uploaders that ask first learn that they may send', () => {
  const body = (path: string) => JSON.parse(String(asked(path)!.body))
  assert.equal(body('status.json').status, 'ok')
  assert.equal(body('status').apiEnabled, true)
  assert.deepEqual(body('experiments/test'), { status: 'ok' })
  assert.equal(body('verifyauth').message.canWrite, true)
  assert.deepEqual(body('entries.json'), [])
  assert.equal(asked('food'), null)
  assert.equal(asked('entries', 'DELETE'), null)
})

test('any JSON makes readings that can be stored, or is not understood', () => {
  const status = JSON.stringify({ device: 'a', uploader: { battery: 1 }, pump: { battery: { percent: 1 } } })
  holdForAnyJson(nightscoutFormat, [senderBody('nightscout/1.json')], at('entries'))
  holdForAnyJson(nightscoutFormat, [status], at('devicestatus'))
  holdForAnyJson(nightscoutFormat, [JSON.stringify({ ...ENTRY, eventType: 'BG Check', glucose: 5 })], at('treatments'))
})
