import { own } from '../../platform/own.ts'

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
  humidity: { unit: '%', digits: 0 },
  smoke_level: { unit: '%/ft', digits: 2 },
  impact_g_force: { unit: 'g', digits: 1 },
  battery: { unit: '%', digits: 0 },
  signal: { unit: 'dBm', digits: 0 },
}

/** `metrics.temperature` and `temperature` are the same metric. */
export const measureOf = (field: string): Measure | null => own(MEASURES, field.slice(field.indexOf('.') + 1)) ?? null
