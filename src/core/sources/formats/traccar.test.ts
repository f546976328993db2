import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatMessage, holdForAnyJson, senderBody, statementsOf } from '../../../../test/harness/format-messages.ts'
import { traccarFormat } from './traccar.ts'

const [POSITION, EVENT] = [senderBody('traccar/1.json'), senderBody('traccar/2.json')]
const AT = '2026-11-21T12:20:00.000+0000'
const TS = Date.UTC(2026, 10, 21, 12, 20)

const device = { id: 7, name: 'Van 3', uniqueId: 'q54', model: 'FMB920', phone: '0171', contact: 'Anna' }
const position = (fields: object = {}, attributes: object = {}) => ({
  ...{ deviceTime: AT, fixTime: AT, serverTime: AT, valid: true, latitude: 48.8, longitude: 2.25, speed: 0, course: 0 },
  ...{ altitude: 0, accuracy: 0 },
  ...fields,
  attributes,
})
const one = (fields: object = {}, attributes: object = {}, settings = {}) =>
  statementsOf(traccarFormat, { position: position(fields, attributes), device }, { settings })[0]!
const event = (type: unknown, message: object = {}, settings = {}) =>
  statementsOf(traccarFormat, { event: { type, eventTime: AT, attributes: {} }, device, ...message }, { settings })[0]!
const ofEvent = (type: string, settings = {}) => event(type, { position: position() }, settings).reading?.flags

test('a position and an event of a real server make readings', () => {
  const reading = {
    ts: 1_536_920_312_000,
    lat: 48.83875,
    lng: 2.25353,
    metrics: { speed_kmh: 0, heading: 0, distance: 449_672.22, total_distance: 29_561_830.63, hours: 0.015 },
    flags: { ignition: false, motion: false },
  }
  const names = { externalId: 'q54', label: 'Demo-54', model: 'dkdkk' }
  assert.deepEqual(statementsOf(traccarFormat, POSITION), [{ ...names, reading }])
  const breach = { ...reading, flags: { ...reading.flags, geofence_breach: true } }
  assert.deepEqual(statementsOf(traccarFormat, EVENT), [{ ...names, reading: breach }])
})

test('users, contacts, drivers and geofences of a message are kept nowhere', () => {
  const kept = (body: unknown) => JSON.stringify(traccarFormat.split(formatMessage(body)))
  assert.doesNotMatch(kept(EVENT), /users|email|0171|contact|blub9|CIRCLE|aaa/)
  const attributes = { driverUniqueId: '0171', phone: '0171', iccid: '0171', card: { name: '0171' }, sat: 7 }
  const body = [{ position: position({ address: '0171', network: '0171' }, attributes), device }, { user: '0171' }]
  assert.doesNotMatch(kept(body), /0171|Anna/)
  assert.match(kept(body), /"sat":7/)
})

test('speed comes in knots, running time in milliseconds, and zeros stand for no height and no accuracy', () => {
  assert.deepEqual(one({ speed: 10, course: 271, altitude: 12, accuracy: 8 }, { hours: 5_400_000 }).reading?.metrics, {
    speed_kmh: 18.52,
    heading: 271,
    altitude: 12,
    accuracy: 8,
    hours: 1.5,
  })
  assert.deepEqual(one({ speed: -1 }, { speedLimit: 50 }).reading?.metrics, { heading: 0, speed_limit_kmh: 92.6 })
})

test('attributes are metrics and flags; a charge in per cent is the battery, and volts are not', () => {
  const { reading } = one(
    { speed: null, course: null },
    ...[
      {
        batteryLevel: 87,
        battery: 3.9,
        power: 14.2,
        rssi: 4,
        fuelLevel: 61,
        steps: 9,
        door: true,
        t: 'I',
        operator: '26201',
      },
    ],
  )
  assert.equal(reading?.battery, 87)
  assert.equal(reading?.signal, undefined)
  assert.deepEqual(reading?.metrics, { battery_voltage: 3.9, power: 14.2, rssi: 4, fuel_level: 61, steps: 9 })
  assert.deepEqual(reading?.flags, { door: true })
  assert.equal(one({}, { batteryLevel: 255 }).reading?.battery, undefined)
})

test('a position that is not valid, or is zero, is none', () => {
  const { reading } = one({ valid: false, speed: 9 })
  assert.deepEqual([reading?.lat, reading?.metrics, reading?.ts], [undefined, {}, TS])
  assert.equal(one({ latitude: 0, longitude: 0 }).reading?.lat, undefined)
})

test('an old fix that the server repeats gives neither place nor time', () => {
  const fixTime = '2026-11-20T12:20:00.000+0000'
  const { reading } = one({ fixTime, speed: 30 }, { alarm: 'sos' })
  assert.deepEqual(reading, { ts: TS, metrics: {}, flags: { panic_pressed: true } })
  assert.equal(one({ outdated: true }).reading?.lat, undefined)
  assert.equal(one({ outdated: true, deviceTime: null }).reading?.ts, TS)
})

test('a clock in the wrong time zone does not make a fix old', () => {
  const { reading } = one({ deviceTime: '2026-11-21T14:20:00.000+0000' })
  assert.deepEqual([reading?.ts, reading?.lat], [TS, 48.8])
  const late = one({ fixTime: AT, deviceTime: '2026-11-21T12:20:09.000+0000', serverTime: null })
  assert.deepEqual([late.reading?.ts, late.reading?.lat], [TS, 48.8])
})

test('a time that is not understood is said', () => {
  const { reading, reason } = one({ fixTime: 'now', deviceTime: null, serverTime: null })
  assert.deepEqual([reading?.ts, reason], [undefined, { code: 'bad_time', at: '/position/fixTime' }])
})

test('alarms are the flags of modules, or have a flag of their own', () => {
  const flags = (alarm: unknown) => one({}, { alarm }).reading?.flags
  assert.deepEqual(flags('sos,lowBattery'), { panic_pressed: true, alarm_low_battery: true })
  assert.deepEqual(flags('fallDown, accident'), { fall_detected: true, impact_detected: true })
  assert.deepEqual(flags('powerCut'), { power_failure: true })
  assert.deepEqual(flags('powerRestored'), { power_failure: false })
  assert.deepEqual(flags('constructor'), { alarm_constructor: true })
  assert.deepEqual(flags(''), {})
  assert.deepEqual(flags(7), {})
  const alarm = { event: { type: 'alarm', attributes: { alarm: 'sos' } } }
  assert.deepEqual(event('', { ...alarm, position: position() }).reading?.flags, { panic_pressed: true })
})

test('a call for help has room beside any number of attributes, and is not overwritten by one', () => {
  const attributes = Object.fromEntries(Array.from({ length: 100 }, (_, place) => [`in${place}`, true]))
  const { reading } = one({}, { panicPressed: false, ...attributes, alarm: 'sos' })
  assert.equal(reading?.flags.panic_pressed, true)
  assert.equal(Object.keys(reading?.flags ?? {}).length, 64)
})

test('which way across a geofence is a breach is a setting, and the other way ends it', () => {
  assert.deepEqual(ofEvent('geofenceExit'), { geofence_breach: true })
  assert.deepEqual(ofEvent('geofenceEnter'), { geofence_breach: false })
  assert.deepEqual(ofEvent('geofenceExit', { breach_on: 'enter' }), { geofence_breach: false })
  assert.deepEqual(ofEvent('geofenceEnter', { breach_on: 'enter' }), { geofence_breach: true })
  assert.deepEqual(one({}, { alarm: 'geofenceExit' }).reading?.flags, { geofence_breach: true })
  assert.deepEqual(one({}, { alarm: 'geofence' }).reading?.flags, { geofence_breach: true })
})

test('events of the vehicle are flags', () => {
  assert.deepEqual(ofEvent('ignitionOn'), { ignition: true })
  assert.deepEqual(ofEvent('ignitionOff'), { ignition: false })
  assert.deepEqual(ofEvent('deviceStopped'), { motion: false })
  assert.deepEqual(ofEvent('deviceOverspeed'), { alarm_overspeed: true })
  assert.deepEqual(ofEvent('maintenance'), {})
})

test('what the server thinks of a device is no measurement and no sign of life', () => {
  for (const type of ['deviceOnline', 'deviceOffline', 'deviceUnknown', 'deviceInactive', 'queuedCommandSent'])
    for (const message of [{}, { position: position() }]) {
      const { reading, reason } = event(type, message)
      assert.deepEqual([reading, reason], [null, { code: 'no_measurement', detail: type }])
    }
  assert.deepEqual(event('maintenance').reading, null)
  assert.deepEqual(event('Anna is here').reason, { code: 'no_measurement', detail: 'event' })
})

test('an alarm without a position is one at the time of its event', () => {
  const alarm = { event: { type: 'alarm', eventTime: AT, attributes: { alarm: 'sos' } } }
  assert.deepEqual(event('', alarm).reading, { ts: TS, metrics: {}, flags: { panic_pressed: true } })
  const older = { event: { type: 'alarm', serverTime: AT, attributes: { alarm: 'sos' } } }
  assert.equal(event('', older).reading?.ts, TS)
})

test('a list of messages is read one by one, and each that is not understood says so', () => {
  const bodies = [{ position: position(), device }, 5, {}, { position: position() }]
  assert.deepEqual(
    statementsOf(traccarFormat, bodies).map(({ externalId, reason }) => externalId ?? reason?.code),
    ['q54', 'wrong_form', 'wrong_form', 'no_device'],
  )
})

test('any JSON makes readings that can be stored, or is not understood', () => {
  holdForAnyJson(traccarFormat, [POSITION, EVENT, JSON.stringify({ position: position({}, { alarm: 'sos' }), device })])
})
