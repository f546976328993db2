import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Statement } from '../messages/source-message.ts'
import { READY_FORMATS, readyMapping } from './ready-formats.ts'
import type { SourceFormat } from './source-format.ts'

const PAYLOADS = join(import.meta.dirname, '../../../../test/payloads')
const RECEIVED = 1_795_263_622_000
const CONTEXT = { receivedAt: RECEIVED, settings: {}, timeZone: 'Europe/Ljubljana' }
type Name = keyof typeof READY_FORMATS

const message = (body: string | Buffer, media = 'application/json') => ({
  path: '',
  query: new URLSearchParams(),
  media,
  body: Buffer.from(body),
})
const posted = (name: Name, body: string | Buffer, media?: string): Statement[] => {
  const format: SourceFormat = READY_FORMATS[name]
  return [...format.split(message(body, media))].flatMap((part) => format.read(part, CONTEXT))
}
const file = (path: string) => posted(FORMAT_OF[path.split('/')[0]!]!, readFileSync(join(PAYLOADS, path)))
const FORMAT_OF: Readonly<Record<string, Name>> = {
  ruuvi: 'ruuvi',
  sigfox: 'sigfox',
  blues: 'blues',
  particle: 'particle',
  flespi: 'flespi',
  azure: 'azure-event-grid',
  opcua: 'opcua-json',
  telegraf: 'telegraf-json',
}

test('every file of a ready mapping is a format, and compiles', () => {
  const files = readdirSync(join(import.meta.dirname, '../ready-mappings')).map((name) => name.replace('.yaml', ''))
  assert.deepEqual(files.toSorted(), Object.keys(READY_FORMATS).toSorted())
  for (const name of files) assert.ok(readyMapping(name).device, name)
})

test('a tag of a Ruuvi gateway is a device, and its raw advertisement is decoded', () => {
  assert.deepEqual(file('ruuvi/1.json'), [
    {
      externalId: 'C6:A5:B9:E0:AD:06',
      place: '/data/tags/C6:A5:B9:E0:AD:06',
      reading: {
        ts: 1_653_633_986_000,
        signal: -71,
        metrics: {
          temperature: 25.32,
          humidity: 55.73,
          pressure: 101_148,
          accel_x: 0.036,
          accel_y: 0.008,
          accel_z: 1.052,
          battery_voltage: 2.971,
          tx_power: 4,
          movement_counter: 244,
        },
        flags: {},
      },
    },
    {
      externalId: 'E3:75:CF:37:4E:23',
      place: '/data/tags/E3:75:CF:37:4E:23',
      reading: {
        ts: 1_653_633_986_000,
        signal: -72,
        metrics: {
          temperature: 26.03,
          humidity: 59.83,
          pressure: 101_077,
          accel_x: 0.008,
          accel_y: 0.06,
          accel_z: 0.996,
          battery_voltage: 2.959,
          tx_power: 4,
          movement_counter: 116,
        },
        flags: {},
      },
    },
  ])
})

test('what a Ruuvi gateway has decoded itself is kept as it is', () => {
  const [{ reading }] = file('ruuvi/2.json') as [Statement]
  assert.deepEqual(reading, {
    ts: 1_687_954_402_000,
    signal: -39,
    metrics: {
      temperature: 26.51,
      humidity: 35.61,
      pressure: 150_467,
      accel_x: 0.048,
      voltage: 2.791,
      tx_power: -32,
      movement_counter: 218,
    },
    flags: {},
  })
})

test('a Sigfox callback with bytes alone is a sign of life that is not decoded', () => {
  assert.deepEqual(file('sigfox/1.json'), [
    {
      externalId: 'BFE47E',
      key: '8',
      reading: { ts: 1_590_497_040_000, metrics: {}, flags: {} },
      reason: { code: 'not_decoded' },
    },
  ])
})

test('a Sigfox callback has numbers as texts, and no position of the device', () => {
  assert.deepEqual(file('sigfox/2.json'), [
    {
      externalId: '33827B',
      key: '3662',
      reading: { ts: 1_574_346_702_000, signal: -141, metrics: { snr: 8.82 }, flags: {} },
    },
  ])
})

test('a Sigfox callback with decoded values has them, and "null" is none', () => {
  assert.deepEqual(file('sigfox/3.json'), [
    {
      externalId: '3377BC',
      key: '3042',
      reading: {
        ts: 1_582_801_850_000,
        lat: 51.9189749,
        lng: -8.3979322,
        signal: -123,
        metrics: { snr: 16.46, temperature: -2 },
        flags: { moving: false, mag_change: false, mag_status: false },
      },
    },
  ])
})

test('a position of Notehub that is only that of a tower says how far away the device may be', () => {
  assert.deepEqual(file('blues/1.json'), [
    {
      externalId: 'dev:356307042441013',
      key: '0a7c6c3e-5b0c-4a0f-9d8e-0d7d7f3f1c11',
      reading: {
        ts: 1_627_495_494_000,
        lat: 47.0001,
        lng: -73.0001,
        metrics: { accuracy: 10_000, value: 13.3 },
        flags: {},
      },
    },
  ])
})

test('an event of Particle has JSON in a text, in JSON or in a form', () => {
  const expected = [
    {
      externalId: '0123456789abcdef01234567',
      reading: { ts: 1_795_263_621_123, metrics: { t: 21.4, h: 47 }, flags: {} },
    },
  ]
  assert.deepEqual(file('particle/1.json'), expected)
  const sent = JSON.parse(readFileSync(join(PAYLOADS, 'particle/1.json'), 'utf8')) as Record<string, string>
  const form = new URLSearchParams(sent).toString()
  assert.deepEqual(posted('particle', form, 'application/x-www-form-urlencoded'), expected)
  const [{ reading }] = posted('particle', JSON.stringify({ ...sent, data: '21.4' })) as [Statement]
  assert.deepEqual(reading?.metrics, { temp: 21.4 })
})

test('messages of flespi are readings of their time, the older one too', () => {
  const [newer, older] = file('flespi/1.json') as [Statement, Statement]
  assert.deepEqual(newer, {
    externalId: '605630',
    place: '/0',
    reading: {
      ts: 1_506_956_075_000,
      lat: 53.90573,
      lng: 27.455848,
      metrics: { speed_kmh: 0, heading: 0, position_satellites: 10 },
      flags: {
        time_valid_status: true,
        message_buffered_status: false,
        business_mode_status: true,
        gps_status: true,
      },
    },
  })
  assert.equal(older.reading?.ts, 1_506_695_785_000)
  assert.deepEqual(older.reading?.metrics, {
    speed_kmh: 0,
    heading: 262.643854,
    position_satellites: 8,
    vehicle_mileage: 160,
  })
  assert.deepEqual(older.reading?.flags, { siren_status: false, led_status: false })
})

test('a flespi position that is not valid is none, and "ain#4" is a key', () => {
  const invalid = { ident: '1', 'position.latitude': 1, 'position.longitude': 2, 'position.valid': false, 'ain#4': 3 }
  assert.deepEqual(posted('flespi', JSON.stringify([invalid]))[0]?.reading, { metrics: { ain_4: 3 }, flags: {} })
})

test('telemetry of an IoT hub is read as an object, and in base64', () => {
  const expected = [
    {
      externalId: 'd1',
      key: '9af86784-8d40-fe2g-8b2a-bab65e106785',
      place: '/0',
      reading: { ts: 1_546_894_710_480, metrics: { weather_temperature: 900 }, flags: {} },
    },
  ]
  assert.deepEqual(file('azure/1.json'), expected)
  const [event] = JSON.parse(readFileSync(join(PAYLOADS, 'azure/1.json'), 'utf8'))
  event.data.body = Buffer.from(JSON.stringify(event.data.body)).toString('base64')
  assert.deepEqual(posted('azure-event-grid', JSON.stringify([event])), expected)
  const { eventType: type, ...cloudEvent } = event
  assert.deepEqual(posted('azure-event-grid', JSON.stringify({ ...cloudEvent, type })), expected)
})

test('an event about the life of a device of an IoT hub is no measurement', () => {
  const event = { eventType: 'Microsoft.Devices.DeviceDisconnected', data: { deviceId: 'd1' } }
  assert.deepEqual(posted('azure-event-grid', JSON.stringify([event])), [
    { externalId: 'd1', place: '/0', reading: null, reason: { code: 'no_measurement' } },
  ])
  assert.deepEqual(posted('azure-event-grid', JSON.stringify([{ eventType: 'Microsoft.Storage.BlobCreated' }])), [])
})

test('Event Grid is told the code of its validation, and CloudEvents that its origin may send', () => {
  const { split, stored, other } = READY_FORMATS['azure-event-grid']
  const data = { validationCode: '512d38b6-c7b8-40c8-89fe-f46f9e9622b6' }
  const asked = message(JSON.stringify([{ eventType: 'Microsoft.EventGrid.SubscriptionValidationEvent', data }]))
  assert.deepEqual(split(asked), [])
  assert.equal(stored(asked, []).body, '{"validationResponse":"512d38b6-c7b8-40c8-89fe-f46f9e9622b6"}')
  assert.equal(stored(message('not JSON'), []).body, '{}')
  const query = new URLSearchParams()
  assert.equal(other({ method: 'OPTIONS', path: '', query })?.headers?.['WebHook-Allowed-Origin'], '*')
  assert.equal(other({ method: 'GET', path: '', query }), null)
})

test('a data set of OPC UA has the values that are not bad', () => {
  assert.deepEqual(file('opcua/1.json'), [
    {
      externalId: 'uat46f9f8f82fd5c1b42a7de31b5dc2c11ef418a62f/2',
      place: '/Messages/0',
      reading: { ts: 1_585_092_655_989, metrics: { temperature: 99 }, flags: {} },
    },
  ])
})

test('metrics of Telegraf have the name of their measurement, alone or in a batch', () => {
  const expected = {
    externalId: 'raynor',
    reading: {
      ts: 1_458_229_140_000,
      metrics: { docker_field_1: 30, docker_field_2: 4, docker_field_n: 59, docker_n_images: 660 },
      flags: {},
    },
  }
  assert.deepEqual(file('telegraf/1.json'), [
    { ...expected, place: '/metrics/0' },
    { ...expected, place: '/metrics/1' },
  ])
  const [metric] = JSON.parse(readFileSync(join(PAYLOADS, 'telegraf/1.json'), 'utf8')).metrics
  const lines = `${JSON.stringify(metric)}\n${JSON.stringify(metric)}\n`
  assert.deepEqual(posted('telegraf-json', lines), Array(2).fill({ ...expected, place: '/metrics/0' }))
  metric.tags = { host: 'pi', path: '/home', device: 'sda1' }
  const [{ reading }] = posted('telegraf-json', JSON.stringify(metric)) as [Statement]
  assert.equal(reading?.metrics.docker_home_n_images, 660)
})
