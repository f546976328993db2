import { rounded } from '../../core/telemetry/values.ts'
import { type Hardware, hardwareFields, type SimulatorStep, startHardware, stepHardware } from './hardware.ts'
import { CITY, type Offset, offsetFrom, positionFields, startOffset, stepOffset } from './place.ts'
import { between, type Random, startOf, type Wandering, wander } from './random.ts'

const DAY_S = 86_400
const MORNING_S = 9 * 3_600
/** `relaxS` in seconds: most vitals change quickly, body temperature and glucose more slowly. */
const VITALS = {
  systolic: { mean: 122, deviation: 3.5, relaxS: 900, min: 112, max: 134 },
  diastolic: { mean: 76, deviation: 2.5, relaxS: 900, min: 68, max: 84 },
  heart_rate: { mean: 70, deviation: 4, relaxS: 300, min: 56, max: 94 },
  spo2: { mean: 97.6, deviation: 0.5, relaxS: 300, min: 96, max: 99 },
  temperature: { mean: 36.7, deviation: 0.1, relaxS: 3_600, min: 36.2, max: 37.4 },
  glucose: { mean: 104, deviation: 10, relaxS: 2_700, min: 82, max: 138 },
} satisfies Record<string, Wandering>
/** Difference of each vital from its daily mean, up in the afternoon and down at night. */
const DAILY_SWING = { systolic: 4, diastolic: 2.5, heart_rate: 6, spo2: 0.2, temperature: 0.3, glucose: 6 }
const NAMES = Object.keys(VITALS) as (keyof typeof VITALS)[]

/** A person at rest at home. */
export interface Health {
  timeOfDayS: number
  vitals: Record<keyof typeof VITALS, number>
  hardware: Hardware
  home: Offset
  walk: Offset
}

export function startHealth(random: Random): Health {
  const vitals = Object.fromEntries(NAMES.map((name) => [name, startOf(VITALS[name], random)])) as Health['vitals']
  const home = { eastM: between(-3_000, 3_000, random), northM: between(-3_000, 3_000, random) }
  return {
    timeOfDayS: between(0, DAY_S, random),
    vitals,
    hardware: startHardware(random),
    home,
    walk: startOffset(8, random),
  }
}

export function stepHealth(before: Health, elapsedS: number, random: Random): SimulatorStep<Health> {
  const timeOfDayS = (before.timeOfDayS + elapsedS) % DAY_S
  // Highest at three in the afternoon, six hours after the morning.
  const rhythm = Math.sin((2 * Math.PI * (timeOfDayS - MORNING_S)) / DAY_S)
  const next = (name: keyof typeof VITALS): number => {
    const about = { ...VITALS[name], mean: VITALS[name].mean + rhythm * DAILY_SWING[name] }
    return wander(before.vitals[name], about, elapsedS, random)
  }
  const vitals = Object.fromEntries(NAMES.map((name) => [name, next(name)])) as Health['vitals']
  const hardware = stepHardware(before.hardware, elapsedS, random)
  const walk = stepOffset(before.walk, 8, elapsedS, random)
  const metrics = Object.fromEntries(NAMES.map((name) => [name, rounded(vitals[name], name === 'temperature' ? 1 : 0)]))
  return {
    state: { ...before, timeOfDayS, vitals, hardware, walk },
    body: {
      module: 'health',
      ...positionFields(offsetFrom(offsetFrom(CITY, before.home), walk)),
      ...hardwareFields(hardware),
      metrics,
      flags: { fall_detected: false, panic_pressed: false },
    },
  }
}
