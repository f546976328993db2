import { TEMPERATURE } from '../measure.ts'
import type { DeviceModule } from './device-module.ts'

/** Rooms, water and power of buildings. */
export const home_infra = {
  icon: 'house',
  device: 'home',
  mobility: 'fixed',
  metrics: { temperature: { measure: TEMPERATURE, usual: [19, 22] } },
  flags: { water_leak: 'safety', power_failure: 'ordinary', high_temperature: 'ordinary' },
  movement: ['motion', 'occupancy'],
  headline: ['temperature', 'humidity'],
  example: { metric: 'temperature', value: 19.5 },
} as const satisfies DeviceModule
