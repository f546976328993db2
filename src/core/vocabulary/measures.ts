import { own } from '../../platform/own.ts'
import { metricIn, type OwnMetrics, ownMetric } from './own-metrics.ts'

/** A physical quantity with more than one unit for display. */
export type Quantity = 'temperature' | 'speed' | 'length' | 'glucose'

export interface Measure {
  /** The unit in readings and in the database. */
  unit: string
  quantity?: Quantity
  /** Significant digits after the decimal point. */
  digits: number
}

/** Units of known metrics, by name. Other metrics are shown without a unit. */
export const MEASURES: Readonly<Record<string, Measure>> = {
  systolic: { unit: 'mmHg', digits: 0 },
  diastolic: { unit: 'mmHg', digits: 0 },
  heart_rate: { unit: '/min', digits: 0 },
  spo2: { unit: '%', digits: 0 },
  glucose: { unit: 'mg/dL', quantity: 'glucose', digits: 0 },
  temperature: { unit: '°C', quantity: 'temperature', digits: 1 },
  steps: { unit: '', digits: 0 },
  speed_kmh: { unit: 'km/h', quantity: 'speed', digits: 0 },
  heading: { unit: '°', digits: 0 },
  fuel_level: { unit: '%', digits: 0 },
  altitude: { unit: 'm', quantity: 'length', digits: 0 },
  gas_ppm: { unit: 'ppm', digits: 1 },
  oxygen: { unit: '% vol', digits: 1 },
  lel: { unit: '% LEL', digits: 0 },
  humidity: { unit: '%', digits: 0 },
  smoke_level: { unit: '%/ft', digits: 2 },
  impact_g_force: { unit: 'g', digits: 1 },
  battery: { unit: '%', digits: 0 },
  signal: { unit: 'dBm', digits: 0 },
}

const QUANTITIES = new Map(Object.values(MEASURES).map(({ unit, quantity }) => [unit, quantity]))
const DIGITS = 2

/** The unit of a field, as set for the device or as known. A unit that people may choose between is converted. */
export function measureOf(field: string, metrics: OwnMetrics = {}): Measure | null {
  const known = own(MEASURES, metricIn(field)) ?? null
  const { unit = known?.unit, decimals = known?.digits } = ownMetric(metrics, field)
  if (unit === known?.unit && decimals === known?.digits) return known
  return measureOfUnit(unit ?? '', decimals)
}

/** The measure of values of which only the unit is known. */
export function measureOfUnit(unit: string, digits: number = DIGITS): Measure {
  const quantity = QUANTITIES.get(unit)
  return { unit, digits, ...(quantity && { quantity }) }
}
