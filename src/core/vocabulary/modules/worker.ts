import type { DeviceModule } from './device-module.ts'

/** People who work alone. */
export const worker = {
  icon: 'hard-hat',
  device: 'lone worker',
  mobility: 'carried',
  metrics: { steps: { measure: { unit: '', digits: 0 }, usual: [0, 20_000] } },
  flags: { fall_detected: 'safety', panic_pressed: 'safety', inactivity: 'safety' },
  movement: ['steps', 'motion'],
  headline: ['steps', 'heart_rate'],
  example: { metric: 'steps', value: 4180 },
} as const satisfies DeviceModule
