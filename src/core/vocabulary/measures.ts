import { own } from '../../platform/own.ts'

/** A physical quantity that people may want to see in another unit. */
export type Quantity = 'temperature' | 'speed' | 'length' | 'glucose'

export interface Measure {
  /** As it is sent and stored. */
  unit: string
  quantity?: Quantity
  /** Digits behind the point that say something. */
  digits: number
}

/** What is known of the values that devices send, by name. Other names are shown as they come, without a unit. */
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

/** `metrics.temperature` and `temperature` are the same value. */
export const measureOf = (field: string): Measure | null => own(MEASURES, field.slice(field.indexOf('.') + 1)) ?? null
