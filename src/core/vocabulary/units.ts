import type { Measure } from './measure.ts'
import { measureOf } from './measures.ts'
import { type OwnMetrics, ownMetric } from './own-metrics.ts'

/** Conversion from the stored unit to the one that a user chose. */
interface Scale {
  unit: string
  shown: (stored: number) => number
  /** Differences are converted without the offset: 1 °C warmer is 1.8 °F warmer. */
  shownDifference: (stored: number) => number
}

const FEET_PER_METRE = 1 / 0.3048

const linear = (unit: string, factor: number, offset = 0): Scale => ({
  unit,
  shown: (stored) => stored * factor + offset,
  shownDifference: (stored) => stored * factor,
})

/** Obscuration by smoke compounds: over a metre it is less than 3.28 times that over a foot. */
const obscurationPerMetre: Scale = {
  unit: '%/m',
  shown: (stored) => 100 * (1 - Math.max(0, 1 - stored / 100) ** FEET_PER_METRE),
  shownDifference: (stored) => stored * FEET_PER_METRE,
}

/** Scales by unit. Glucose is converted by its molar mass, 180.156 g/mol. */
const SCALES: Record<string, Scale> = {
  '°F': linear('°F', 1.8, 32),
  mph: linear('mph', 1 / 1.609344),
  ft: linear('ft', FEET_PER_METRE),
  'mmol/L': linear('mmol/L', 1 / 18.0156),
  '%/m': obscurationPerMetre,
}
const DIGITS: Record<string, number> = { 'mmol/L': 1 }

/** The unit that somebody has chosen for each quantity. */
export interface UnitChoice {
  temperature: '°C' | '°F'
  speed: 'km/h' | 'mph'
  length: 'm' | 'ft'
  glucose: 'mg/dL' | 'mmol/L'
}

export interface Scaled extends Scale {
  digits: number
  /** Whether values are shown in the unit they are stored in. */
  isStored: boolean
}

/** Scale in which a user sees the values of a field. */
export const scaleOf = (field: string, units: UnitChoice, metrics: OwnMetrics): Scaled =>
  scaleOfMeasure(measureOf(field, metrics), units, ownMetric(metrics, field).decimals)

/** The same for values with this unit; `decimals`: as set for their device. */
export function scaleOfMeasure(measure: Measure | null, units: UnitChoice, decimals?: number): Scaled {
  if (measure === null) return { ...linear('', 1), digits: 2, isStored: true }
  const { unit, quantity, digits } = measure
  const wanted = unit === '%/ft' ? (units.length === 'm' ? '%/m' : unit) : quantity && units[quantity]
  const scale = wanted === undefined || wanted === unit ? undefined : SCALES[wanted]
  if (scale === undefined) return { ...linear(unit, 1), digits, isStored: true }
  return { ...scale, digits: decimals ?? DIGITS[scale.unit] ?? digits, isStored: false }
}

export const scaled = (value: number, { shown }: Scaled): number => shown(value)
