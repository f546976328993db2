import type { ReadingBody } from '../../core/telemetry/reading.ts'
import { rounded } from '../../core/telemetry/values.ts'
import { between, type Random, startOf, type Wandering, wander } from './random.ts'

const DRAIN_PER_HOUR = 1.5
const CHARGE_PER_HOUR = 30
const CHARGE_BELOW = 30
const CHARGED_AT = 98
const SIGNAL: Wandering = { mean: -74, deviation: 5, relaxS: 900, min: -90, max: -60 }

/** Common to all devices: a battery in percent that is recharged in time, and the radio signal in dBm. */
export interface Hardware {
  battery: number
  charging: boolean
  signal: number
}

export const startHardware = (random: Random): Hardware => ({
  battery: between(70, 100, random),
  charging: false,
  signal: startOf(SIGNAL, random),
})

export function stepHardware(hardware: Hardware, elapsedS: number, random: Random): Hardware {
  const perHour = hardware.charging ? CHARGE_PER_HOUR : -DRAIN_PER_HOUR
  const battery = Math.min(100, hardware.battery + (perHour * elapsedS) / 3_600)
  const charging = hardware.charging ? battery < CHARGED_AT : battery < CHARGE_BELOW
  return { battery, charging, signal: wander(hardware.signal, SIGNAL, elapsedS, random) }
}

export const hardwareFields = ({ battery, signal }: Hardware): { battery: number; signal: number } => ({
  battery: rounded(battery, 1),
  signal: Math.round(signal),
})

/** Result of advancing a model: its new state, and the reading of it. */
export interface SimulatorStep<State> {
  state: State
  body: ReadingBody
}
