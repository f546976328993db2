import { FUEL_LEVEL, SPEED } from '../measure.ts'
import type { DeviceModule } from './device-module.ts'

/** Trucks. */
export const fleet = {
  icon: 'truck',
  device: 'truck',
  mobility: 'driven',
  metrics: {
    speed_kmh: { measure: SPEED, usual: [40, 84] },
    fuel_level: { measure: FUEL_LEVEL, usual: [35, 95] },
  },
  flags: { geofence_breach: 'ordinary' },
  headline: ['speed_kmh', 'fuel_level'],
  example: { metric: 'speed_kmh', value: 82 },
} as const satisfies DeviceModule
