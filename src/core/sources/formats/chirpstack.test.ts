import assert from 'node:assert/strict'
import { test } from 'node:test'
import { holdForAnyJson, senderBody, statementsOf } from '../../../../test/harness/format-messages.ts'
import type { SourceMessage } from '../messages/source-message.ts'
import { chirpstackFormat } from './chirpstack.ts'

const FILES = [1, 2, 3, 4, 5, 6].map((file) => senderBody(`chirpstack/${file}.json`))
const [UP, DECODED, STATUS, JOIN, LOCATION, LOG] = FILES as [string, string, string, string, string, string]
const EVENTS = ['up', 'up', 'status', 'join', 'location', 'log']

const deviceInfo = { deviceName: 'Fridge 2', deviceProfileName: 'Dragino LHT65N', devEui: 'a84041fc41843e3e' }
const message = (fields: object) => ({
  deduplicationId: '3ac7e3c4',
  time: '2022-07-18T09:34:15.775023242+00:00',
  deviceInfo,
  ...fields,
})
/** The format with this event in the address of each message. */
const posted = (event: string) => ({
  ...chirpstackFormat,
  split: (given: SourceMessage) => chirpstackFormat.split({ ...given, query: new URLSearchParams({ event }) }),
})
const one = (event: string, body: unknown, settings = {}) => statementsOf(posted(event), body, { settings })[0]!

test('events of real devices make readings', () => {
  const { reading, reason, ...device } = one('up', UP)
  assert.deepEqual(device, {
    externalId: '0101010101010101',
    label: 'Test device',
    model: 'Test device-profile',
    key: '0101010101010101/up/3ac7e3c4-4401-4b8d-9386-a5c902f9202d',
  })
  assert.deepEqual(reading, { ts: 1_658_136_855_775, signal: -36, metrics: { snr: 10.5 }, flags: {} })
  assert.deepEqual(reason, { code: 'not_decoded', detail: 'f_port 1' })
  assert.deepEqual(one('up', DECODED).reading, {
    ts: 1_658_136_855_775,
    signal: -36,
    metrics: { snr: 10.5, bat_v: 3.014, bat_status: 3, temperature: 1.3, humidity: 24.2 },
    flags: {},
  })
  assert.equal(one('up', DECODED).reason, undefined)
  const status = { ts: 1_658_136_906_927, battery: 88.3, metrics: { margin: 10 }, flags: {} }
  assert.deepEqual(one('status', STATUS).reading, status)
  assert.deepEqual(one('join', JOIN).reading, { ts: 1_658_136_808_823, metrics: {}, flags: {} })
  const place = { ts: 1_658_138_111_059, lat: 37.344214, lng: -8.839375, metrics: { altitude: 2 }, flags: {} }
  assert.deepEqual(one('location', LOCATION).reading, place)
})

test('a line of the log is no reading and no sign of life, and is told by its code alone', () => {
  const { reading, reason } = one('log', LOG)
  assert.equal(reading, null)
  assert.deepEqual(reason, { code: 'no_measurement', detail: 'UPLINK_MIC' })
  for (const code of [undefined, 5, 'Anna lost it', 'A'.repeat(100)])
    assert.deepEqual(one('log', message({ code, description: 'd' })).reason, { code: 'no_measurement', detail: 'log' })
})

test('the event is found without the address too', () => {
  for (const [place, body] of FILES.entries()) {
    const [found] = statementsOf(chirpstackFormat, body)
    assert.deepEqual(found, one(EVENTS[place]!, body))
  }
  const integration = message({ integrationName: 'loracloud', object: { pending_requests: { id: 10 } } })
  assert.equal(statementsOf(chirpstackFormat, integration)[0]?.reading, null)
})

test('a downlink that the device confirms is a sign of life, and one that only a gateway took is not', () => {
  assert.deepEqual(one('ack', message({ acknowledged: true })).reading?.metrics, {})
  for (const acknowledged of [false, undefined, 'true']) {
    const { reading, reason, key } = one('ack', message({ queueItemId: '1', acknowledged }))
    assert.deepEqual([reading, reason, key], [null, { code: 'no_measurement', detail: 'ack' }, undefined])
  }
  assert.equal(one('txack', message({ gatewayId: '00' })).reading, null)
})

test('a charge is one only if the device can say it', () => {
  const battery = (fields: object) => one('status', message(fields)).reading?.battery
  assert.equal(battery({ batteryLevel: 88.3 }), 88.3)
  assert.equal(battery({ batteryLevel: 255 }), undefined)
  assert.equal(battery({ batteryLevel: 0, batteryLevelUnavailable: true }), undefined)
  const { reading } = one('status', message({ margin: -5, batteryLevel: 0, externalPowerSource: true }))
  assert.equal(reading?.battery, undefined)
  assert.deepEqual([reading?.metrics, reading?.flags], [{ margin: -5 }, { external_power: true }])
})

test('the events of a frame have their own keys, the same when sent again', () => {
  const key = (event: string, body: unknown) => one(event, body).key
  assert.equal(key('up', message({})), key('up', message({})))
  assert.notEqual(key('up', message({})), key('ack', message({ acknowledged: true })))
  assert.notEqual(key('up', UP), key('up', DECODED))
  assert.equal(key('up', message({ deduplicationId: undefined })), undefined)
})

test('channels of CayenneLPP are told apart by their number, unless there is only channel 0', () => {
  const object = {
    temperatureSensor: { 0: 27.2 },
    humiditySensor: { 1: 50 },
    analogInput: { 0: 1, 3: 2 },
    gpsLocation: { 1: { latitude: 52.1, longitude: 4.2, altitude: 44 } },
  }
  const { reading } = one('up', message({ object }))
  assert.deepEqual([reading?.lat, reading?.lng], [52.1, 4.2])
  assert.deepEqual(reading?.metrics, {
    temperature: 27.2,
    humidity_sensor_1: 50,
    analog_input_0: 1,
    analog_input_3: 2,
    altitude: 44,
  })
})

test('events of version 3 are understood', () => {
  const rxInfo = [{ rssi: -57, loRaSNR: 10 }]
  const old = { deviceName: 'Fridge', devEUI: '0202020202020202', rxInfo, fPort: 5, object: { speed: 5 } }
  const { externalId, label, reading } = one('up', old, { speed_unit: 'm/s' })
  assert.deepEqual([externalId, label, reading?.signal], ['0202020202020202', 'Fridge', -57])
  assert.deepEqual(reading?.metrics, { snr: 10, speed_kmh: 18 })
})

test('an event that is not known, or of no device, is kept for people to see', () => {
  assert.deepEqual(one('constructor', UP), { reason: { code: 'wrong_form', at: '?event' } })
  assert.deepEqual(one('up', '[]'), { reason: { code: 'wrong_form', at: '?event' } })
  assert.equal(one('up', message({ deviceInfo: {} })).reason?.code, 'no_device')
  assert.equal(one('location', message({ location: { latitude: 100, longitude: 0 } })).reason?.code, 'no_values')
})

test('any JSON makes readings that can be stored, or is not understood', () => {
  holdForAnyJson(chirpstackFormat, FILES)
  holdForAnyJson(posted('up'), FILES)
})
