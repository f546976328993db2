import { rounded } from '../../core/telemetry/values.ts'
import { type Hardware, hardwareFields, type SimulatorStep, startHardware, stepHardware } from './hardware.ts'
import { type Random, startOf, type Wandering, wander } from './random.ts'

const CARBON_MONOXIDE: Wandering = { mean: 5, deviation: 1, relaxS: 600, min: 2, max: 8 }
const TEMPERATURE: Wandering = { mean: 23.5, deviation: 0.8, relaxS: 3_600, min: 21, max: 26 }
const HUMIDITY: Wandering = { mean: 47, deviation: 2.5, relaxS: 3_600, min: 40, max: 55 }
const SMOKE: Wandering = { mean: 0.1, deviation: 0.02, relaxS: 300, min: 0.03, max: 0.2 }

/** The air of a workshop. */
export interface Factory {
  gas: number
  temperature: number
  humidity: number
  smoke: number
  hardware: Hardware
}

export const startFactory = (random: Random): Factory => ({
  gas: startOf(CARBON_MONOXIDE, random),
  temperature: startOf(TEMPERATURE, random),
  humidity: startOf(HUMIDITY, random),
  smoke: startOf(SMOKE, random),
  hardware: startHardware(random),
})

export function stepFactory(before: Factory, elapsedS: number, random: Random): SimulatorStep<Factory> {
  const state: Factory = {
    gas: wander(before.gas, CARBON_MONOXIDE, elapsedS, random),
    temperature: wander(before.temperature, TEMPERATURE, elapsedS, random),
    humidity: wander(before.humidity, HUMIDITY, elapsedS, random),
    smoke: wander(before.smoke, SMOKE, elapsedS, random),
    hardware: stepHardware(before.hardware, elapsedS, random),
  }
  return {
    state,
    body: {
      module: 'factory',
      ...hardwareFields(state.hardware),
      metrics: {
        gas_ppm: rounded(state.gas, 1),
        gas_type: 'CO',
        temperature: rounded(state.temperature, 1),
        humidity: rounded(state.humidity, 1),
        smoke_level: rounded(state.smoke, 2),
      },
      flags: { fire_detected: false },
    },
  }
}
