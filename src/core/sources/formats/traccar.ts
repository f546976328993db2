import Type from 'typebox'
import { rounded } from '../../telemetry/values.ts'
import { bodyText, isJsonObject, objectOr, parseMessageJson } from '../messages/json-text.ts'
import { NotUnderstood } from '../messages/not-understood.ts'
import type { ReadContext, SourceReading } from '../messages/source-message.ts'
import { putAlarms, putEvent } from '../traccar/traccar-events.ts'
import { messageTime } from '../values/message-times.ts'
import { metricKey, numberOf, putValue } from '../values/metric-keys.ts'
import { placeOf } from '../values/places.ts'
import { nameIn, namesOf } from '../values/sender-names.ts'
import { converted } from '../values/unit-conversions.ts'
import type { SourceFormat } from './source-format.ts'

type Fields = Record<string, unknown>

/** A fix that is so much older than its message was repeated by the sender, because the tracker had none. */
const OLD_FIX_MS = 5 * 60_000

/** The fields of a message that are kept: users, contacts, addresses and the outlines of geofences are of no use here. */
const KEPT: Record<string, readonly string[]> = {
  position: [
    ...['attributes', 'protocol', 'serverTime', 'deviceTime', 'fixTime', 'outdated', 'valid'],
    ...['latitude', 'longitude', 'altitude', 'speed', 'course', 'accuracy'],
  ],
  event: ['attributes', 'type', 'eventTime', 'serverTime', 'geofenceId'],
  device: ['uniqueId', 'name', 'model', 'category'],
}
/** Attributes that name a person, a SIM card or a driver, or repeat the whole message of the tracker. */
const PRIVATE = ['phone', 'iccid', 'driverUniqueId', 'driverName', 'card', 'ip', 'raw']

/** Far more than a reading holds. */
const MOST_ATTRIBUTES = 1_000
const HOUR_MS = 3_600_000

/** Events that are no sign of life: they say what the server thinks of a device, or did. */
const OF_SERVER = ['deviceOnline', 'deviceOffline', 'deviceUnknown', 'deviceInactive', 'queuedCommandSent']

/**
 * Positions and events that a Traccar server forwards as JSON (`forward.type=json`, `event.forward.url`). Source:
 * `PositionData`, `EventData`, `Position` and `Event` of traccar/traccar.
 *
 * `breach_on` in the settings says which way across a geofence is the breach: out of it, as of a home area, or into it.
 * The other way ends the breach.
 */
export const traccarFormat = {
  module: 'fleet',
  settings: Type.Object({ breach_on: Type.Enum(['exit', 'enter'], { default: 'exit' }) }),
  paths: [''],
  split({ body }) {
    const message = parseMessageJson(bodyText(body))
    return (Array.isArray(message) ? message : [message]).map(withoutPersons)
  },
  read(part, context) {
    const { position, event, device } = objectOr(part)
    if (!isJsonObject(position) && !isJsonObject(event)) throw new NotUnderstood('wrong_form', { detail: 'position' })
    const { uniqueId, name, model } = objectOr(device)
    const externalId = nameIn(uniqueId)
    if (externalId === null) throw new NotUnderstood('no_device', { at: '/device/uniqueId' })
    const statement = { externalId, ...namesOf(name, model) }
    const { reading, isBadTime } = readingOf(position, event, context)
    if (!isJsonObject(event)) {
      return [
        { ...statement, reading, ...(isBadTime ? { reason: { code: 'bad_time', at: '/position/fixTime' } } : {}) },
      ]
    }
    const type = typeof event.type === 'string' ? event.type : ''
    if (OF_SERVER.includes(type) || (!isJsonObject(position) && Object.keys(reading.flags).length === 0))
      return [{ ...statement, reading: null, reason: { code: 'no_measurement', detail: detailOf(type) } }]
    const ts = reading.ts ?? timeIn(event.eventTime, context) ?? timeIn(event.serverTime, context)
    return [{ ...statement, reading: ts === undefined ? reading : { ...reading, ts } }]
  },
} satisfies SourceFormat<unknown>

function withoutPersons(message: unknown): unknown {
  // Another form may hold anything, and is not understood anyway.
  if (!isJsonObject(message)) return null
  const kept: Fields = {}
  for (const [name, fields] of Object.entries(KEPT)) {
    const from = message[name]
    if (!isJsonObject(from)) continue
    const part: Fields = {}
    for (const field of fields) if (Object.hasOwn(from, field)) part[field] = from[field]
    if (isJsonObject(part.attributes)) part.attributes = withoutPrivate(part.attributes)
    kept[name] = part
  }
  return kept
}

const withoutPrivate = (attributes: Fields): Fields =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => !PRIVATE.includes(name)))

function readingOf(
  given: unknown,
  event: unknown,
  context: ReadContext,
): { reading: SourceReading; isBadTime: boolean } {
  const position = objectOr(given)
  const { ts, isFresh, isBadTime } = timeOfPosition(position, context)
  const reading: SourceReading = { ...(ts === undefined ? {} : { ts }), metrics: {}, flags: {} }
  if (isFresh && position.valid !== false) putFix(reading, position)
  const attributes = objectOr(position.attributes)
  const breachOn = context.settings.breach_on === 'enter' ? 'enter' : 'exit'
  // First what calls for help: nothing further takes its room or its name.
  putAlarms(reading, attributes.alarm, breachOn)
  if (isJsonObject(event)) putEvent(reading, event, breachOn)
  putAttributes(reading, attributes)
  return { reading, isBadTime }
}

/**
 * The time of a position. A tracker that has no fix reports nevertheless, an alarm for instance: the server then repeats
 * the last fix with its time, so what is new is of `deviceTime`, and the place is old. A `deviceTime` ahead of the server is
 * a clock in the wrong time zone; then the time of the fix is right, which comes from satellites.
 */
function timeOfPosition(position: Fields, context: ReadContext) {
  const [fix, device] = [timeIn(position.fixTime, context), timeIn(position.deviceTime, context)]
  const server = timeIn(position.serverTime, context) ?? context.receivedAt
  const isBadTime = fix === undefined && device === undefined && (position.fixTime ?? position.deviceTime) != null
  const isOld = fix !== undefined && device !== undefined && fix < device - OLD_FIX_MS && device <= server + OLD_FIX_MS
  if (position.outdated === true || isOld) return { ts: device ?? server, isFresh: false, isBadTime }
  return { ts: fix ?? device, isFresh: true, isBadTime }
}

/** Speed comes in knots. Traccar has zeros where a tracker says nothing of height and accuracy. */
function putFix(reading: SourceReading, position: Fields): void {
  Object.assign(reading, placeOf(position.latitude, position.longitude))
  const speed = numberOf(position.speed)
  if (speed !== null && speed >= 0) putValue(reading, 'speed_kmh', converted(speed, 'kn'))
  const course = numberOf(position.course)
  if (course !== null && course >= 0) putValue(reading, 'heading', course)
  if (numberOf(position.altitude) !== 0) putValue(reading, 'altitude', position.altitude)
  if ((numberOf(position.accuracy) ?? 0) > 0) putValue(reading, 'accuracy', position.accuracy)
}

/** Numbers and booleans of the tracker. Texts that look like numbers are identifiers, such as that of an operator. */
function putAttributes(reading: SourceReading, attributes: Fields): void {
  for (const [name, value] of Object.entries(attributes).slice(0, MOST_ATTRIBUTES)) {
    if (typeof value === 'boolean' && !Object.hasOwn(reading.flags, metricKey(name) ?? ''))
      putValue(reading, name, value)
    if (typeof value !== 'number' || !Number.isFinite(value)) continue
    if (name === 'batteryLevel') {
      if (value >= 0 && value <= 100) reading.battery = rounded(value, 2)
    } else if (name === 'battery') putValue(reading, 'battery_voltage', value)
    else if (name === 'hours') putValue(reading, 'hours', rounded(value / HOUR_MS, 3))
    else if (name === 'speedLimit') putValue(reading, 'speed_limit_kmh', converted(value, 'kn'))
    // This includes `rssi`, which is dBm, bars or per cent with different trackers, and so is never the signal.
    else putValue(reading, name, value)
  }
}

const timeIn = (value: unknown, { timeZone }: ReadContext): number | undefined =>
  messageTime(value, timeZone) ?? undefined

/** The type of an event is one word; anything else is not repeated. */
const detailOf = (type: string): string => (/^[a-zA-Z]{1,40}$/.test(type) ? type : 'event')
