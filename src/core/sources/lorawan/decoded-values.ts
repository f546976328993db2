import { ownProperty } from '../../../platform/own-property.ts'
import { rounded } from '../../telemetry/values.ts'
import { isJsonObject } from '../messages/json-text.ts'
import type { SourceReading } from '../messages/source-message.ts'
import { metricKey, numberOf, putValue } from '../values/metric-keys.ts'
import { placeOf } from '../values/places.ts'
import { converted, type SourceUnit } from '../values/unit-conversions.ts'

/** Values that are looked at; a reading holds fewer. */
const MOST = 1_000
const DEEPEST = 8

/** The names of common codecs (CayenneLPP, Dragino) for what the modules measure. */
const ALIASES: Record<string, string> = {
  temp_c_sht: 'temperature',
  temperature_sensor: 'temperature',
  hum_sht: 'humidity',
  humidity_sensor: 'humidity',
  relative_humidity: 'humidity',
}
const LATITUDES = ['latitude', 'lat']
const LONGITUDES = ['longitude', 'lng', 'lon', 'long']
const PERCENTAGES = ['battery', 'battery_level', 'battery_percent', 'battery_percentage', 'bat_percent']
/** Dragino's codecs give it for a probe that is not there: 0x7FFF hundredths. */
const NO_PROBE = 327.67

interface DecodedValue {
  /** The name of the object around it; empty at the top. */
  inside: string
  name: string
  key: string
  value: unknown
}

/**
 * Puts into a reading what a codec made of the bytes of a device: its position, its battery in per cent, and its numbers
 * and booleans. A CayenneLPP channel 0 has the name alone if it is the only channel of that name in its object: two
 * probes never share a metric, even if they are sent in turn. `speed` is in this unit, if not in km/h.
 */
export function putDecoded(reading: SourceReading, decoded: unknown, speedUnit: SourceUnit | null = null): void {
  const values: DecodedValue[] = []
  collect(values, decoded, '', DEEPEST)
  const places = putPlace(reading, values)
  const atTop = new Set(values.filter(({ inside }) => inside === '').map(({ key }) => key))
  for (const { inside, name, key, value } of values) {
    const isBesidePlace = places.has(inside)
    if (isBesidePlace && isPlaceKey(key)) continue
    const number = numberOf(value)
    if (number === NO_PROBE && key.startsWith('temp_c')) continue
    if (inside === '' && number !== null && putBattery(reading, key, number)) continue
    if (inside === '' && key === 'speed' && number !== null) {
      putValue(reading, 'speed_kmh', speedUnit === null ? number : converted(number, speedUnit))
      continue
    }
    // The altitude beside a position is that of the device.
    const whole = inside === '' || (isBesidePlace && !atTop.has(key)) ? name : `${inside}_${name}`
    const alias = inside === '' ? ownProperty(ALIASES, key) : undefined
    putValue(reading, alias === undefined || atTop.has(alias) ? whole : alias, value)
  }
}

/** Takes a charge of 0 to 100 per cent, of one of these names. A `battery` of 3.6 is its voltage, and stays a metric. */
function putBattery(reading: SourceReading, key: string, number: number): boolean {
  if (!PERCENTAGES.includes(key) || number < 0 || number > 100 || reading.battery !== undefined) return false
  if (key === 'battery' && number < 5 && !Number.isInteger(number)) return false
  reading.battery = rounded(number, 2)
  return true
}

/** Takes the first position, and returns the names of the objects that have one, also if it is impossible. */
function putPlace(reading: SourceReading, values: readonly DecodedValue[]): Set<string> {
  const places = new Set<string>()
  for (const { inside, key, value } of values) {
    if (places.has(inside) || !LATITUDES.includes(key)) continue
    const other = values.find((one) => one.inside === inside && LONGITUDES.includes(one.key))
    if (other === undefined) continue
    places.add(inside)
    if (reading.lat === undefined) Object.assign(reading, placeOf(value, other.value))
  }
  return places
}

const isPlaceKey = (key: string): boolean => LATITUDES.includes(key) || LONGITUDES.includes(key)

function collect(values: DecodedValue[], from: unknown, inside: string, levels: number): void {
  if (levels === 0 || typeof from !== 'object' || from === null) return
  const isAlone = isJsonObject(from) ? aloneIn(Object.keys(from).slice(0, MOST)) : () => null
  for (const name in from) {
    if (values.length >= MOST) return
    const value = (from as Record<string, unknown>)[name]
    const short = isAlone(name) ?? name
    const whole = [inside, short].filter((part) => part !== '').join('_')
    if (typeof value === 'object') collect(values, value, whole, levels - 1)
    else if (short === '') addValue(values, '', inside, value)
    else addValue(values, inside, short, value)
  }
}

function addValue(values: DecodedValue[], inside: string, name: string, value: unknown): void {
  const key = metricKey(name)
  if (key !== null && value !== null) values.push({ inside, name, key, value })
}

/**
 * Gives the names of channels that are the only one of their name: `temperature` for `temperature_0`, and nothing for
 * the `0` that ChirpStack puts into an object of channels. Null for all others.
 */
function aloneIn(names: readonly string[]): (name: string) => string | null {
  if (names.length === 1 && names[0] === '0') return () => ''
  const present = new Set(names)
  const channels = new Map<string, number>()
  for (const name of names) {
    const before = nameOfChannel(name)
    if (before !== null) channels.set(before, (channels.get(before) ?? 0) + 1)
  }
  return (name) => {
    const before = name.endsWith('_0') ? nameOfChannel(name) : null
    return before !== null && channels.get(before) === 1 && !present.has(before) ? before : null
  }
}

/** The part before the number of a channel; null if there is none. */
function nameOfChannel(name: string): string | null {
  const end = name.lastIndexOf('_')
  return end > 0 && /^\d{1,3}$/.test(name.slice(end + 1)) ? name.slice(0, end) : null
}
