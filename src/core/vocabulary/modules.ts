/** The six modules: kinds of devices. */
export const MODULES = ['health', 'vehicle', 'factory', 'home_infra', 'worker', 'fleet'] as const

export type Module = (typeof MODULES)[number]

/** Documented metrics and flags of each module; others may be sent as well. */
export const MODULE_VALUES: Readonly<Record<Module, { metrics: readonly string[]; flags: readonly string[] }>> = {
  health: {
    metrics: ['systolic', 'diastolic', 'heart_rate', 'spo2', 'temperature', 'glucose'],
    flags: ['fall_detected', 'panic_pressed'],
  },
  vehicle: { metrics: ['speed_kmh', 'heading', 'fuel_level'], flags: ['impact_detected', 'geofence_breach'] },
  factory: { metrics: ['gas_ppm', 'temperature', 'humidity', 'smoke_level'], flags: ['fire_detected'] },
  home_infra: { metrics: ['temperature'], flags: ['water_leak', 'power_failure', 'high_temperature'] },
  worker: { metrics: ['steps'], flags: ['fall_detected', 'panic_pressed', 'inactivity'] },
  fleet: { metrics: ['speed_kmh', 'fuel_level'], flags: ['geofence_breach'] },
}

/** Flags that say, when they are true, that somebody may be in danger or a house may be: no limit refuses their readings. */
export const SAFETY_FLAGS = [
  'fall_detected',
  'panic_pressed',
  'inactivity',
  'impact_detected',
  'fire_detected',
  'water_leak',
] as const
