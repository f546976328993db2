/** A physical quantity with more than one unit for display. */
export type Quantity = 'temperature' | 'speed' | 'length' | 'glucose'

export interface Measure {
  /** The unit in readings and in the database. */
  unit: string
  quantity?: Quantity
  /** Significant digits after the decimal point. */
  digits: number
}

// Metrics of several modules.
export const TEMPERATURE: Measure = { unit: '°C', quantity: 'temperature', digits: 1 }
export const HUMIDITY: Measure = { unit: '%', digits: 0 }
export const SPEED: Measure = { unit: 'km/h', quantity: 'speed', digits: 0 }
export const FUEL_LEVEL: Measure = { unit: '%', digits: 0 }
