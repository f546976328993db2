import { converted, type SourceUnit } from '../values/unit-conversions.ts'

type Conversions = Readonly<Record<string, SourceUnit | number>>

const PER_MINUTE: Conversions = {
  '/min': 1,
  '1/min': 1,
  'min-1': 1,
  bpm: 1,
  'beats/min': 1,
  'beats/minute': 1,
  'breaths/min': 1,
  'breaths/minute': 1,
  'count/min': 1,
}

/**
 * Quantities of vital signs with the units in which senders write them, and how each becomes the unit of readings: a factor,
 * or a conversion of sources. Names are in lower case and without annotations. Those in brackets are codes of UCUM, the
 * others what monitors and phones write instead. Sources: UCUM 2.2; the pound of 1959 is 0.45359237 kg, the inch 2.54 cm.
 */
const UNITS = {
  /** °C */
  temperature: { cel: 1, '°c': 1, degc: 1, c: 1, celsius: 1, '[degf]': '°F', '°f': '°F', degf: '°F', f: '°F', k: 'K' },
  /** mmHg */
  pressure: { 'mm[hg]': 1, mmhg: 1, 'mm hg': 1, kpa: 'kPa' },
  /** /min */
  rate: PER_MINUTE,
  /** % */
  share: { '%': 1, percent: 1, '1': 'fraction' },
  /** mg/dL */
  glucose: { 'mg/dl': 1, 'mmol/l': 'mmol/L', 'g/l': 100, 'mg/l': 0.1 },
  /** kg */
  mass: { kg: 1, g: 0.001, '[lb_av]': 0.45359237, lb: 0.45359237, lbs: 0.45359237 },
  /** cm */
  length: { cm: 1, m: 100, mm: 0.1, '[in_i]': 2.54, in: 2.54, inches: 2.54 },
  /** L/min */
  flow: { 'l/min': 1, 'liters/min': 1, 'litres/min': 1, 'ml/min': 0.001 },
  /** kg/m² */
  bodyMassIndex: { 'kg/m2': 1, 'kg/m^2': 1, 'kg/m²': 1 },
  /** As many as there are. */
  count: { '1': 1, '': 1, count: 1, steps: 1 },
} as const satisfies Record<string, Conversions>

export type VitalQuantity = keyof typeof UNITS

/**
 * The value of a vital sign in the unit of readings; null if the unit is none of its quantity. A value that is sent in the
 * unit of readings is kept as it is, one that is converted has at most three decimals.
 */
export function vitalSignValue(quantity: VitalQuantity, value: number, unit: string): number | null {
  const conversions: Conversions = UNITS[quantity]
  const name = unitName(unit)
  if (!Object.hasOwn(conversions, name)) return null
  const conversion = conversions[name]!
  if (typeof conversion === 'string') return converted(value, conversion)
  return conversion === 1 ? value : Number((value * conversion).toFixed(3))
}

/** UCUM lets units carry remarks, such as `{beats}/min`, and HealthKit writes the molar mass into `mmol<180.156>/L`. */
const unitName = (unit: string): string =>
  unit
    .slice(0, 64)
    .replaceAll(/\{[^{}]*\}|<[^<>]*>/g, '')
    .trim()
    .toLowerCase()
