import { TEXT_METRIC } from '../../telemetry/reading.ts'
import type { SourceReading } from '../messages/source-message.ts'
import { putValue } from '../values/metric-keys.ts'

const SIGNALS: ReadonlySet<string> = new Set(['rssi', 'wifi_rssi', 'rssi_dbm', 'signal_strength', 'signal_dbm'])
const BATTERIES: ReadonlySet<string> = new Set([
  'battery',
  'battery_level',
  'battery_percent',
  'battery_charge',
  'battery_charge_percent',
])
/** A battery below this that is not a whole number is in volts. */
const VOLTS_BELOW = 5
const WEAKEST_DBM = -200
const TEXT = /^[^\0]{1,64}$/
const LATITUDES = ['latitude', 'lat'] as const
const LONGITUDES = ['longitude', 'lng', 'lon'] as const

type Fields = Readonly<Record<string, unknown>>

/**
 * Puts a value of a device where readings have it: a signal in dBm and a battery in per cent beside the metrics. A text is
 * none, except for the name of a gas.
 */
export function putDeviceValue(reading: SourceReading, key: string, value: unknown): void {
  if (typeof value === 'string') {
    if (key === TEXT_METRIC && TEXT.test(value)) reading.metrics[key] = value
  } else if (typeof value === 'number' && isSignal(key, value)) reading.signal ??= value
  else if (typeof value === 'number' && isBattery(key, value)) reading.battery ??= value
  else putValue(reading, key, value)
}

/** Puts the location, if these fields are one, and returns the names of the two that are. */
export function putLocation(reading: SourceReading, fields: Fields): string[] {
  const latitude = LATITUDES.find((name) => isDegrees(fields, name, 90))
  const longitude = LONGITUDES.find((name) => isDegrees(fields, name, 180))
  if (latitude === undefined || longitude === undefined) return []
  reading.lat = fields[latitude] as number
  reading.lng = fields[longitude] as number
  return [latitude, longitude]
}

const isSignal = (key: string, value: number): boolean => value < 0 && value > WEAKEST_DBM && SIGNALS.has(key)

const isBattery = (key: string, value: number): boolean =>
  value >= 0 && value <= 100 && BATTERIES.has(key) && (value >= VOLTS_BELOW || Number.isInteger(value))

const isDegrees = (fields: Fields, name: string, most: number): boolean =>
  Object.hasOwn(fields, name) && typeof fields[name] === 'number' && Math.abs(fields[name]) <= most
