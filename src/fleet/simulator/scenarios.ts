import type { ReadingBody } from '../../core/telemetry/reading.ts'
import { rounded } from '../../core/telemetry/values.ts'
import {
  DEVICE_MODULES,
  type KnownFlag,
  type KnownMetric,
  MODULES,
  type Module,
} from '../../core/vocabulary/modules.ts'

export const SCENARIO_NAMES = [
  'fall',
  'gas_leak',
  'hard_impact',
  'geofence_breach',
  'water_leak',
  'low_battery',
  'silence',
] as const

export type ScenarioName = (typeof SCENARIO_NAMES)[number]

/** An event that affects one device while the others carry on. */
export interface Scenario {
  summary: string
  /** Affects the first device of these modules. */
  modules: readonly Module[]
  durationS: number
  /** The device does not move meanwhile: it drives no further, takes no steps. */
  holdsStill?: true
  /** The body to send instead, given the progress from 0 up to 1; null to send nothing. */
  apply(body: ReadingBody, progress: number): ReadingBody | null
}

/** Those with this metric or flag. */
const modulesWith = (name: KnownMetric | KnownFlag): Module[] =>
  MODULES.filter((module) => name in DEVICE_MODULES[module].metrics || name in DEVICE_MODULES[module].flags)

const GAS_PEAK_PPM = 120
const BATTERY_LOW = 6
const STRAY_DEGREES = 0.015

export const SCENARIOS: Record<ScenarioName, Scenario> = {
  fall: {
    summary: 'somebody falls, lies still for a while and gets up',
    modules: modulesWith('fall_detected'),
    durationS: 180,
    holdsStill: true,
    apply: (body, progress) => changed(alarmedHeart(body, progress), { flags: { fall_detected: progress < 0.6 } }),
  },
  gas_leak: {
    summary: `carbon monoxide climbs to ${GAS_PEAK_PPM} ppm and clears again`,
    modules: modulesWith('gas_ppm'),
    durationS: 240,
    apply: (body, progress) =>
      changed(body, { metrics: { gas_ppm: Math.round(towards(numberIn(body, 'gas_ppm'), GAS_PEAK_PPM, progress)) } }),
  },
  hard_impact: {
    summary: 'a vehicle is hit with 4.2 g and stands',
    modules: modulesWith('impact_detected'),
    durationS: 180,
    holdsStill: true,
    apply: (body, progress) => {
      const isHit = progress < 0.25
      const flags = { impact_detected: isHit, impact_g_force: isHit ? 4.2 : 0 }
      return changed(body, { metrics: { speed_kmh: 0 }, flags })
    },
  },
  geofence_breach: {
    summary: 'a vehicle leaves its area and comes back',
    modules: modulesWith('geofence_breach'),
    durationS: 240,
    apply: (body, progress) => {
      const lat = rounded((body.lat ?? 0) + towards(0, STRAY_DEGREES, progress), 6)
      return changed({ ...body, lat }, { flags: { geofence_breach: true } })
    },
  },
  water_leak: {
    summary: 'water on the floor until somebody mops it up',
    modules: modulesWith('water_leak'),
    durationS: 180,
    apply: (body) => changed(body, { flags: { water_leak: true } }),
  },
  low_battery: {
    summary: `a battery runs down to ${BATTERY_LOW} percent before it is changed`,
    modules: MODULES,
    durationS: 240,
    apply: (body, progress) => ({ ...body, battery: Math.round(downTo(body.battery ?? 100, BATTERY_LOW, progress)) }),
  },
  silence: {
    summary: 'a device stops sending for five minutes',
    modules: MODULES,
    durationS: 300,
    apply: () => null,
  },
}

const STARTS_AFTER_S = 30
/** However rarely a device sends, a scenario shows in at least this many readings. */
const MIN_READINGS = 4

/** Start and end of a scenario in a simulation, in seconds: after at least one ordinary reading. */
export function scenarioWindow(scenario: Scenario, intervalS: number): { startS: number; endS: number } {
  const startS = Math.max(STARTS_AFTER_S, intervalS)
  return { startS, endS: startS + Math.max(scenario.durationS, MIN_READINGS * intervalS) }
}

type Changes = Pick<ReadingBody, 'metrics' | 'flags'>

const changed = (body: ReadingBody, { metrics, flags }: Changes): ReadingBody => ({
  ...body,
  metrics: { ...body.metrics, ...metrics },
  flags: { ...body.flags, ...flags },
})

const numberIn = (body: ReadingBody, metric: string): number => Number(body.metrics?.[metric] ?? 0)

/** Up from the ordinary value to the peak, a while there, and back. */
function towards(ordinary: number, peak: number, progress: number): number {
  const share = Math.max(0, Math.min(1, progress / 0.4, (1 - progress) / 0.4))
  return ordinary + (peak - ordinary) * share
}

/** Down from the ordinary value to the bottom, and there until the end. */
const downTo = (ordinary: number, bottom: number, progress: number): number =>
  ordinary + (bottom - ordinary) * Math.min(1, progress / 0.5)

function alarmedHeart(body: ReadingBody, progress: number): ReadingBody {
  const heart_rate = body.metrics?.heart_rate
  if (typeof heart_rate !== 'number') return body
  return changed(body, { metrics: { heart_rate: Math.round(towards(heart_rate, heart_rate + 22, progress)) } })
}
