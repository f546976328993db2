import { rounded } from '../../core/telemetry/values.ts'
import { type Hardware, hardwareFields, type SimulatorStep, startHardware, stepHardware } from './hardware.ts'
import { type Random, startOf, type Wandering, wander } from './random.ts'

const TEMPERATURE: Wandering = { mean: 20.6, deviation: 0.5, relaxS: 5_400, min: 19, max: 22 }

/** A heated home. */
export interface HomeInfra {
  temperature: number
  hardware: Hardware
}

export const startHomeInfra = (random: Random): HomeInfra => ({
  temperature: startOf(TEMPERATURE, random),
  hardware: startHardware(random),
})

export function stepHomeInfra(before: HomeInfra, elapsedS: number, random: Random): SimulatorStep<HomeInfra> {
  const state: HomeInfra = {
    temperature: wander(before.temperature, TEMPERATURE, elapsedS, random),
    hardware: stepHardware(before.hardware, elapsedS, random),
  }
  return {
    state,
    body: {
      module: 'home_infra',
      ...hardwareFields(state.hardware),
      metrics: { temperature: rounded(state.temperature, 1) },
      flags: { water_leak: false, power_failure: false, high_temperature: false },
    },
  }
}
