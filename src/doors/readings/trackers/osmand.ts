import { NUMBER_FLAG, TEXT_METRIC } from '../../../core/telemetry/reading.ts'
import { rounded } from '../../../core/telemetry/values.ts'
import type { Module } from '../../../core/vocabulary/modules.ts'
import { fieldError, invalidField } from '../../../platform/errors.ts'
import { ownProperty } from '../../../platform/own-property.ts'
import type { TrackerMessage } from './tracker-message.ts'
import { faultyValues, isLargeInteger, numbersOf, plainText, trackerJson, trackerNumber } from './tracker-values.ts'

/** Factors to km/h. The default is knots, as in Traccar and all of its clients. */
const SPEED_UNITS: Record<string, number> = { kn: 1.852, kmh: 1, ms: 3.6 }
const KEY = /^[a-z][a-z0-9_]{0,63}$/
/** Parameters with another name in a reading. */
const METRICS: Record<string, string> = { bearing: 'heading', fuel: 'fuel_level', fuelLevel: 'fuel_level' }
const NOT_MEASURED = ['id', 'deviceid', 'timestamp', 'lat', 'lon', 'location', 'valid', 'speed_unit', 'alarm']

interface OsmAndRequest {
  /** Empty if there is none. */
  token: string
  isTokenInAddress: boolean
  /** Throws 400. */
  readingOf: (module: Module) => TrackerMessage
}

/**
 * Parses a request of the OsmAnd protocol: JSON if it looks like JSON, else parameters of the address and of a form
 * together. The Content-Type is unreliable. Throws 400.
 */
export function readOsmAnd(url: string, body: string): OsmAndRequest {
  // A value may have a question mark too.
  const inAddress = new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '')
  const isTokenInAddress = tokenIn(inAddress) !== ''
  // This also trims a byte order mark.
  if (body.trimStart().startsWith('{')) {
    const message = trackerJson(body) as Record<string, unknown>
    const token = plainText(message.device_id)
    return { token, isTokenInAddress, readingOf: (module) => readingOfJson(message, module) }
  }
  const parameters = new URLSearchParams([...inAddress, ...new URLSearchParams(body)])
  return {
    token: tokenIn(parameters),
    isTokenInAddress,
    readingOf: (module) => readingOfParameters(parameters, module),
  }
}

const tokenIn = (parameters: URLSearchParams): string => parameters.get('id') ?? parameters.get('deviceid') ?? ''

/** The reading in OsmAnd parameters, as sent by OsmAnd, older Traccar Clients and many trackers. */
function readingOfParameters(parameters: URLSearchParams, module: Module): TrackerMessage {
  const { faults, numberIn, timeIn, positionIn } = faultyValues()
  const [lat, lng] = placeIn(parameters)
  const unit = ownProperty(SPEED_UNITS, parameters.get('speed_unit') ?? 'kn')
  if (unit === undefined) faults.push(fieldError('/speed_unit', 'in_english', 'must be one of: kn, kmh, ms'))
  const metrics: Record<string, unknown> = {}
  const alarms = parameters.getAll('alarm').join()
  const flags: Record<string, boolean> = flagsOfAlarm(alarms)
  let battery: number | undefined
  /** Parameters of any name, such as the number of a SIM card: without one of them, the rest is stored. */
  const others = new Set<string>()
  for (const [name, text] of parameters) {
    if (NOT_MEASURED.includes(name)) continue
    const key = ownProperty(METRICS, name) ?? name.toLowerCase()
    const value = trackerNumber(text)
    if (name === 'batt') battery = numberIn(text, '/batt')
    else if (name === 'speed') metrics.speed_kmh = inKmh(numberIn(text, '/speed'), unit)
    else if (!KEY.test(key) || key === TEXT_METRIC || key === NUMBER_FLAG) continue
    else if (value !== null) metrics[key] = value
    else if (text === 'true' || text === 'false') flags[key] ||= text === 'true'
    else if (isLargeInteger(text)) {
      others.add(`/${name}`)
      numberIn(text, `/${name}`)
    }
  }
  const isValid = !['false', '0'].includes(parameters.get('valid') ?? 'true')
  const position = positionIn([lat, parameters.has('location') ? '/location' : '/lat'], [lng, '/lon'])
  const reading = {
    module,
    ts: timeIn(parameters.get('timestamp'), '/timestamp'),
    ...(isValid ? position : {}),
    ...numbersOf({ battery }),
    metrics: numbersOf(metrics),
    flags,
  }
  const isAlarm = alarms !== '' || Object.values(flags).includes(true)
  return { reading, faults, canLack: (field) => isAlarm || others.has(field) }
}

/** The reading in the JSON of Traccar Client 9 and newer. Speed is in m/s, charge a fraction of 1. Throws 400. */
function readingOfJson(body: Record<string, unknown>, module: Module): TrackerMessage {
  const location = objectIn(body.location, '/location')
  const { alarm } = isObject(location.extras) ? location.extras : {}
  const { faults, numberIn, timeIn, positionIn } = faultyValues()
  const partIn = (name: string): Record<string, unknown> => {
    const part = location[name] ?? {}
    if (isObject(part)) return part
    faults.push(fieldError(`/location/${name}`, 'wrong_type', ['object']))
    return {}
  }
  const isAlarm = alarm !== undefined && alarm !== null && alarm !== ''
  const place = isAlarm ? partIn('coords') : objectIn(location.coords, '/location/coords')
  const numberOf = (name: string) => numberIn(place[name], `/location/coords/${name}`)
  const level = numberIn(partIn('battery').level, '/location/battery/level')
  const metrics = {
    speed_kmh: inKmh(numberOf('speed'), SPEED_UNITS.ms),
    heading: numberOf('heading'),
    altitude: numberOf('altitude'),
    accuracy: numberOf('accuracy'),
  }
  const reading = {
    module,
    ts: timeIn(location.timestamp, '/location/timestamp'),
    ...positionIn([place.latitude, '/location/coords/latitude'], [place.longitude, '/location/coords/longitude']),
    ...numbersOf({ battery: level === undefined ? undefined : rounded(level * 100, 1) }),
    metrics: numbersOf(metrics),
    flags: flagsOfAlarm([alarm].flat().map(plainText).join()),
  }
  return { reading, faults, canLack: () => isAlarm }
}

/** The SOS button of Traccar Client; some trackers send several alarms at once. */
const flagsOfAlarm = (alarms: string): Record<string, boolean> =>
  /(^|[,;\s])sos($|[,;\s])/i.test(alarms) ? { panic_pressed: true } : {}

/** Below zero it is unknown, in any unit. */
const inKmh = (speed: number | undefined, unit: number | undefined): number | undefined =>
  speed === undefined || unit === undefined ? undefined : rounded(speed * unit, 3)

/** Latitude and longitude as they are written. What can be two places is none: the whole text, which is no number. */
function placeIn(parameters: URLSearchParams): (string | undefined)[] {
  const location = parameters.get('location')
  if (location === null) return ['lat', 'lon'].map((name) => onlyOne(parameters.getAll(name)))
  const parts = location.split(location.includes(';') ? ';' : ',').map((part) => part.trim())
  const isDecimalComma = parts.length > 2 && !parts.slice(0, 2).some((part) => part.includes('.'))
  return isDecimalComma ? [location, undefined] : parts
}

const onlyOne = (texts: string[]): string | undefined => (new Set(texts).size > 1 ? texts.join(' and ') : texts[0])

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function objectIn(value: unknown, place: string): Record<string, unknown> {
  if (isObject(value)) return value
  throw invalidField(place, 'wrong_type', ['object'])
}
