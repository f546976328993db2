import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatMessage, holdForAnyJson, senderBody, statementsOf } from '../../../../test/harness/format-messages.ts'
import { assertInProportion } from '../../../../test/harness/growth.ts'
import { NotUnderstood } from '../messages/not-understood.ts'
import { overlandFormat } from './overland.ts'

const PHONE = senderBody('overland/1.json')

const location = (properties: object, geometry: object = {}) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [-122.030581, 37.3318], ...geometry },
  properties: { timestamp: '2015-10-01T08:00:00-0700', device_id: 'phone-anna', ...properties },
})
const one = (properties: object, geometry: object = {}, settings = {}) =>
  statementsOf(overlandFormat, { locations: [location(properties, geometry)] }, { settings })[0]!

test('a location of a real phone makes a reading', () => {
  assert.deepEqual(statementsOf(overlandFormat, PHONE), [
    {
      externalId: 'phone-anna',
      reading: {
        ts: 1_443_711_600_000,
        lat: 37.3318,
        lng: -122.030581,
        battery: 80,
        metrics: { speed_kmh: 14.4, altitude: 0, accuracy: 30 },
        flags: { charging: true },
      },
    },
  ])
})

test('−1 is unknown, and a place that iOS calls invalid is none', () => {
  const { reading } = one({ speed: -1, course: -1, altitude: -3, horizontal_accuracy: 8, battery_level: -1 })
  assert.deepEqual([reading?.battery, reading?.metrics], [undefined, { altitude: -3, accuracy: 8 }])
  assert.equal(one({ horizontal_accuracy: -1 }).reading?.lat, undefined)
  assert.equal(one({}, { coordinates: [0, 0] }).reading?.lat, undefined)
  assert.equal(one({}, { coordinates: [37, 122] }).reading?.lat, undefined)
  assert.equal(one({ battery_level: 80 }).reading?.battery, undefined)
})

test('a phone is its own name, or else that of the settings, or else its number', () => {
  assert.equal(one({ device_id: '', unique_id: 'A1' }).externalId, 'A1')
  assert.equal(one({ device_id: '', unique_id: 'A1' }, {}, { device: 'phone' }).externalId, 'phone')
  assert.equal(one({ unique_id: 'A1' }, {}, { device: 'phone' }).externalId, 'phone-anna')
  assert.deepEqual(one({ device_id: '' }), { reason: { code: 'no_device', at: '/properties/device_id' } })
})

test('trips, visits and what the app logs are no readings: their place is that of before', () => {
  for (const [properties, detail] of [
    [{ type: 'trip', steps: 5 }, 'trip'],
    [{ action: 'visit' }, 'action'],
  ] as const) {
    const { reading, reason } = one(properties)
    assert.deepEqual([reading, reason], [null, { code: 'no_measurement', detail }])
  }
})

test('a location without its time is kept, because it may have waited for days', () => {
  for (const timestamp of [undefined, null, 'yesterday', {}]) assert.equal(one({ timestamp }).reason?.code, 'bad_time')
})

test('names of networks are kept nowhere, nor the objects beside the locations', () => {
  const locations = [location({ wifi: 'Secret', type: 'trip', start_location: location({ wifi: 'Secret' }) })]
  const body = { locations, trip: { start: 'Secret' }, current: location({ wifi: 'Secret' }) }
  assert.doesNotMatch(JSON.stringify(overlandFormat.split(formatMessage(body))), /Secret/)
})

test('the response is the one that lets the app forget its locations', () => {
  assert.deepEqual(overlandFormat.stored(), { status: 200, media: 'application/json', body: '{"result":"ok"}' })
})

test('1,000 locations are read in little processor time', () => {
  assertInProportion((count) => {
    const body = JSON.stringify({ locations: Array.from({ length: count }, () => location({ speed: 3, motion: [] })) })
    assert.equal(statementsOf(overlandFormat, body).length, count)
  }, 125)
})

test('a body without locations is not understood', () => {
  for (const body of ['{}', '[]', 'null', '{"locations":{}}'])
    assert.throws(() => overlandFormat.split(formatMessage(body)), NotUnderstood)
  assert.deepEqual(statementsOf(overlandFormat, { locations: [] }), [])
})

test('any JSON makes readings that can be stored, or is not understood', () => {
  holdForAnyJson(overlandFormat, [PHONE])
})
