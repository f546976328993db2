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

/** State of a device between two readings; null before the first. Kept as JSON, it lets another device continue. */
export interface Memory {
  state: unknown
}

type Model = (random: Random, memory: Memory) => SimulatedDevice

const MODELS: Record<Module, Model> = {
  health: running(startHealth, stepHealth),
  vehicle: running(startVehicle, stepVehicle),
  factory: running(startFactory, stepFactory),
  home_infra: running(startHomeInfra, stepHomeInfra),
  worker: running(startWorker, stepWorker),
  fleet: running(startFleet, stepFleet),
}

export const simulatedDevice = (module: Module, seed: number, memory: Memory = { state: null }): SimulatedDevice =>
  MODELS[module](seededRandom(seed), memory)

function running<State>(
  start: (random: Random) => State,
  step: (state: State, elapsedS: number, random: Random) => Step<State>,
): Model {
  return (random, memory) => (elapsedS) => {
    const { state, body } = step((memory.state as State | null) ?? start(random), elapsedS, random)
    memory.state = state
    return body
  }
}
