import { type Hardware, hardwareFields, type SimulatorStep, startHardware, stepHardware } from './hardware.ts'
import { CITY, type Offset, offsetFrom, positionFields, startOffset, stepOffset } from './locations.ts'
import { between, type Random, startOf, type Wandering, wander } from './random.ts'

/** Steps per minute, pauses included. */
const PACE: Wandering = { mean: 32, deviation: 18, relaxS: 600, min: 2, max: 110 }
const REACH_M = 60

/** A worker on a site, with a step counter. */
interface Worker {
  steps: number
  pace: number
  hardware: Hardware
  site: Offset
  walk: Offset
}

export const startWorker = (random: Random): Worker => ({
  steps: between(0, 2_000, random),
  pace: startOf(PACE, random),
  hardware: startHardware(random),
  site: { eastM: between(-4_000, 4_000, random), northM: between(-4_000, 4_000, random) },
  walk: startOffset(REACH_M, random),
})

export function stepWorker(before: Worker, elapsedS: number, random: Random): SimulatorStep<Worker> {
  const pace = wander(before.pace, PACE, elapsedS, random)
  const state: Worker = {
    steps: before.steps + (((before.pace + pace) / 2) * elapsedS) / 60,
    pace,
    hardware: stepHardware(before.hardware, elapsedS, random),
    site: before.site,
    walk: stepOffset(before.walk, REACH_M, elapsedS, random),
  }
  return {
    state,
    body: {
      module: 'worker',
      ...positionFields(offsetFrom(offsetFrom(CITY, state.site), state.walk)),
      ...hardwareFields(state.hardware),
      metrics: { steps: Math.floor(state.steps) },
      flags: { fall_detected: false, panic_pressed: false, inactivity: false },
    },
  }
}
