import { TEMPERATURE } from '../measure.ts'
import type { DeviceModule } from './device-module.ts'

/** Monitors of people. */
export const health = {
  icon: 'heart-pulse',
  device: 'bedside monitor',
  mobility: 'carried',
  metrics: {
    systolic: { measure: { unit: 'mmHg', digits: 0 }, usual: [112, 134] },
    diastolic: { measure: { unit: 'mmHg', digits: 0 }, usual: [68, 84] },
    heart_rate: { measure: { unit: '/min', digits: 0 }, usual: [58, 82] },
    spo2: { measure: { unit: '%', digits: 0 }, usual: [96, 99] },
    glucose: { measure: { unit: 'mg/dL', quantity: 'glucose', digits: 0 }, usual: [82, 138] },
    temperature: { measure: TEMPERATURE, usual: [36.2, 37.4] },
  },
  flags: { fall_detected: 'safety', panic_pressed: 'safety' },
  movement: ['steps', 'motion'],
  headline: [['systolic', 'diastolic'], 'heart_rate', 'spo2', 'temperature', 'glucose'],
  example: { metric: 'heart_rate', value: 72 },
} as const satisfies DeviceModule
