import { MAX_KEYS } from '../../telemetry/reading.ts'
import { isJsonObject, objectOr } from '../messages/json-text.ts'
import type { SourceReading } from '../messages/source-message.ts'
import { numberOf, putValue, putValues } from '../values/metric-keys.ts'
import { placeOf } from '../values/places.ts'

/** Names of what the modules measure. Units are the same: °C, per cent. */
const AIR: Record<string, string> = { relativeHumidity: 'humidity' }

/**
 * Puts a measurement of a normalized payload, whose units are fixed: °C, per cent, hPa, ppm, lux, m/s, volts. Values of the
 * air have their own names, all others that of what was measured in front: `soil_moisture`, `wind_speed`. Several depths
 * of the soil are told apart: `soil_moisture_30cm`. Source: lib/payload.json of TheThingsNetwork/lorawan-devices.
 */
export function putNormalized(reading: SourceReading, measurement: unknown): void {
  const { air, soil, position, battery, time: _, ...others } = objectOr(measurement)
  for (const [name, value] of Object.entries(objectOr(air)).slice(0, MAX_KEYS)) {
    if (isJsonObject(value)) putValues(reading, value, `${name}_`)
    else putValue(reading, AIR[name] ?? name, value)
  }
  putSoil(reading, objectOr(soil))
  const { latitude, longitude, ...found } = objectOr(position)
  Object.assign(reading, placeOf(latitude, longitude))
  putValues(reading, found)
  putValue(reading, 'battery_voltage', battery)
  putValues(reading, others)
}

function putSoil(reading: SourceReading, { depth, ...values }: Record<string, unknown>): void {
  const centimetres = numberOf(depth)
  for (const [name, value] of Object.entries(values).slice(0, MAX_KEYS)) {
    const key = `soil_${name === 'pH' ? 'ph' : name}`
    putValue(reading, centimetres === null ? key : `${key}_${centimetres}cm`, value)
  }
}
