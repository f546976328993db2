import type { SourceReading, Statement } from '../messages/source-message.ts'
import { putValue } from '../values/metric-keys.ts'
import { converted, type SourceUnit } from '../values/unit-conversions.ts'
import { putDeviceValue, putLocation } from './device-values.ts'
import { entityFlag, entityName, friendlyDevice } from './home-assistant-names.ts'
import type { LinePoint } from './parse-lines.ts'

const CONVERTED: ReadonlyMap<unknown, SourceUnit> = new Map([
  ['°F', '°F'],
  ['K', 'K'],
])
const SPEEDS: ReadonlyMap<unknown, SourceUnit> = new Map([
  ['m/s', 'm/s'],
  ['mph', 'mph'],
  ['kn', 'kn'],
])
/** The measure by the unit of an entity, if its ID does not say what it measures. */
const BY_UNIT: ReadonlyMap<unknown, string> = new Map([
  ['°C', 'temperature'],
  ['°F', 'temperature'],
  ['lx', 'illuminance'],
  ['W', 'power'],
  ['kWh', 'energy'],
  ['V', 'voltage'],
  ['A', 'current'],
  ['dBm', 'rssi'],
  ['ppm', 'ppm'],
])
/** Attributes that measure something. The others are settings, such as the least and the most of a thermostat. */
const ATTRIBUTES: ReadonlyMap<string, string> = new Map([
  ['current_temperature', 'temperature'],
  ['current_humidity', 'humidity'],
  ['battery_level', 'battery_level'],
  ['gps_accuracy', 'accuracy'],
])
const NUMBERS: ReadonlySet<string> = new Set(['sensor', 'number', 'input_number', 'counter'])

/** Whether a line is from the InfluxDB integration of Home Assistant. */
export const isHomeAssistant = ({ tags }: LinePoint): boolean =>
  Object.hasOwn(tags, 'domain') && Object.hasOwn(tags, 'entity_id')

/**
 * The statement of the state of an entity about its device (home-assistant/core, components/influxdb: the measurement is the unit,
 * `value` the state, the other fields its attributes). The digits of attributes that are texts come as numbers as well, so
 * only attributes that measure something are read. One without any is no measurement.
 */
export function readHomeAssistant({ measurement, tags, fields, ts }: LinePoint): Statement {
  const domain = tags.domain!
  const { device, measure } = entityName(tags.entity_id!)
  const reading: SourceReading = { ...(ts !== undefined && { ts }), metrics: {}, flags: {} }
  const unit = fields.unit_of_measurement_str ?? measurement
  const deviceClass = fields.device_class_str ?? /__(\w+)$/.exec(measurement)?.[1]
  const known = measure ?? (typeof deviceClass === 'string' ? deviceClass : undefined)
  const { state, value } = fields
  if (typeof value === 'number') {
    if (typeof state === 'string') putValue(reading, entityFlag(known ?? domain), value !== 0)
    else if (NUMBERS.has(domain)) putMeasured(reading, known ?? BY_UNIT.get(unit) ?? 'value', value, unit)
  }
  if (domain === 'person' || domain === 'device_tracker') {
    reading.flags = {}
    putLocation(reading, fields)
  }
  for (const [attribute, key] of ATTRIBUTES) {
    if (Object.hasOwn(fields, `${attribute}_str`) || typeof fields[attribute] !== 'number') continue
    putMeasured(reading, key, fields[attribute], attribute.endsWith('temperature') ? fields.temperature_unit_str : '')
  }
  // Most entities of a home are texts or settings. In quarantine, they would leave no room for what somebody can mend.
  if (!holdsSomething(reading))
    return { externalId: device, reading: null, reason: { code: 'no_measurement', detail: domain.slice(0, 64) } }
  const label = typeof fields.friendly_name_str === 'string' && friendlyDevice(fields.friendly_name_str, measure ?? '')
  return { externalId: device, ...(label && { label }), reading }
}

function putMeasured(reading: SourceReading, key: string, value: number, unit: unknown): void {
  const conversion = CONVERTED.get(unit) ?? (key.endsWith('speed') ? SPEEDS.get(unit) : undefined)
  putDeviceValue(reading, key, conversion === undefined ? value : converted(value, conversion))
}

const holdsSomething = (reading: SourceReading): boolean =>
  Object.keys(reading.metrics).length > 0 ||
  Object.keys(reading.flags).length > 0 ||
  reading.battery !== undefined ||
  reading.signal !== undefined ||
  reading.lat !== undefined
