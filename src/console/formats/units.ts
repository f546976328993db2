import type { Preferences } from '../../users/preferences.ts'
import { measureOf, type Quantity } from '../../vocabulary/measures.ts'

interface Scale {
  unit: string
  factor: number
  offset: number
}

const same = (unit: string): Scale => ({ unit, factor: 1, offset: 0 })

/** From the unit that is stored to the one somebody chose. Glucose by its molar mass, 180.156 g/mol. */
const SCALES: Record<string, Scale> = {
  '°F': { unit: '°F', factor: 1.8, offset: 32 },
  mph: { unit: 'mph', factor: 1 / 1.609344, offset: 0 },
  ft: { unit: 'ft', factor: 1 / 0.3048, offset: 0 },
  'mmol/L': { unit: 'mmol/L', factor: 1 / 18.0156, offset: 0 },
}
const DIGITS: Record<string, number> = { 'mmol/L': 1 }

export type UnitChoice = Pick<Preferences, Quantity>

export interface Scaled {
  unit: string
  digits: number
  /** From a stored number to the one that is shown, and back. */
  factor: number
  offset: number
}

/** How the values of a field are shown to somebody: `shown = stored × factor + offset`. */
export function scaleOf(field: string, units: UnitChoice): Scaled {
  const measure = measureOf(field)
  if (measure === null) return { ...same(''), digits: 2 }
  const chosen = measure.quantity === undefined ? measure.unit : units[measure.quantity]
  const scale = chosen === measure.unit ? same(measure.unit) : (SCALES[chosen] ?? same(measure.unit))
  return { ...scale, digits: DIGITS[scale.unit] ?? measure.digits }
}

export const scaled = (value: number, { factor, offset }: Scaled): number => value * factor + offset
