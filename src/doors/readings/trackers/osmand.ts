import { NUMBER_FLAG, TEXT_METRIC } from '../../../core/telemetry/reading.ts'
import { parseNumber, parseTime, rounded, timestamp } from '../../../core/telemetry/values.ts'
import type { Module } from '../../../core/vocabulary/modules.ts'
import { invalidField } from '../../../platform/errors.ts'
import { own } from '../../../platform/own.ts'
import { numbersOf } from './tracker-values.ts'

/** Factors to km/h. The default is knots, as in Traccar and all of its clients. */
const SPEED_UNITS: Record<string, number> = { kn: 1.852, kmh: 1, ms: 3.6 }
const KEY = /^[a-z][a-z0-9_]{0,63}$/
/** Parameters with another name in a reading. */
const METRICS: Record<string, string> = { bearing: 'heading', fuel: 'fuel_level', fuelLevel: 'fuel_level' }
const NOT_MEASURED = ['id', 'deviceid', 'timestamp', 'lat', 'lon', 'location', 'valid', 'speed_unit', 'alarm']

/** The reading in OsmAnd parameters, as sent by OsmAnd, older Traccar Clients and many trackers. Throws 400. */
export function readingOfParameters(parameters: URLSearchParams, module: Module): object {
  const [lat, lng] = (parameters.get('location') ?? `${parameters.get('lat') ?? ''},${parameters.get('lon') ?? ''}`)
    .split(',')
    .map((text, place) => (text === '' ? undefined : numberIn(text, place === 0 ? 'lat' : 'lon')))
  const unit = own(SPEED_UNITS, parameters.get('speed_unit') ?? 'kn')
  if (unit === undefined) throw invalidField('/speed_unit', 'in_english', 'must be one of: kn, kmh, ms')
  const metrics: Record<string, unknown> = {}
  const flags: Record<string, boolean> = flagsOfAlarm(parameters.get('alarm'))
  let battery: number | undefined
  for (const [name, text] of parameters) {
    if (NOT_MEASURED.includes(name)) continue
    const key = own(METRICS, name) ?? name.toLowerCase()
    const value = parseNumber(text)
    if (name === 'batt') battery = numberIn(text, name)
    else if (name === 'speed') metrics.speed_kmh = rounded(numberIn(text, name) * unit, 3)
    else if (!KEY.test(key) || key === TEXT_METRIC || key === NUMBER_FLAG) continue
    else if (value !== null) metrics[key] = value
    else if (text === 'true' || text === 'false') flags[key] = text === 'true'
  }
  const isValid = !['false', '0'].includes(parameters.get('valid') ?? 'true')
  return {
    module,
    ts: timeIn(parameters.get('timestamp')),
    ...positionOf(isValid ? lat : undefined, isValid ? lng : undefined),
    ...numbersOf({ battery }),
    metrics: numbersOf(metrics),
    flags,
  }
}

/** The reading in the JSON of Traccar Client 9 and newer. Speed is in m/s, charge a fraction of 1. Throws 400. */
export function readingOfJson(body: Record<string, unknown>, module: Module): object {
  const { timestamp: time, coords, battery, extras } = objectIn(body.location, '/location')
  const place = objectIn(coords, '/location/coords')
  const { level } = objectIn(battery ?? {}, '/location/battery')
  const { alarm } = objectIn(extras ?? {}, '/location/extras')
  const charge = typeof level === 'number' ? rounded(level * 100, 1) : level
  const speed_kmh = typeof place.speed === 'number' ? rounded(place.speed < 0 ? -1 : place.speed * 3.6, 3) : place.speed
  const { latitude, longitude, heading, altitude, accuracy } = place
  return {
    module,
    ts: timeIn(time ?? null),
    ...positionOf(latitude, longitude),
    ...numbersOf({ battery: charge }),
    metrics: numbersOf({ speed_kmh, heading, altitude, accuracy }),
    flags: flagsOfAlarm(alarm),
  }
}

/** Trackers without a position send zeros; Traccar treats them the same way. */
const positionOf = (lat: unknown, lng: unknown): object => (lat === 0 && lng === 0 ? {} : { lat, lng })

/** The SOS button of Traccar Client. */
const flagsOfAlarm = (alarm: unknown): Record<string, boolean> => (alarm === 'sos' ? { panic_pressed: true } : {})

function timeIn(given: unknown): number | undefined {
  if (given === null || given === '') return undefined
  const ms = parseTime(String(given))
  if (ms === null)
    throw invalidField('/timestamp', 'in_english', 'must be seconds or milliseconds since 1970, or ISO 8601')
  return timestamp(ms)
}

function numberIn(text: string, name: string): number {
  const number = parseNumber(text)
  if (number === null) throw invalidField(`/${name}`, 'in_english', 'must be a number')
  return number
}

function objectIn(value: unknown, place: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  throw invalidField(place, 'wrong_type', ['object'])
}
