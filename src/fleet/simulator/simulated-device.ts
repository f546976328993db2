import type { ReadingBody } from '../../core/telemetry/reading.ts'
import type { Module } from '../../core/vocabulary/modules.ts'
import { startFleet, stepFleet } from './fleet.ts'
import type { SimulatorStep } from './hardware.ts'
import { startHealth, stepHealth } from './health.ts'
import { startMeasuring, stepMeasuring } from './measuring.ts'
import { type Random, seededRandom } from './random.ts'
import { startVehicle, stepVehicle } from './vehicle.ts'
import { startWorker, stepWorker } from './worker.ts'

/** Advances a device by some seconds and returns the body of its next reading, without `ts`. */
export type SimulatedDevice = (elapsedS: number) => ReadingBody

/**
 * State of a device between two readings; null before the first. Stored as JSON, so that another process can continue.
 */
export interface SimulatorMemory {
  state: unknown
}

type Model = (random: Random, memory: SimulatorMemory) => SimulatedDevice

/** Those that do more than measure. */
const MODELS: Partial<Record<Module, Model>> = {
  health: running(startHealth, stepHealth),
  vehicle: running(startVehicle, stepVehicle),
  worker: running(startWorker, stepWorker),
  fleet: running(startFleet, stepFleet),
}

export const simulatedDevice = (
  module: Module,
  seed: number,
  memory: SimulatorMemory = { state: null },
): SimulatedDevice => (MODELS[module] ?? running(startMeasuring, stepMeasuring(module)))(seededRandom(seed), memory)

function running<State>(
  start: (random: Random) => State,
  step: (state: State, elapsedS: number, random: Random) => SimulatorStep<State>,
): Model {
  return (random, memory) => (elapsedS) => {
    const { state, body } = step((memory.state as State | null) ?? start(random), elapsedS, random)
    memory.state = state
    return body
  }
}
