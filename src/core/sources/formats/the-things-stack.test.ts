import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatMessage, holdForAnyJson, senderBody, statementsOf } from '../../../../test/harness/format-messages.ts'
import type { SourceReading } from '../messages/source-message.ts'
import { theThingsStackFormat } from './the-things-stack.ts'

const FILES = [1, 2, 3, 4, 5, 6].map((file) => senderBody(`tts/${file}.json`))
const [VAN, PALLET, DOOR, JOIN, FOUND, WEATHER] = FILES as [string, string, string, string, string, string]
const EUI = '70B3D57ED005A1C2'

const up = (fields: object, others: object = {}) => ({
  end_device_ids: { device_id: 'van-07', dev_eui: EUI },
  received_at: '2025-11-12T08:29:02.5Z',
  uplink_message: { received_at: '2025-11-12T08:29:01.749842730Z', ...fields },
  ...others,
})
const readings = (body: unknown, settings = {}): (SourceReading | null)[] =>
  statementsOf(theThingsStackFormat, body, { settings }).map(({ reading }) => reading ?? null)
const decoded = (values: object, settings = {}): Partial<SourceReading> =>
  readings(up({ decoded_payload: values }), settings)[0]!
const keys = (body: unknown) => statementsOf(theThingsStackFormat, body).map(({ key }) => key)

test('frames of real devices make readings', () => {
  assert.deepEqual(readings(VAN), [
    {
      ts: 1_762_936_141_749,
      lat: 52.3702,
      lng: 4.8952,
      signal: -58,
      metrics: {
        ...{ snr: 12, altitude: 44.5, barometer: 1012.9, hdop: 0.9, heading: 99, humidity: 60.5, sats: 11 },
        ...{ speed_kmh: 31.669, temperature: 30.1 },
      },
      flags: {},
    },
  ])
  assert.deepEqual(readings(PALLET), [
    {
      ts: 1_762_936_141_749,
      lat: 52.3791,
      lng: 4.9003,
      signal: -58,
      metrics: { snr: 12, altitude: 44.5, temperature_0: 27.2, temperature_1: 25.5 },
      flags: {},
    },
  ])
  assert.deepEqual(readings(FOUND), [
    { ts: 1_615_467_902_101, lat: 51.455, lng: 5.458, metrics: { accuracy: 15 }, flags: {} },
  ])
  assert.deepEqual(readings(WEATHER), [
    { ts: 1_661_274_822_000, metrics: { temperature: 20.42, humidity: 61 }, flags: {} },
  ])
  assert.deepEqual(readings(JOIN), [{ ts: 1_581_520_545_780, metrics: {}, flags: {} }])
})

test('a frame that is not decoded is a sign of life, and says which port needs a codec', () => {
  const [statement] = statementsOf(theThingsStackFormat, DOOR)
  assert.deepEqual(statement?.reading, { ts: 1_601_041_612_433, signal: -49, metrics: { snr: 6.8 }, flags: {} })
  assert.deepEqual(statement?.reason, { code: 'not_decoded', detail: 'f_port 1' })
  assert.equal(statement?.label, 'door-12')
  const [empty] = statementsOf(theThingsStackFormat, up({ f_cnt: 3 }))
  assert.equal(empty?.reason, undefined)
})

test('the device is its DevEUI, or else its identifier, with the model that the network knows', () => {
  const version_ids = { brand_id: 'dragino', model_id: 'lht65n', hardware_version: '1' }
  const [statement] = statementsOf(theThingsStackFormat, up({ version_ids }))
  assert.deepEqual([statement?.externalId, statement?.label, statement?.model], [EUI, 'van-07', 'dragino lht65n'])
  const [other] = statementsOf(theThingsStackFormat, up({}, { end_device_ids: { device_id: 'abp-1' } }))
  assert.equal(other?.externalId, 'abp-1')
  for (const end_device_ids of [undefined, null, {}, [], { dev_eui: {} }, { dev_eui: ' ' }])
    assert.equal(statementsOf(theThingsStackFormat, up({}, { end_device_ids }))[0]?.reason?.code, 'no_device')
})

test('signal and signal-to-noise ratio are those of the gateway that received the frame best', () => {
  const rx_metadata = [{ rssi: -110, snr: 9 }, { rssi: -58, snr: 2 }, { snr: 12 }, null, { rssi: 'x' }, { rssi: -90 }]
  const [reading] = readings(up({ rx_metadata }))
  assert.deepEqual([reading?.signal, reading?.metrics], [-58, { snr: 2 }])
})

test('a position is that of the device: decoded, or entered by people, never that of a gateway or of before', () => {
  const rx_metadata = [{ rssi: -58, location: { latitude: 1, longitude: 2 } }]
  const gps = { latitude: 52.1, longitude: 4.1, source: 'SOURCE_GPS' }
  const user = { latitude: 53.1, longitude: 5.1, source: 'SOURCE_REGISTRY' }
  const place = (fields: object) => {
    const [reading] = readings(up({ rx_metadata, ...fields }))
    return [reading?.lat, reading?.lng]
  }
  assert.deepEqual(place({}), [undefined, undefined])
  assert.deepEqual(place({ locations: { user } }), [53.1, 5.1])
  assert.deepEqual(place({ locations: { 'frm-payload': gps } }), [undefined, undefined])
  assert.deepEqual(place({ locations: { user, 'frm-payload': gps } }), [undefined, undefined])
  assert.deepEqual(place({ locations: { user }, decoded_payload: { lat: '50.5', lon: 3 } }), [50.5, 3])
  assert.deepEqual(place({ decoded_payload: { latitude: 0, longitude: 0 } }), [undefined, undefined])
  assert.deepEqual(place({ decoded_payload: { latitude: 523_702_000, longitude: 4 } }), [undefined, undefined])
})

test('a channel 0 loses its number only where it is alone', () => {
  const values = { temperature_0: 20, humidity_1: 50, pressure: 1, pressure_0: 2, accelerometer_0: { x_0: 1, y: 2 } }
  assert.deepEqual(decoded(values).metrics, {
    temperature: 20,
    humidity_1: 50,
    pressure: 1,
    pressure_0: 2,
    accelerometer_x: 1,
    accelerometer_y: 2,
  })
})

test('a charge in per cent is the battery, and a voltage a metric', () => {
  assert.equal(decoded({ battery: 93 }).battery, 93)
  assert.equal(decoded({ batteryPercent: 12.5 }).battery, 12.5)
  assert.deepEqual(decoded({ battery: 3.6, BatV: 3.014 }).metrics, { battery: 3.6, bat_v: 3.014 })
  assert.deepEqual(decoded({ battery: 3600 }).metrics, { battery: 3600 })
  const last_battery_percentage = { f_cnt: 14, value: 90.118576, received_at: '2025-04-16T11:54:13Z' }
  const [last] = readings(up({ last_battery_percentage }))
  assert.equal(last?.battery, 90.12)
  const [measured] = readings(up({ last_battery_percentage, decoded_payload: { battery: 20 } }))
  assert.equal(measured?.battery, 20)
})

test('values of common codecs have the names that rules know, and a probe that is not there has none', () => {
  const values = { TempC_SHT: 1.3, Hum_SHT: 24.2, TempC_DS: 327.67, Ext_sensor: 'Temperature Sensor' }
  assert.deepEqual(decoded(values).metrics, { temperature: 1.3, humidity: 24.2 })
  assert.deepEqual(decoded({ temperature: 5, TempC_SHT: 1.3 }).metrics, { temperature: 5, temp_c_sht: 1.3 })
  assert.deepEqual(decoded({ water_leak: true, status: 'OK' }).flags, { water_leak: true })
})

test('the unit of decoded speeds is a setting', () => {
  assert.deepEqual(decoded({ speed: 10 }).metrics, { speed_kmh: 10 })
  assert.deepEqual(decoded({ speed: 10 }, { speed_unit: 'm/s' }).metrics, { speed_kmh: 36 })
  assert.deepEqual(decoded({ speed: 10 }, { speed_unit: 'kn' }).metrics, { speed_kmh: 18.52 })
})

test('fixed units of a normalized payload win over decoded ones', () => {
  const normalized_payload = [
    {
      air: { temperature: 20, relativeHumidity: 61, pressure: 1013, co2: 800 },
      wind: { speed: 5, direction: 180 },
      soil: { moisture: 12, pH: 6 },
      water: { leak: true },
      battery: 3.6,
    },
  ]
  const [reading] = readings(up({ decoded_payload: { temperature: 68, dew: 3 }, normalized_payload }))
  assert.deepEqual(reading?.metrics, {
    ...{ temperature: 20, dew: 3, humidity: 61, pressure: 1013, co2: 800, wind_speed: 5, wind_direction: 180 },
    ...{ soil_moisture: 12, soil_ph: 6, battery_voltage: 3.6 },
  })
  assert.deepEqual(reading?.flags, { water_leak: true })
})

test('the two messages of a frame have one key, and so has a retry', () => {
  const { uplink_normalized, ...others } = JSON.parse(WEATHER)
  const { normalized_payload, ...frame } = uplink_normalized
  const uplink = { ...others, uplink_message: { ...frame, decoded_payload: { temperature: 20.42 } } }
  assert.deepEqual(keys(uplink), keys(WEATHER))
  assert.deepEqual(keys(JSON.parse(WEATHER)), keys(WEATHER))
  assert.notEqual(keys(uplink)[0], undefined)
  const changed = (fields: object) => keys({ ...others, uplink_message: { ...frame, ...fields } })
  for (const fields of [{ f_cnt: 13 }, { session_key_id: 'other' }, { received_at: '2022-08-23T19:13:42.9Z' }])
    assert.notDeepEqual(changed(fields), keys(WEATHER))
  assert.notEqual(keys({ ...uplink, end_device_ids: { dev_eui: '00' } })[0], keys(WEATHER)[0])
})

test('frames without a session are told apart by their receipt', () => {
  const at = (received_at: string) => keys(up({ f_cnt: 1, received_at }))
  assert.deepEqual(at('2025-11-12T08:29:01.5Z'), at('2025-11-12T08:29:01.500Z'))
  assert.notDeepEqual(at('2025-11-12T08:29:01.5Z'), at('2025-11-12T08:29:01.6Z'))
  assert.deepEqual(keys(up({ f_cnt: 1, received_at: null })), [undefined])
})

test('measurements that a device kept are readings of their own', () => {
  const earlier = { time: '2025-11-12T07:29:00Z', air: { temperature: 18 } }
  const now = { time: '2025-11-12T08:29:00Z', air: { temperature: 20 } }
  const frame = { session_key_id: 'AXTF', f_cnt: 9, rx_metadata: [{ rssi: -58 }] }
  const both = statementsOf(theThingsStackFormat, up({ ...frame, normalized_payload: [earlier, now] }))
  assert.deepEqual(
    both.map(({ reading }) => [reading?.ts, reading?.metrics.temperature, reading?.signal]),
    [
      [Date.UTC(2025, 10, 12, 8, 29, 1, 749), 20, -58],
      [Date.UTC(2025, 10, 12, 7, 29), 18, undefined],
    ],
  )
  const single = (normalized_payload: object) => {
    const { uplink_message, ...others } = up({ ...frame, normalized_payload })
    return keys({ ...others, uplink_normalized: uplink_message })[0]
  }
  assert.deepEqual(
    [single(now), single(earlier)],
    both.map(({ key }) => key),
  )
  assert.notEqual(single(now), single(earlier))
})

test('each depth of the soil is kept, in one message or in several', () => {
  const at = (depth: number) => ({ soil: { depth, moisture: depth / 2 } })
  const rx_metadata = [{ rssi: -58 }]
  const frame = { session_key_id: 'AXTF', f_cnt: 9, rx_metadata }
  const all = statementsOf(theThingsStackFormat, up({ ...frame, normalized_payload: [at(10), at(30)] }))
  assert.deepEqual(
    all.map(({ reading }) => reading?.metrics),
    [{}, { soil_moisture_10cm: 5 }, { soil_moisture_30cm: 15 }],
  )
  assert.equal(new Set(all.map(({ reading }) => reading?.ts)).size, 1)
  const { uplink_message, ...others } = up({ ...frame, normalized_payload: at(30) })
  const [single] = statementsOf(theThingsStackFormat, { ...others, uplink_normalized: uplink_message })
  assert.deepEqual([single?.key, single?.reading], [all[2]?.key, all[2]?.reading])
  assert.equal(single?.reading?.signal, -58)
})

test('a confirmed downlink is a sign of life; other events of the network are not', () => {
  const { uplink_message: _, ...others } = up({})
  assert.deepEqual(readings({ ...others, downlink_ack: { f_port: 15 } }), [
    { ts: Date.UTC(2025, 10, 12, 8, 29, 2, 500), metrics: {}, flags: {} },
  ])
  for (const kind of ['downlink_nack', 'downlink_sent', 'downlink_queued', 'downlink_failed', 'service_data']) {
    const [statement] = statementsOf(theThingsStackFormat, { ...others, [kind]: {} })
    assert.equal(statement?.reading, null)
    assert.deepEqual(statement?.reason, { code: 'no_measurement', detail: kind })
  }
  assert.deepEqual(statementsOf(theThingsStackFormat, others), [
    { reason: { code: 'wrong_form', detail: 'uplink_message' } },
  ])
})

test('session keys are kept nowhere', () => {
  const parts = theThingsStackFormat.split(formatMessage(up({ app_s_key: { key: 'SECRET' }, f_cnt: 1 })))
  assert.doesNotMatch(JSON.stringify(parts), /SECRET/)
  assert.match(JSON.stringify(parts), /f_cnt/)
})

test('any JSON makes readings that can be stored, or is not understood', () => {
  holdForAnyJson(theThingsStackFormat, [...FILES, JSON.stringify(up({ normalized_payload: [{ air: { co2: 1 } }] }))])
})
