/**
 * Words at the end of an entity's ID that say what it measures: the device classes of Home Assistant
 * (home-assistant.io/integrations/sensor and binary_sensor) and what its integrations call entities.
 */
const MEASURES: ReadonlySet<string> = new Set(
  (
    'temperature humidity battery illuminance pressure power energy voltage current frequency moisture rssi co2 pm1 pm10 pm25 ' +
    'voc tvoc aqi distance speed weight volume noise uptime altitude accuracy steps glucose spo2 radon ozone ' +
    'dew_point wind_speed wind_bearing battery_level signal_strength carbon_dioxide carbon_monoxide power_factor ' +
    'atmospheric_pressure apparent_power reactive_power air_quality heart_rate fuel_level gas_ppm link_quality ' +
    'water_leak leak motion occupancy presence door window contact opening vibration tamper smoke gas lock plug ' +
    'battery_low low_battery power_failure connectivity problem running'
  ).split(' '),
)
const FLAG_KEYS: Readonly<Record<string, string>> = { leak: 'water_leak', moisture: 'water_leak' }
const MOST_WORDS = 2

interface EntityName {
  /** The part of a name that the entities of one device have in common. */
  device: string
  /** The measure of this entity; null if its ID does not say so. */
  measure: string | null
}

/**
 * Divides the object ID of an entity: `cellar_temperature` is `temperature` of `cellar`. A number that Home Assistant puts
 * behind an ID that is taken belongs to the device: `cellar_temperature_2` is of `cellar_2`.
 */
export function entityName(objectId: string): EntityName {
  const number = /_\d{1,4}$/.exec(objectId)?.[0] ?? ''
  const words = objectId.slice(0, objectId.length - number.length).split('_')
  for (let count = Math.min(MOST_WORDS, words.length - 1); count > 0; count -= 1) {
    const measure = words.slice(-count).join('_')
    if (MEASURES.has(measure)) return { device: words.slice(0, -count).join('_') + number, measure }
  }
  return { device: objectId, measure: null }
}

/** The key of a flag of this measure. */
export const entityFlag = (measure: string): string =>
  Object.hasOwn(FLAG_KEYS, measure) ? FLAG_KEYS[measure]! : measure

/** The friendly name of an entity without the words for its measure; null if it does not end with them. */
export function friendlyDevice(friendlyName: string, measure: string): string | null {
  const words = measure.replaceAll('_', ' ')
  const name = friendlyName.trim()
  if (!name.toLowerCase().endsWith(` ${words}`)) return null
  return name.slice(0, -words.length).trim() || null
}
