import { FUEL_LEVEL, SPEED } from '../measure.ts'
import type { DeviceModule } from './device-module.ts'

/** Cars and vans. */
export const vehicle = {
  icon: 'navigation',
  device: 'car',
  mobility: 'driven',
  metrics: {
    speed_kmh: { measure: SPEED, usual: [44, 104] },
    heading: { measure: { unit: '°', digits: 0 }, usual: [0, 359] },
    fuel_level: { measure: FUEL_LEVEL, usual: [35, 95] },
  },
  flags: { impact_detected: 'safety', geofence_breach: 'ordinary' },
  headline: ['speed_kmh', 'fuel_level'],
  example: { metric: 'speed_kmh', value: 48.2 },
} as const satisfies DeviceModule
