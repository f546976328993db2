import { HUMIDITY, TEMPERATURE } from '../measure.ts'
import type { DeviceModule } from './device-module.ts'

/** The air of workshops. */
export const factory = {
  icon: 'factory',
  device: 'gas sensor',
  mobility: 'fixed',
  metrics: {
    gas_ppm: { measure: { unit: 'ppm', digits: 1 }, usual: [2, 8] },
    temperature: { measure: TEMPERATURE, usual: [21, 26] },
    humidity: { measure: HUMIDITY, usual: [40, 55] },
    smoke_level: { measure: { unit: '%/ft', digits: 2 }, usual: [0.03, 0.2] },
  },
  rareMetrics: { oxygen: { unit: '% vol', digits: 1 }, lel: { unit: '% LEL', digits: 0 } },
  texts: { gas_type: 'CO' },
  flags: { fire_detected: 'safety' },
  headline: ['gas_ppm', 'temperature', 'smoke_level', 'humidity'],
  example: { metric: 'temperature', value: 22.4 },
} as const satisfies DeviceModule
