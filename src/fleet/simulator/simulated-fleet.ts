import type { ReadingBody } from '../../core/telemetry/reading.ts'
import type { Module } from '../../core/vocabulary/modules.ts'
import { SCENARIOS, type ScenarioName, scenarioWindow } from './scenarios.ts'
import { simulatedDevice } from './simulated-device.ts'

export interface SimulationDevice {
  name: string
  module: Module
  token: string
}

export interface FleetOptions {
  devices: readonly SimulationDevice[]
  /** Simulated seconds between the readings of a device. */
  intervalS: number
  scenario?: ScenarioName | undefined
  /** Simulated seconds until the end; endless without it. */
  durationS?: number | undefined
  /** The same seed gives the same readings. */
  seed?: number | undefined
}

export interface SimulatedReading {
  device: SimulationDevice
  /** The body of a reading, without `ts`. */
  body: ReadingBody
  /** Whether the scenario affects this reading. */
  isAffected: boolean
}

/** The readings of all devices, one interval after the other. Throws when no device fits the scenario. */
export function* simulatedFleet(options: FleetOptions): Generator<SimulatedReading[]> {
  const { devices, intervalS, durationS = Number.POSITIVE_INFINITY, seed = 1 } = options
  const models = devices.map(({ module }, place) => simulatedDevice(module, seed + place * SEED_STRIDE))
  const target = options.scenario === undefined ? null : scenarioTarget(options.scenario, options)
  for (let tick = 0; tick * intervalS < durationS; tick++) {
    const passedS = tick === 0 ? 0 : intervalS
    const progress = target === null ? -1 : (tick * intervalS - target.startS) / (target.endS - target.startS)
    const isRunning = progress >= 0 && progress < 1
    yield devices.flatMap((device, place): SimulatedReading[] => {
      const isAffected = isRunning && device === target?.device
      const body = models[place]!(isAffected && target.scenario.holdsStill ? 0 : passedS)
      const sent = isAffected ? target.scenario.apply(body, progress) : body
      return sent === null ? [] : [{ device, body: sent, isAffected }]
    })
  }
}

/** Keeps the random numbers of neighbouring devices apart. */
const SEED_STRIDE = 7_919

function scenarioTarget(name: ScenarioName, { devices, intervalS }: FleetOptions) {
  const scenario = SCENARIOS[name]
  const device = devices.find(({ module }) => scenario.modules.includes(module))
  if (device === undefined) {
    throw new Error(`The scenario ${name} needs a device of the module ${scenario.modules.join(' or ')}`)
  }
  return { scenario, device, ...scenarioWindow(scenario, intervalS) }
}
