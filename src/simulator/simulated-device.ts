import type { ReadingBody } from '../telemetry/reading.ts'
import type { Module } from '../vocabulary/modules.ts'
import { startFactory, stepFactory } from './factory.ts'
import { startFleet, stepFleet } from './fleet.ts'
import { startHealth, stepHealth } from './health.ts'
import { startHomeInfra, stepHomeInfra } from './home-infra.ts'
import { type Random, seededRandom } from './random.ts'
import type { Step } from './step.ts'
import { startVehicle, stepVehicle } from './vehicle.ts'
import { startWorker, stepWorker } from './worker.ts'

/** Lets seconds pass for a device and gives the body of its next reading, without `ts`. */
export type SimulatedDevice = (elapsedS: number) => ReadingBody

const MODELS: Record<Module, (random: Random) => SimulatedDevice> = {
  health: running(startHealth, stepHealth),
  vehicle: running(startVehicle, stepVehicle),
  factory: running(startFactory, stepFactory),
  home_infra: running(startHomeInfra, stepHomeInfra),
  worker: running(startWorker, stepWorker),
  fleet: running(startFleet, stepFleet),
}

export const simulatedDevice = (module: Module, seed: number): SimulatedDevice => MODELS[module](seededRandom(seed))

function running<State>(
  start: (random: Random) => State,
  step: (state: State, elapsedS: number, random: Random) => Step<State>,
): (random: Random) => SimulatedDevice {
  return (random) => {
    let state = start(random)
    return (elapsedS) => {
      const next = step(state, elapsedS, random)
      state = next.state
      return next.body
    }
  }
}
