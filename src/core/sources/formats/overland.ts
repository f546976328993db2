import Type from 'typebox'
import { rounded } from '../../telemetry/values.ts'
import { bodyText, isJsonObject, objectOr, parseMessageJson } from '../messages/json-text.ts'
import { NotUnderstood } from '../messages/not-understood.ts'
import type { SourceReading, Statement } from '../messages/source-message.ts'
import { messageTime } from '../values/message-times.ts'
import { numberOf, putValue } from '../values/metric-keys.ts'
import { placeOf } from '../values/places.ts'
import { nameIn } from '../values/sender-names.ts'
import { converted } from '../values/unit-conversions.ts'
import type { SourceFormat } from './source-format.ts'

/** The app keeps its locations and sends them again, until it gets this. */
const ACCEPTED = { status: 200, media: 'application/json', body: '{"result":"ok"}' }

const IS_CHARGING: Record<string, boolean> = { charging: true, full: true, unplugged: false }

/**
 * Overland for iOS and Android: up to 1,000 locations as GeoJSON. `device` in the settings is what a phone is called that
 * gives itself no name. The objects `current` and `trip` of a message say what its locations say, now or later, and are
 * left out, as is the name of the wireless network. Source: README.md and GLManager.m of aaronpk/Overland-iOS.
 */
export const overlandFormat = {
  module: 'worker',
  settings: Type.Object({ device: Type.String({ default: '' }) }),
  paths: [''],
  split({ body }) {
    const { locations } = objectOr(parseMessageJson(bodyText(body)))
    if (!Array.isArray(locations)) throw new NotUnderstood('wrong_form', { at: '/locations' })
    return locations.map(withoutNetwork)
  },
  read(part, { settings, timeZone }) {
    if (!isJsonObject(part)) throw new NotUnderstood('wrong_form')
    const properties = objectOr(part.properties)
    const externalId = nameIn(properties.device_id) ?? nameIn(settings.device) ?? nameIn(properties.unique_id)
    if (externalId === null) throw new NotUnderstood('no_device', { at: '/properties/device_id' })
    const other = otherThanLocation(properties)
    if (other !== null) return [{ externalId, reading: null, reason: { code: 'no_measurement', detail: other } }]
    const ts = messageTime(properties.timestamp, timeZone)
    // Locations wait in the app for days, so the time of receipt is not theirs.
    if (ts === null) throw new NotUnderstood('bad_time', { at: '/properties/timestamp' })
    const reading: SourceReading = { ts, ...placeIn(part.geometry, properties), metrics: {}, flags: {} }
    putProperties(reading, properties)
    return [{ externalId, reading } satisfies Statement]
  },
  stored: () => ACCEPTED,
} satisfies SourceFormat<unknown>

/** The places at both ends of a trip name networks too; they were locations of their own. */
function withoutNetwork(location: unknown): unknown {
  if (!isJsonObject(location) || !isJsonObject(location.properties)) return location
  const { wifi: _, start_location: _start, end_location: _end, ...properties } = location.properties
  return { ...location, properties }
}

/** Trips, visits and what the app logs about itself have the place that was known before, with the time of now. */
function otherThanLocation({ type, action }: Record<string, unknown>): string | null {
  if (type === 'trip') return 'trip'
  return typeof action === 'string' ? 'action' : null
}

/** GeoJSON has the longitude first. With a negative accuracy, iOS says that the place is not valid. */
function placeIn(geometry: unknown, { horizontal_accuracy }: Record<string, unknown>): { lat?: number; lng?: number } {
  const { coordinates } = objectOr(geometry)
  if (!Array.isArray(coordinates) || (numberOf(horizontal_accuracy) ?? 0) < 0) return {}
  return placeOf(coordinates[1], coordinates[0])
}

/** Speed comes in m/s, the charge as a part of one. −1 is unknown, except as an altitude. */
function putProperties(reading: SourceReading, properties: Record<string, unknown>): void {
  const known = (name: string): number | null => {
    const number = numberOf(properties[name])
    return number !== null && number >= 0 ? number : null
  }
  const speed = known('speed')
  if (speed !== null) putValue(reading, 'speed_kmh', converted(speed, 'm/s'))
  putValue(reading, 'heading', known('course'))
  putValue(reading, 'altitude', properties.altitude)
  putValue(reading, 'accuracy', known('horizontal_accuracy'))
  const level = known('battery_level')
  if (level !== null && level <= 1) reading.battery = rounded(level * 100, 1)
  const { battery_state } = properties
  if (typeof battery_state === 'string' && Object.hasOwn(IS_CHARGING, battery_state))
    putValue(reading, 'charging', IS_CHARGING[battery_state])
}
