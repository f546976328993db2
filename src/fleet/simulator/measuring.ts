import { rounded } from '../../core/telemetry/values.ts'
import type { DeviceModule, Metric } from '../../core/vocabulary/modules/device-module.ts'
import { DEVICE_MODULES, type Module } from '../../core/vocabulary/modules.ts'
import { type Hardware, hardwareFields, type SimulatorStep, startHardware, stepHardware } from './hardware.ts'
import { type Random, startOf, type Wandering, wander } from './random.ts'

const RELAX_S = 1_800

/** The walk of a metric between its usual values, which it rarely touches. */
export const usualOf = ({ usual: [min, max] }: Metric, relaxS = RELAX_S): Wandering => ({
  ...{ mean: (min + max) / 2, deviation: (max - min) / 6, relaxS, min, max },
})

export type MetricValues = Readonly<Record<string, number>>

/** The next value of each metric of a module. One that has none before, as a new metric, begins. */
export function nextValues(
  module: Module,
  before: MetricValues,
  elapsedS: number,
  random: Random,
  shift: MetricValues = {},
): MetricValues {
  const { metrics }: DeviceModule = DEVICE_MODULES[module]
  return Object.fromEntries(
    Object.entries(metrics).map(([name, metric]) => {
      const usual = usualOf(metric)
      const about = { ...usual, mean: usual.mean + (shift[name] ?? 0) }
      return [name, wander(before[name] ?? startOf(usual, random), about, elapsedS, random)]
    }),
  )
}

/** Values as a device sends them, with the digits of their metric, the texts beside them, and no flag raised. */
export function ordinaryFields(module: Module, values: MetricValues) {
  const { metrics, texts, flags }: DeviceModule = DEVICE_MODULES[module]
  const numbers = Object.entries(values).map(([name, value]) => [name, rounded(value, metrics[name]!.measure.digits)])
  const lowered = Object.keys(flags).map((name) => [name, false])
  return { metrics: { ...Object.fromEntries(numbers), ...texts }, flags: Object.fromEntries(lowered) }
}

/** A device that stays where it is and measures: the model of modules without one of their own. */
export interface Measuring {
  values: MetricValues
  hardware: Hardware
}

export const startMeasuring = (random: Random): Measuring => ({ values: {}, hardware: startHardware(random) })

export const stepMeasuring =
  (module: Module) =>
  (before: Measuring, elapsedS: number, random: Random): SimulatorStep<Measuring> => {
    // A demo that an earlier version began remembers other values.
    const values = nextValues(module, before.values ?? {}, elapsedS, random)
    const hardware = stepHardware(before.hardware, elapsedS, random)
    return {
      state: { values, hardware },
      body: { module, ...hardwareFields(hardware), ...ordinaryFields(module, values) },
    }
  }
