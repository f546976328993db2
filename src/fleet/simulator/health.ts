import { type Hardware, hardwareFields, type SimulatorStep, startHardware, stepHardware } from './hardware.ts'
import { CITY, type Offset, offsetFrom, positionFields, startOffset, stepOffset } from './locations.ts'
import { type MetricValues, nextValues, ordinaryFields } from './measuring.ts'
import { between, type Random } from './random.ts'

const DAY_S = 86_400
const MORNING_S = 9 * 3_600
/** Difference of each vital from its daily mean, up in the afternoon and down at night. */
const DAILY_SWING = { systolic: 4, diastolic: 2.5, heart_rate: 6, spo2: 0.2, temperature: 0.3, glucose: 6 }

/** A person at rest at home. */
interface Health {
  timeOfDayS: number
  vitals: MetricValues
  hardware: Hardware
  home: Offset
  walk: Offset
}

export function startHealth(random: Random): Health {
  const home = { eastM: between(-3_000, 3_000, random), northM: between(-3_000, 3_000, random) }
  return {
    timeOfDayS: between(0, DAY_S, random),
    vitals: {},
    hardware: startHardware(random),
    home,
    walk: startOffset(8, random),
  }
}

export function stepHealth(before: Health, elapsedS: number, random: Random): SimulatorStep<Health> {
  const timeOfDayS = (before.timeOfDayS + elapsedS) % DAY_S
  // Highest at three in the afternoon, six hours after the morning.
  const rhythm = Math.sin((2 * Math.PI * (timeOfDayS - MORNING_S)) / DAY_S)
  const swing = Object.entries(DAILY_SWING).map(([name, most]) => [name, rhythm * most])
  const vitals = nextValues('health', before.vitals, elapsedS, random, Object.fromEntries(swing))
  const hardware = stepHardware(before.hardware, elapsedS, random)
  const walk = stepOffset(before.walk, 8, elapsedS, random)
  return {
    state: { ...before, timeOfDayS, vitals, hardware, walk },
    body: {
      module: 'health',
      ...positionFields(offsetFrom(offsetFrom(CITY, before.home), walk)),
      ...hardwareFields(hardware),
      ...ordinaryFields('health', vitals),
    },
  }
}
